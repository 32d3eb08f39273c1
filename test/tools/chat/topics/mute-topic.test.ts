import { expect, test } from 'vitest'
import { alice, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob', 'Guest')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('mutes a topic once, and ends that once', async () => {
  const mute = async (op: string, place: object = { stream: 'general' }) =>
    alice.patch('/users/me/subscriptions/muted_topics', { topic: 't', op, ...place })
  ok(await mute('add'))
  expect((await alice.register())['muted_topics']).toEqual([['general', 't', 1_767_323_045]])
  expect(await mute('add')).toMatchObject({ ...refused, msg: 'Topic already muted' })
  ok(await mute('remove', { stream_id: 1 }))
  expect(await mute('remove')).toMatchObject({ ...refused, msg: 'Topic is not muted' })
  expect(await mute('add', {})).toMatchObject({ ...refused, msg: "Please supply 'stream'." })
})
