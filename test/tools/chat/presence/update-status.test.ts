import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('tells everybody what has changed, and only that', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const queue = await world.owner.register()
  ok(await alice.post('/users/me/status', { status_text: 'Here' }))
  ok(await alice.post('/users/me/status', { emoji_name: 'tada' }))
  const common = { type: 'user_status', user_id: alice.id }
  expect(await world.owner.events(queue)).toEqual([
    { ...common, id: expect.any(Number), status_text: 'Here' },
    {
      ...common,
      id: expect.any(Number),
      emoji_name: 'tada',
      emoji_code: '1f389',
      reaction_type: 'unicode_emoji',
    },
  ])
  const { user_status } = await world.owner.register({ fetch_event_types: ['user_status'] })
  expect(user_status).toMatchObject({ [alice.id]: { status_text: 'Here', emoji_name: 'tada' } })
})

test('tells the clients of the user that presence is off, where the older switch says so', async () => {
  await using world = await startChatWorld()
  const queue = await world.owner.register({ event_types: ['user_settings'] })
  const say = async (away: boolean) => ok(await world.owner.post('/users/me/status', { away }))
  await say(true)
  await say(true)
  await say(false)
  expect(await world.owner.events(queue)).toMatchObject([
    { op: 'update', property: 'presence_enabled', value: false },
    { op: 'update', property: 'presence_enabled', value: true },
  ])
})
