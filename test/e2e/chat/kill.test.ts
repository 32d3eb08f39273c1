// @module-tag full
import { expect, test } from 'vitest'
import { killUnderLoad } from '../../support/chat-kill.ts'

test('a server killed while people talk loses, repeats and disorders nothing', async () => {
  const { faults, acknowledged } = await killUnderLoad(3, 500)
  expect(faults).toEqual([])
  expect(acknowledged).toBeGreaterThan(3)
})
