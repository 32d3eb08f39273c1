import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { toInnerPath } from '../../../files/archive/unpack.ts'
import { isRecord } from '../../../lib/is-record.ts'
import type { SourceFile } from '../convert/message-writer.ts'
import { readLines } from '../convert/read-lines.ts'

/** Files of one folder that are looked into. */
const LOOKED_AT_MAX_COUNT = 20

/** Longest of the lines by which a file is known. */
const FIRST_LINES_MAX_BYTES = 64 * 1024

/** What a bulk export has after the line with its version. */
const TYPES = new Set(
  'info role scheme emoji team channel user bot post direct_channel direct_post'.split(' '),
)

/** Whether a file holds the lines of a bulk export: the first one has its version, and the next is of a type that it may have. */
export async function isBulkFile(path: string): Promise<boolean> {
  let count = 0
  for await (const { text } of readLines(path, FIRST_LINES_MAX_BYTES)) {
    count += 1
    const line = parseLine(text.replace(/^\uFEFF/, ''))
    if (count === 1 && (line?.['type'] !== 'version' || line['version'] !== 1)) return false
    // Longer ones may end within.
    const type = line ? line['type'] : /^\s*\{\s*"type"\s*:\s*"(\w+)"/.exec(text)?.[1]
    if (count === 2) return typeof type === 'string' && TYPES.has(type)
  }
  return count === 1
}

/** The object that a line is; undefined for any other. */
export function parseLine(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text) as unknown
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Files of a folder that hold the lines of a bulk export. */
export async function listBulkFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true })
  const names = entries.filter((one) => one.isFile() && /\.jsonl?$/.test(one.name))
  const found: string[] = []
  for (const { name } of names.slice(0, LOOKED_AT_MAX_COUNT)) {
    if (await isBulkFile(join(root, name))) found.push(join(root, name))
  }
  return found.toSorted()
}

/** A file that a bulk export names: below `data`, or beside the lines as older exports have it. */
export async function findFile(root: string, path: string): Promise<SourceFile | undefined> {
  const inner = toInnerPath(path)
  if (inner === undefined) return undefined
  for (const full of [join(root, 'data', inner), join(root, inner)]) {
    const found = await stat(full).catch(() => undefined)
    if (found?.isFile()) return { path: full, name: path }
  }
  return undefined
}
