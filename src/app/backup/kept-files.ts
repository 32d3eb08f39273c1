import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** What the data folder holds besides keys and accounts: the database, uploads, what can be made anew, and other organizations. */
const OTHERS = /^(?:files|cache|spool|imports|organizations|[^/]*\.sqlite(?:-\w+)?|\..*)$/

/** Keys and accounts are small. */
const KEPT_MAX_BYTES = 1024 * 1024

/** Folders within folders. */
const DEPTH_MAX = 4

/** A file of the data folder. */
export interface KeptFile {
  /** Path in the folder, with slashes. */
  name: string
  content: Buffer
}

/** The keys and accounts in the data folder. */
export async function listKeptFiles(dataDir: string): Promise<KeptFile[]> {
  const found: KeptFile[] = []
  const walk = async (folder: string, depth: number): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name)
      const name = relative(dataDir, path).split(sep).join('/')
      if (OTHERS.test(name)) continue
      if (entry.isDirectory() && depth < DEPTH_MAX) await walk(path, depth + 1)
      if (!entry.isFile() || (await stat(path)).size > KEPT_MAX_BYTES) continue
      found.push({ name, content: await readFile(path) })
    }
  }
  await walk(dataDir, 0)
  return found
}
