import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'
import { openProtectedChannel } from '../../../support/protected-channel.ts'

test('answers a message in the form that the client wants', async () => {
  verifies('chat:2.4:client', 'chat:2.4:content', 'chat:2.4:content_type')
  verifies('chat:2.4:display_recipient:channel', 'chat:2.4:display_recipient:direct')
  verifies('chat:2.4:avatar_url')
  await using world = await startChatWorld({ usesGravatar: true })
  const alice = await world.add('Alice')
  const id = await alice.say('a < b', { topic: '' })
  const get = async (fields: object = {}, of = id) =>
    ok(await alice.get(`/messages/${of}`, { ...fields }))
  const { message, raw_content } = await get()
  expect(raw_content).toBe('a < b')
  expect(message).toMatchObject({
    content: '<p>a &lt; b</p>',
    content_type: 'text/html',
    display_recipient: 'general',
    subject: 'general chat',
    client: 'test',
    avatar_url: null,
    type: 'stream',
  })
  const plain = { apply_markdown: false, client_extavatar: false, allow_empty_topic_name: true }
  expect((await get(plain))['message']).toMatchObject({
    content: 'a < b',
    content_type: 'text/x-markdown',
    subject: '',
    avatar_url: expect.stringMatching(/^https:/),
  })
  await world.chat.store.write(async (tx) =>
    tx.updateTable('chat_user').set({ email_visibility: 4 }).where('id', '=', alice.id).execute(),
  )
  const seen = ok(await world.owner.get(`/messages/${id}`))['message']
  expect(seen.avatar_url).toMatch(/^https:/)
  const direct = await alice.whisper('psst', world.owner)
  expect((await get({}, direct))['message'].display_recipient).toEqual([
    { id: 1, email: 'owner@chat.test', full_name: 'Owner', is_mirror_dummy: false },
    {
      id: alice.id,
      email: `user${alice.id}@chat.test`,
      full_name: 'Alice',
      is_mirror_dummy: false,
    },
  ])
})

test('answers those of web-public channels without an account, and no others', async () => {
  verifies('chat:5:4:web-public')
  await using world = await startChatWorld()
  ok(await world.owner.post('/channels/create', { name: 'web', is_web_public: true }))
  const [open, closed] = [
    await world.owner.say('open', { to: 'web' }),
    await world.owner.say('closed'),
  ]
  const answer = ok(await world.anybody.get(`/messages/${open}`))
  expect(answer['message']).toMatchObject({ flags: ['read', 'historical'] })
  expect(await world.anybody.get(`/messages/${closed}`)).toMatchObject({ status: 400 })
})

test('answers of protected history only what was received', async () => {
  await using world = await startChatWorld()
  const { alice, bob, admitBob } = await openProtectedChannel(world)
  const early = await alice.say('early', { to: 'den' })
  await admitBob()
  const late = await alice.say('late', { to: 'den' })
  expect(await bob.get(`/messages/${early}`)).toMatchObject({ status: 400 })
  ok(await bob.get(`/messages/${late}`))
  ok(await bob.delete('/users/me/subscriptions', { subscriptions: ['den'] }))
  expect(await bob.get(`/messages/${late}`)).toMatchObject({ status: 400 })
})
