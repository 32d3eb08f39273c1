import { expect, test } from 'vitest'
import { killUnderLoad } from '../../support/chat-kill.ts'

test('fifty kills lose, repeat and disorder nothing that people said', async () => {
  const { faults, ...report } = await killUnderLoad(50, 2_000)
  console.log('50 kills under load:', report)
  expect(faults).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(50)
  expect(report.retries).toBeGreaterThan(0)
})
