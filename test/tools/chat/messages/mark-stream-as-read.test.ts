import { expect, test } from 'vitest'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const unread = async (who = bob): Promise<number> =>
  (await who.register({ fetch_event_types: ['message'] }))['unread_msgs'].count

test('marks a channel as read and no other', async () => {
  const other = { name: 'other', subscribers: [alice.id, bob.id] }
  ok(await alice.post('/channels/create', { ...other, send_new_subscription_messages: false }))
  await alice.say('1')
  await alice.say('2', { to: 'other' })
  ok(await bob.post('/mark_stream_as_read', { stream_id: 1 }))
  expect(await unread()).toBe(1)
  expect(await bob.post('/mark_stream_as_read', { stream_id: 99 })).toMatchObject({
    code: 'BAD_REQUEST',
  })
})
