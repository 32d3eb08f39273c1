import { expect, test } from 'vitest'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const unread = async (who = bob): Promise<number> =>
  (await who.register({ fetch_event_types: ['message'] }))['unread_msgs'].count

test('marks a topic as read and no other', async () => {
  await alice.say('1', { topic: 'a' })
  await alice.say('2', { topic: 'b' })
  const mark = async (topic_name: string) =>
    bob.post('/mark_topic_as_read', { stream_id: 1, topic_name })
  ok(await mark('A'))
  expect(await unread()).toBe(1)
  expect(await mark('c')).toMatchObject({ ...refused, msg: "No such topic 'c'" })
})
