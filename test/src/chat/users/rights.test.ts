import { expect, test } from 'vitest'
import { onBothDatabases } from '../../../support/both-databases.ts'
import { runRightHistories, startRightsStage } from '../../../support/rights/stage.ts'

const SEEDS = [1, 2, 3]

await onBothDatabases((backend) => {
  test('nothing is delivered that was committed after the end of a right, and what stands on it is closed', async () => {
    await using stage = await startRightsStage(backend, { rightsLookMs: 20 })
    const { faults, ...counts } = await runRightHistories(stage, SEEDS, SEEDS.length)
    console.log(backend.kind, counts)
    expect(faults).toEqual([])
    expect(counts.ended).toBeGreaterThan(SEEDS.length * 3)
  })
})
