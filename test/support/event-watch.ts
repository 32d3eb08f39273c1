/**
 * Watches a whole test run: every chat event that a process of the product has emitted or shown to a client must be
 * one of the union of all events. What was looked at is told at the end; a fault fails the run.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EVENT_NOTES_VARIABLE } from './event-notes.ts'
import { faultsOf, type SeenEvents } from './judge-events.ts'

/** Called by vitest for each project, before its first test. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'bh-events-'))
  process.env[EVENT_NOTES_VARIABLE] = folder
  return () => {
    const seen = globSync(join(folder, '*.jsonl')).flatMap(readNotes)
    rmSync(folder, { recursive: true, force: true })
    const faults = new Set(faultsOf(seen))
    const count = seen.reduce((sum, { events }) => sum + events.length, 0)
    if (count > 0) process.stdout.write(`chat events: ${count} of other processes looked at\n`)
    if (faults.size > 0) throw new Error([...faults].join('\n\n'))
  }
}

function readNotes(file: string): SeenEvents[] {
  // A process that was killed may have left half a line.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as SeenEvents)
}
