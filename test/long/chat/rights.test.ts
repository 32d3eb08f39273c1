import { expect, test } from 'vitest'
import { onBothDatabases } from '../../support/both-databases.ts'
import {
  runRightHistories,
  startRightsStage,
  startServedRights,
} from '../../support/rights/stage.ts'

/** By when what stood on a right is closed. */
const CLOSE_MAX_MS = 2_000

/** What requests have time to be let in before their account is away for a moment. */
const SETTLE_MS = 1_500

const AT_ONCE = 6

const seeds = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n)

await onBothDatabases((backend) => {
  test('500 histories at two processes: nothing committed after the end of a right is delivered', async () => {
    const times = { closeMaxMs: CLOSE_MAX_MS, settleMs: SETTLE_MS }
    await using stage = await startServedRights(backend, times)
    const { faults, ...counts } = await runRightHistories(stage, seeds(10_000, 500), AT_ONCE)
    console.log(`${backend.kind}, two processes: ${JSON.stringify(counts)}`)
    expect(faults.slice(0, 5)).toEqual([])
    expect(counts.ended).toBeGreaterThan(2_000)
  }, 1_800_000)

  test('500 histories at two servers that look often, with calls that become tasks at once', async () => {
    await using stage = await startRightsStage(backend, { rightsLookMs: 20 })
    const { faults, ...counts } = await runRightHistories(stage, seeds(20_000, 500), AT_ONCE)
    console.log(`${backend.kind}, two servers: ${JSON.stringify(counts)}`)
    expect(faults.slice(0, 5)).toEqual([])
    expect(counts.ended).toBeGreaterThan(2_000)
  }, 1_800_000)
})
