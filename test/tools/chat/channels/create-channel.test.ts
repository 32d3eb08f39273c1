import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { type Answer, ok, startChatWorld } from '../../../support/chat-world.ts'

test('makes a channel with its first subscribers, and tells who may know of it', async () => {
  verifies('chat:4.10:named:create-channel', 'chat:2.2:topics_policy:default')
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const [hers, his] = [await alice.register(), await bob.register()]
  const { id } = ok(
    await alice.post('/channels/create', {
      name: ' News ',
      description: 'Short\n  ones',
      subscribers: [alice.id],
    }),
  )
  const kinds = (events: Answer[]) => events.map(({ type, op }) => `${type}/${op}`)
  expect(kinds(await bob.events(his))).toEqual(['stream/create', 'subscription/peer_add'])
  const mine = await alice.events(hers)
  expect(kinds(mine)).toEqual(['stream/create', 'subscription/add', 'subscription/peer_add'])
  expect(mine[0]?.['streams']).toMatchObject([
    { stream_id: id, name: 'News', description: 'Short ones', topics_policy: 'inherit' },
  ])
  expect(mine[1]?.['subscriptions']).toMatchObject([{ stream_id: id, subscribers: [alice.id] }])
})

test('tells nobody else of a private one', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const queue = await bob.register()
  ok(
    await alice.post('/channels/create', {
      name: 'den',
      invite_only: true,
      subscribers: [alice.id],
    }),
  )
  expect(await bob.events(queue)).toEqual([])
})

test('keeps topics of protected history in the hands of everybody', async () => {
  verifies('chat:2.2:can_create_topic_group:protected')
  await using world = await startChatWorld()
  const create = (fields: object) =>
    world.owner.post('/channels/create', { invite_only: true, ...fields })
  expect(await create({ name: 'a', can_create_topic_group: 3 })).toMatchObject({ status: 400 })
  ok(await create({ name: 'b', can_create_topic_group: 3, history_public_to_subscribers: true }))
  ok(await create({ name: 'c', can_create_topic_group: 2 }))
})

test.each([
  ['an empty name', { name: ' ' }, "Channel name can't be empty."],
  ['a long name', { name: 'x'.repeat(61) }, 'name is too long (limit: 60 characters)'],
  ['a control character', { name: 'a\nb' }, 'Invalid character in channel name.'],
  ['a taken name', { name: 'GENERAL' }, "Channel 'GENERAL' already exists"],
  [
    'a long description',
    { name: 'x', description: 'x'.repeat(1_025) },
    'description is too long (limit: 1024 characters)',
  ],
  [
    'private and web-public at once',
    { name: 'x', invite_only: true, is_web_public: true },
    'Invalid parameters',
  ],
  ['an unknown subscriber', { name: 'x', subscribers: [99] }, 'No such user'],
  ['an unknown group', { name: 'x', can_send_message_group: 99 }, 'Invalid user group ID: 99'],
  [
    'an unknown member',
    { name: 'x', can_send_message_group: { direct_members: [99], direct_subgroups: [] } },
    'Invalid user ID: 99',
  ],
  [
    'strange retention',
    { name: 'x', message_retention_days: 'long' },
    "Bad value for 'message_retention_days': long",
  ],
])('refuses %s', async (_, fields, msg) => {
  await using world = await startChatWorld()
  expect(await world.owner.post('/channels/create', fields)).toMatchObject({ status: 400, msg })
})

test('is for those whom the organization allows it', async () => {
  await using world = await startChatWorld()
  const [alice, guest] = [await world.add('Alice'), await world.add('Guest', { role: 600 })]
  const create = (name: string, fields: object = {}, who = alice) =>
    who.post('/channels/create', { name, ...fields })
  const refused = { status: 400, msg: 'Insufficient permission' }
  expect(await create('a', {}, guest)).toMatchObject(refused)
  const guests = { direct_members: [guest.id], direct_subgroups: [] }
  ok(await world.owner.patch('/realm', { can_create_public_channel_group: { new: guests } }))
  expect(await create('a', {}, guest)).toMatchObject(refused)
  ok(await world.owner.patch('/realm', { can_create_public_channel_group: 3 }))
  expect(await create('a', { is_web_public: true })).toMatchObject(refused)
  expect(await create('a', { is_default_stream: true })).toMatchObject(refused)
  ok(
    await world.owner.patch('/realm', {
      can_create_public_channel_group: 7,
      can_create_private_channel_group: 7,
    }),
  )
  expect(await create('a')).toMatchObject(refused)
  expect(await create('a', { invite_only: true })).toMatchObject(refused)
})
