import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('answers every version, oldest first', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const id = await alice.say('first')
  world.pass(1)
  ok(await alice.patch(`/messages/${id}`, { content: 'second' }))
  world.pass(1)
  ok(await alice.patch(`/messages/${id}`, { topic: 'moved' }))
  const history = async () => alice.get(`/messages/${id}/history`)
  expect(ok(await history())['message_history']).toMatchObject([
    { topic: 't', content: 'first', timestamp: 1_767_323_045, user_id: alice.id },
    { topic: 't', content: 'second', prev_content: 'first', rendered_content: '<p>second</p>' },
    { topic: 'moved', prev_topic: 't', content: 'second' },
  ])
  ok(await world.owner.patch('/realm', { message_edit_history_visibility_policy: 'moves' }))
  expect(ok(await history())['message_history']).toMatchObject([
    { topic: 't', content: 'second' },
    { topic: 'moved', prev_topic: 't' },
  ])
  ok(await world.owner.patch('/realm', { message_edit_history_visibility_policy: 'none' }))
  expect(await history()).toMatchObject({ status: 400 })
})
