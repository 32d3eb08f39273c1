import { beforeEach, expect, test } from 'vitest'
import { ROLES } from '../../../../src/chat/groups/system-groups.ts'
import type { ChannelGroupSetting } from '../../../../src/chat/organization/realm-settings.ts'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { type Answer, ok, type Person } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

beforeEach(async () => {
  const hers = { name: 'hers', subscribers: [alice.id, bob.id] }
  ok(await alice.post('/channels/create', { ...hers, send_new_subscription_messages: false }))
})

const change = (fields: object, who = alice) => who.patch('/streams/2', { ...fields })

test('changes properties and tells everybody who may know of the channel', async () => {
  const queue = await bob.register({ event_types: ['stream'] })
  ok(await change({ new_name: 'Ours', description: 'New', topics_policy: 'disable_empty_topic' }))
  ok(await change({ message_retention_days: 'unlimited', can_send_message_group: 4 }))
  const common = { type: 'stream', op: 'update', stream_id: 2 }
  expect(await bob.events(queue)).toMatchObject([
    { ...common, property: 'name', value: 'Ours', name: 'hers' },
    { ...common, property: 'description', value: 'New', rendered_description: '<p>New</p>' },
    { ...common, property: 'topics_policy', value: 'disable_empty_topic' },
    { ...common, property: 'message_retention_days', value: -1 },
    { ...common, property: 'can_send_message_group', value: 4 },
  ])
  const [, record] = ok(await bob.get('/streams'))['streams']
  expect(record).toMatchObject({ name: 'Ours', message_retention_days: -1 })
})

test('is for those whom the channel names and administrators', async () => {
  const refused = {
    status: 400,
    code: 'BAD_REQUEST',
    msg: 'You do not have permission to administer this channel.',
  }
  expect(await change({ description: 'x' }, bob)).toMatchObject(refused)
  ok(
    await change({
      can_administer_channel_group: { direct_members: [alice.id, bob.id], direct_subgroups: [] },
    }),
  )
  ok(await change({ description: 'x' }, bob))
  ok(await change({ description: 'y' }, world.owner))
})

/** What each group of a channel may do, tried by somebody; `hers` is private, with history for all subscribers. */
const GOVERNED: Record<ChannelGroupSetting, (who: Person) => Promise<Answer>> = {
  can_add_subscribers_group: async (who) =>
    who.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'hers' }],
      principals: [world.owner.id],
    }),
  can_administer_channel_group: async (who) => change({ description: 'x' }, who),
  can_create_topic_group: async (who) => tryToSend(who, 'new'),
  can_delete_any_message_group: async (who) =>
    who.delete(`/messages/${await alice.say('x', { to: 'hers' })}`),
  can_delete_own_message_group: async (who) =>
    who.delete(`/messages/${await who.say('x', { to: 'hers' })}`),
  can_move_messages_out_of_channel_group: async (who) =>
    who.patch(`/messages/${await alice.say('x', { to: 'hers' })}`, { stream_id: 1 }),
  can_move_messages_within_channel_group: async (who) =>
    who.patch(`/messages/${await alice.say('x', { to: 'hers' })}`, { topic: 'other' }),
  can_remove_subscribers_group: async (who) =>
    who.delete('/users/me/subscriptions', { subscriptions: ['hers'], principals: [alice.id] }),
  can_resolve_topics_group: async (who) =>
    who.patch(`/messages/${await alice.say('x', { to: 'hers' })}`, {
      topic: '\u2714 t',
      propagate_mode: 'change_all',
    }),
  can_send_message_group: async (who) => tryToSend(who, 't'),
  can_subscribe_group: async (who) =>
    who.post('/users/me/subscriptions', { subscriptions: [{ name: 'hers' }] }),
}

const tryToSend = async (who: Person, topic: string) =>
  who.post('/messages', { type: 'channel', to: 'hers', topic, content: 'x' })

/** Rights in the whole organization, which would come on top of those in a channel. */
const EVERYWHERE = [
  'can_add_subscribers_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_between_channels_group',
  'can_move_messages_between_topics_group',
  'can_resolve_topics_group',
]

test.each(Object.keys(GOVERNED) as ChannelGroupSetting[])(
  'lets those whom %s names do it, and nobody else',
  async (setting) => {
    verifies('chat:5:5:groups')
    const carol = await world.add('Carol')
    ok(await change({ is_private: true, history_public_to_subscribers: true }))
    const isForOutsiders = setting === 'can_subscribe_group'
    const principals = [bob.id, carol.id]
    const place = { subscriptions: isForOutsiders ? ['hers'] : [{ name: 'hers' }], principals }
    ok(await alice[isForOutsiders ? 'delete' : 'post']('/users/me/subscriptions', place))
    await alice.say('x', { to: 'hers', topic: 't' })
    for (const right of EVERYWHERE) ok(await world.owner.patch('/realm', { [right]: 8 }))
    const named = { direct_members: [alice.id, bob.id], direct_subgroups: [] }
    ok(await change({ [setting]: named }))
    expect(await GOVERNED[setting](carol)).toMatchObject({ status: 400, result: 'error' })
    ok(await GOVERNED[setting](bob))
  },
)

test('changes a permission only from what the client believes it is', async () => {
  const can_send_message_group = { new: 4, old: 3 }
  expect(await change({ can_send_message_group })).toMatchObject({
    status: 400,
    code: 'EXPECTATION_MISMATCH',
  })
  ok(await change({ can_send_message_group: { new: 4, old: 2 } }))
})

test('allows only the empty topic where there is no other', async () => {
  verifies('chat:2.2:topics_policy:empty_topic_only', 'chat:9:404')
  const id = await alice.say('x', { to: 'hers', topic: 'named' })
  const only = { topics_policy: 'empty_topic_only' }
  expect(await change(only)).toMatchObject({ status: 400 })
  ok(await alice.patch(`/messages/${id}`, { topic: '', send_notification_to_new_thread: false }))
  ok(await change(only))
})

test('makes private what was public and back, for all to see', async () => {
  const carol = await world.add('Carol')
  const queue = await carol.register()
  ok(await change({ is_private: true }))
  expect(ok(await carol.get('/streams'))['streams']).toHaveLength(1)
  ok(await change({ is_private: false }))
  const events = await carol.events(queue)
  expect(events).toMatchObject([
    { op: 'delete', streams: [{ stream_id: 2 }] },
    { op: 'create', streams: [{ name: 'hers' }] },
    { op: 'update', property: 'invite_only', value: false, history_public_to_subscribers: true },
  ])
  expect(await change({ is_private: true, is_web_public: true })).toMatchObject({ status: 400 })
  expect(await change({ is_default_stream: true })).toMatchObject({ status: 400 })
  expect(await change({ is_web_public: true })).toMatchObject({ status: 400 })
})

test('takes a channel out of the archive', async () => {
  ok(await alice.delete('/streams/2'))
  ok(await change({ is_archived: false }))
  expect(await alice.say('back', { to: 'hers' })).toBe(1)
})

test.each([
  ['its own name', { new_name: 'hers' }, 'Channel already has that name.'],
  ['a taken name', { new_name: 'General' }, "Channel 'General' already exists"],
])('refuses %s', async (_, fields, msg) => {
  expect(await change(fields)).toMatchObject({ status: 400, msg })
})

test('is not for guests, whatever group they are in', async () => {
  const guest = await world.add('Gil', { role: ROLES.guest })
  const subscriptions = [{ name: 'hers' }]
  ok(await alice.post('/users/me/subscriptions', { subscriptions, principals: [guest.id] }))
  const both = { direct_members: [alice.id, guest.id], direct_subgroups: [] }
  ok(await change({ can_administer_channel_group: both }))
  expect(await change({ description: 'mine' }, guest)).toMatchObject({ status: 400 })
  expect(await guest.delete('/streams/2')).toMatchObject({ status: 400 })
  ok(await guest.delete('/users/me/subscriptions', { subscriptions: ['hers'] }))
  expect(await guest.get('/streams/2')).toMatchObject({ status: 400 })
  ok(await change({ description: 'hers' }))
})

test.each([
  { is_private: false },
  { is_private: false, is_web_public: true },
  { history_public_to_subscribers: true },
  { can_add_subscribers_group: 2 },
  { can_subscribe_group: 2 },
])('lets no administrator who may not read a channel open it by %o', async (changedFields) => {
  const hidden = { name: 'hidden', invite_only: true, subscribers: [alice.id] }
  const id = Number(ok(await alice.post('/channels/create', hidden))['id'])
  const ask = async (who: Person, fields: object) => who.patch(`/streams/${id}`, { ...fields })
  expect(await ask(world.owner, changedFields)).toMatchObject({
    status: 400,
    msg: 'Channel content access is required.',
  })
  ok(await ask(world.owner, { description: 'known' }))
})

test('opens a channel, and says which topics it has, for those who may', async () => {
  const hidden = { name: 'hidden', invite_only: true, subscribers: [alice.id] }
  const id = Number(ok(await alice.post('/channels/create', hidden))['id'])
  for (const [setting, value] of [
    ['can_create_public_channel_group', { is_private: false }],
    ['can_create_web_public_channel_group', { is_private: false, is_web_public: true }],
    ['can_set_topics_policy_group', { topics_policy: 'disable_empty_topic' }],
  ] as const) {
    ok(await world.owner.patch('/realm', { [setting]: 7 }))
    const ask = async () => alice.patch(`/streams/${id}`, { ...value })
    expect(await ask(), setting).toMatchObject({ status: 400, msg: 'Insufficient permission' })
    ok(await world.owner.patch('/realm', { [setting]: 3 }))
    ok(await ask())
    ok(await alice.patch(`/streams/${id}`, { is_private: true, is_web_public: false }))
  }
})
