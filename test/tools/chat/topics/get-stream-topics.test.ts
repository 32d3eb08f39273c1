import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'
import { openProtectedChannel } from '../../../support/protected-channel.ts'

test('lists topics, the latest first, under their latest spelling', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  await alice.say('1', { topic: 'Lunch' })
  const empty = await alice.say('2', { topic: '' })
  const lunch = await alice.say('3', { topic: 'lunch' })
  const topics = async (fields: object = {}) =>
    ok(await alice.get('/users/me/1/topics', { ...fields }))['topics']
  expect(await topics()).toEqual([
    { name: 'lunch', max_id: lunch },
    { name: 'general chat', max_id: empty },
  ])
  expect((await topics({ allow_empty_topic_name: true }))[1].name).toBe('')
})

test('lists of protected history only what was received, and tells nothing of hidden channels', async () => {
  await using world = await startChatWorld()
  const { alice, bob, admitBob } = await openProtectedChannel(world)
  await alice.say('early', { to: 'den', topic: 'early' })
  expect(await bob.get('/users/me/2/topics')).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
  })
  await admitBob()
  await alice.say('late', { to: 'den', topic: 'late' })
  const names = ok(await bob.get('/users/me/2/topics'))['topics'].map(
    (one: { name: string }) => one.name,
  )
  expect(names).toEqual(['late'])
})

test('works without an account for web-public channels', async () => {
  await using world = await startChatWorld()
  ok(await world.owner.post('/channels/create', { name: 'web', is_web_public: true }))
  await world.owner.say('hello', { to: 'web', topic: 'open' })
  expect(ok(await world.anybody.get('/users/me/2/topics'))['topics']).toHaveLength(1)
  expect(await world.anybody.get('/users/me/1/topics')).toMatchObject({ status: 400 })
})
