import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '../../lib/durations.ts'
import { findProcessPlace, hasEnded } from '../../lib/process-place.ts'

/** What the names of all folders of browsers begin with, in the folder of temporary files. */
export const FOLDER_PREFIX = 'bellhop-browser-'

/** File in the folder of a browser that says whose it is. */
export const OWNER_FILE = 'owner'

/** Age from which a folder is removed whoever made it: no browser lives as long. */
const ABANDONED_MS = DAY_MS

/** The content of that file: where this process runs, and its id there. */
export function ownerMark(): string {
  return `${findProcessPlace()} ${process.pid}`
}

/** Removes the folders of browsers whose owners have ended without doing so. */
export function sweepFolders(parent: string = tmpdir(), now = Date.now()): void {
  const place = findProcessPlace()
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(FOLDER_PREFIX)) continue
    const folder = join(parent, name)
    if (isAbandoned(folder, place, now)) {
      try {
        rmSync(folder, { recursive: true, force: true })
      } catch {
        // It is somebody else's.
      }
    }
  }
}

function isAbandoned(folder: string, here: string, now: number): boolean {
  try {
    if (now - statSync(folder).mtimeMs > ABANDONED_MS) return true
    const [place = '', pid = ''] = readFileSync(join(folder, OWNER_FILE), 'utf8').split(' ')
    return place !== '' && place === here && hasEnded(Number(pid))
  } catch {
    return false
  }
}
