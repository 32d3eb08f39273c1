import { expect, test } from 'vitest'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const unread = async (who = bob): Promise<number> =>
  (await who.register({ fetch_event_types: ['message'] }))['unread_msgs'].count

test('marks everything as read, and tells the clients of the caller', async () => {
  const ids = [await alice.say('1'), await alice.whisper('2', bob), await alice.say('3')]
  expect(await unread()).toBe(3)
  const queue = await bob.register()
  expect(ok(await bob.post('/mark_all_as_read'))['complete']).toBe(true)
  expect(await unread()).toBe(0)
  const [event] = await bob.events(queue)
  expect(event).toMatchObject({ type: 'update_message_flags', op: 'add', flag: 'read' })
  expect(event?.['messages'].toSorted()).toEqual(ids)
  expect(await unread(world.owner)).toBe(2)
  ok(await bob.post('/mark_all_as_read'))
})
