import { expect, test } from 'vitest'
import { scheduleUnderFire } from '../../support/chat-scheduled.ts'

test('what is due is sent once by two servers on one store, which are killed while they send', async () => {
  const report = await scheduleUnderFire({ processes: 2, messages: 60, kills: 1 })
  expect(report).toEqual({ interruptions: 1, faults: [] })
})
