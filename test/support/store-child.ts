/**
 * A process of its own on a shared store, started by `store-process.ts`:
 * `store-child.ts fill <location> <writer> <milliseconds> <pause>` writes rows one after another and prints
 * a report; `store-child.ts acknowledge <location> <writer>` writes for ever and prints the number of
 * each row once its write is acknowledged; `store-child.ts open <location>` opens and closes.
 */
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '../../src/lib/log.ts'
import { openStore } from '../../src/store/open.ts'

/** Writers inside one acknowledging process, so that batches hold several units. */
const ACKNOWLEDGING_WRITERS = 8

/** What a filling process prints when its time is over. */
export interface FillReport {
  written: number
  failed: number
  longestWaitMs: number
}

const [mode, location = '', writer = '', durationMs = '0', pauseMs = '0'] = process.argv.slice(2)
const store = await openStore({ location, log: createLog('warn') })

async function writeRow(row: number): Promise<void> {
  await store.write(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name: `${writer}:${row}`, value: String(row) })
      .execute()
  })
}

async function fill(): Promise<FillReport> {
  const report: FillReport = { written: 0, failed: 0, longestWaitMs: 0 }
  const endsAt = Date.now() + Number(durationMs)
  for (let row = 1; Date.now() < endsAt; row += 1) {
    const startedAt = performance.now()
    try {
      await writeRow(row)
      report.written += 1
    } catch {
      report.failed += 1
    }
    report.longestWaitMs = Math.max(report.longestWaitMs, performance.now() - startedAt)
    if (Number(pauseMs) > 0) await sleep(Number(pauseMs))
  }
  return report
}

async function acknowledge(): Promise<never> {
  let row = 0
  const one = async (): Promise<never> => {
    for (;;) {
      row += 1
      const mine = row
      await writeRow(mine)
      // Synchronous, so that what was acknowledged is in the pipe before the process can die.
      writeSync(1, `${mine}\n`)
    }
  }
  return Promise.race(Array.from({ length: ACKNOWLEDGING_WRITERS }, one))
}

if (mode === 'acknowledge') await acknowledge()
if (mode === 'fill') writeSync(1, JSON.stringify(await fill()))
await store.close()
