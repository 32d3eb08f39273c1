import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isWatched } from './outputs.ts'

/**
 * A folder that is made once for a run, by whoever asks first, and goes with the run; undefined where nothing is kept until
 * then. `make` is given an empty one.
 */
export function madeOnce(name: string, make: (folder: string) => void): string | undefined {
  if (!isWatched()) return undefined
  const all = join(tmpdir(), 'made-once')
  const folder = join(all, name)
  if (existsSync(folder)) return folder
  const made = join(all, `${name}-${process.pid}`)
  mkdirSync(made, { recursive: true })
  make(made)
  try {
    renameSync(made, folder)
  } catch (thrown) {
    // Another process has made the same meanwhile.
    if (!existsSync(folder)) throw thrown
    rmSync(made, { recursive: true })
  }
  return folder
}
