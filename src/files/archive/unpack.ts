import { createWriteStream } from 'node:fs'
import { mkdir, open, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OperationError } from '../../contract/errors.ts'
import type { DiskSpace } from '../../lib/disk-space.ts'
import { diskFull } from '../faults.ts'
import { readTar } from './read-tar.ts'
import { readZip } from './read-zip.ts'

/** Says in the folder that all of the archive is there. */
const WHOLE = '.whole'

/** Most files of one archive. */
const ENTRIES_MAX_COUNT = 5_000_000

/** Longest path in an archive. */
const NAME_MAX_CHARS = 1_000

/**
 * Unpacks an archive into a folder of its own, for its owner only; a folder that holds it whole is left as it is, and one that
 * holds a part of it is filled anew. Throws `unparsable`, `too_large`, and `unavailable` where the disk has no room.
 */
export async function unpackArchive(
  path: string,
  folder: string,
  disk: DiskSpace,
  onFile: (count: number) => void = () => {},
): Promise<void> {
  if (await isThere(join(folder, WHOLE))) return
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let count = 0
  const entries = (await isZip(path)) ? readZip(path) : readTar(path)
  for await (const { name, bytes, content } of entries) {
    count += 1
    if (count > ENTRIES_MAX_COUNT) throw new OperationError('too_large', 'Too many files.')
    onFile(count)
    const inside = toInnerPath(name)
    if (inside === undefined) continue
    if (!(await disk.take(bytes))) throw diskFull()
    const to = join(folder, inside)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await pipeline(Readable.from(content), createWriteStream(to, { mode: 0o600 }))
  }
  await writeFile(join(folder, WHOLE), '')
}

/** Whether a file is a zip archive by its name, or by its first bytes whatever it is called. */
async function isZip(path: string): Promise<boolean> {
  if (/\.zip$/i.test(path)) return true
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
  return bytesRead === 4 && /^504b(?:0304|0506|0708)$/.test(buffer.toString('hex'))
}

/** The path of a file of an archive below a folder; undefined for one that would lead out of it. */
export function toInnerPath(name: string): string | undefined {
  if (name.length > NAME_MAX_CHARS || /[\0\\]/.test(name)) return undefined
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  if (name.startsWith('/') || parts.length === 0 || parts.includes('..')) return undefined
  if (parts[0] === WHOLE) return undefined
  return parts.join(sep)
}

/** Whether there is a file or folder of this path. */
export async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
