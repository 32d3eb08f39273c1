import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProcessPlace, hasEnded } from './process-place.ts'

const PLACE_CHARS = 12

/** Kinds of which this process has swept the folders of others. */
const swept = new Set<string>()

/**
 * Makes a folder among those of temporary files that is named after this process. The first of its kind removes those of processes
 * that have ended without doing so, as killed ones do. Throws what making folders throws.
 */
export function makeOwnFolder(kind: string, parent: string = tmpdir()): string {
  const place = findProcessPlace()
  const mark = createHash('sha256').update(place).digest('hex').slice(0, PLACE_CHARS)
  const start = `bellhop-${kind}-${mark}-`
  if (place !== '' && !swept.has(`${parent} ${kind}`)) {
    swept.add(`${parent} ${kind}`)
    sweep(parent, start)
  }
  return mkdtempSync(join(parent, `${start}${process.pid}-`))
}

function sweep(parent: string, start: string): void {
  try {
    for (const name of readdirSync(parent)) {
      const pid = name.startsWith(start) ? Number.parseInt(name.slice(start.length), 10) : NaN
      if (pid > 0 && hasEnded(pid)) rmSync(join(parent, name), { recursive: true, force: true })
    }
  } catch {
    // What belongs to somebody else stays.
  }
}
