import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { isPlainLine } from '../../lib/text.ts'
import type { OpenedPlace } from './open-under-roots.ts'

/** Files and folders of one folder that are listed. */
export const FOLDER_FILES_MAX_COUNT = 1_000

/** One name in a folder. */
interface Listed {
  name: string
  bytes: number
}

/** A folder that was opened as a text: its files with their sizes, and its folders. Links and hidden files are left out. */
export async function listFolder({ path, handle }: OpenedPlace): Promise<string> {
  // What is open, where the system has a path for that: nobody can exchange it meanwhile.
  const held = `/proc/self/fd/${handle.fd}`
  const folder = (await opendir(held).catch(() => undefined)) ?? (await opendir(path))
  const files: Listed[] = []
  let isCut = false
  for await (const entry of folder) {
    const isListed = (entry.isFile() || entry.isDirectory()) && isShown(entry.name)
    if (!isListed) continue
    isCut = files.length >= FOLDER_FILES_MAX_COUNT
    if (isCut) break
    if (entry.isDirectory()) files.push({ name: `${entry.name}/`, bytes: 0 })
    else files.push({ name: entry.name, bytes: await sizeOf(join(folder.path, entry.name)) })
  }
  files.sort((a, b) => (a.name < b.name ? -1 : 1))
  const lines = files.map(({ name, bytes }) =>
    name.endsWith('/') ? name : `${name} (${bytes.toLocaleString('en')} bytes)`,
  )
  const more = isCut ? ['', `There are more than ${FOLDER_FILES_MAX_COUNT} files.`] : []
  const none = files.length === 0 ? ['No files.'] : []
  return [`Folder ${path}`, '', ...lines, ...none, ...more].join('\n')
}

function isShown(name: string): boolean {
  return !name.startsWith('.') && isPlainLine(name)
}

async function sizeOf(path: string): Promise<number> {
  return (await lstat(path).catch(() => undefined))?.size ?? 0
}
