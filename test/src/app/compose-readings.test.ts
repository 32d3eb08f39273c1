import { expect, test } from 'vitest'
import { eventReadings } from '../../../src/app/compose-readings.ts'
import { findNewestEventId } from '../../../src/chat/kernel/event-log.ts'
import type { Chat } from '../../../src/chat/kernel/types.ts'
import { reader } from '../../../src/chat/kernel/unit-of-work.ts'
import { startChatWorld } from '../../support/chat-world.ts'

test('metrics tell how many queues there are, and how far behind a process shows events', async () => {
  await using world = await startChatWorld()
  const { chat, owner } = world
  const read = async (name: string, shown: Chat = chat) => {
    const readings = eventReadings(
      async () => chat.store,
      async () => shown,
    )
    return readings.find((one) => one.name === name)?.read()
  }
  expect(await read('bellhop_event_queues')).toBe(0)
  await owner.register()
  expect(await read('bellhop_event_queues')).toBe(1)
  await owner.say('hello')
  const newest = await findNewestEventId(reader(chat))
  const lagOf = async (known: number | undefined) =>
    read('bellhop_event_log_lag', {
      ...chat,
      eventLogCache: { ...chat.eventLogCache, known: () => known },
    })
  expect(await lagOf(undefined)).toBe(0)
  expect(await lagOf(newest)).toBe(0)
  expect(await lagOf(newest - 1)).toBe(1)
})
