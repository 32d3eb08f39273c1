// @module-tag full
import { expect, test } from 'vitest'
import { judgeDay } from '../../support/event-day.ts'

test('what clients of all kinds are told of a random day can be decoded by them', async () => {
  const { day, faults, kinds } = await judgeDay({ seed: 7, acts: 80 })
  expect(faults).toEqual([])
  expect(day.done).toBeGreaterThan(30)
  expect(kinds.size).toBeGreaterThan(15)
})
