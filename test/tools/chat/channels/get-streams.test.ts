import { beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, bob, owner, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

beforeEach(async () => {
  const create = async (fields: object) => ok(await owner.post('/channels/create', { ...fields }))
  await create({ name: 'open', subscribers: [bob.id] })
  await create({ name: 'web', is_web_public: true })
  await create({ name: 'den', invite_only: true, subscribers: [bob.id] })
  await create({ name: 'joinable', invite_only: true, can_subscribe_group: 3 })
  await create({ name: 'old' })
  ok(await owner.delete('/streams/6'))
})

const names = async (who: Person, fields: object = {}) =>
  ok(await who.get('/streams', { ...fields }))['streams'].map((one: { name: string }) => one.name)
const none = { include_public: false, include_subscribed: false }

describe('get_streams', () => {
  test('lists public and subscribed channels in use', async () => {
    verifies('chat:4.5:streams:include_public', 'chat:4.5:streams:include_subscribed')
    verifies('chat:4.5:streams:exclude_archived', 'chat:4.1:6', 'chat:9:315')
    expect(await names(alice)).toEqual(['general', 'open', 'web'])
    expect(await names(bob)).toEqual(['general', 'open', 'web', 'den'])
    expect(await names(bob, { include_public: false })).toEqual(['general', 'open', 'den'])
    expect(await names(bob, { include_subscribed: false })).toEqual(['general', 'open', 'web'])
    expect(await names(alice, { exclude_archived: false })).toEqual([
      'general',
      'open',
      'web',
      'old',
    ])
    expect(await names(alice, none)).toEqual([])
  })

  test('adds what else is asked for', async () => {
    verifies('chat:4.5:streams:include_web_public', 'chat:4.5:streams:include_default')
    verifies('chat:4.5:streams:include_all', 'chat:9:356')
    verifies('chat:4.5:streams:include_all:administrator')
    verifies('chat:4.5:streams:include_can_access_content')
    expect(await names(bob, { ...none, include_web_public: true })).toEqual(['web'])
    expect(await names(bob, { ...none, include_default: true })).toEqual(['general'])
    const seen = ['general', 'open', 'web', 'joinable']
    expect(await names(alice, { include_all: true })).toEqual(seen)
    expect(await names(owner, { include_all: true })).toEqual([
      'general',
      'open',
      'web',
      'den',
      'joinable',
    ])
    expect(await names(alice, { ...none, include_can_access_content: true })).toEqual(seen)
    const content = { ...none, include_can_access_content: true }
    expect(await names(owner, content)).toEqual(['general', 'open', 'web', 'joinable'])
  })

  test('marks default channels when asked for them', async () => {
    const { streams } = ok(await alice.get('/streams', { include_default: true }))
    expect(streams.map((one: { is_default: boolean }) => one.is_default)).toEqual([
      true,
      false,
      false,
    ])
    expect(ok(await alice.get('/streams'))['streams'][0]).not.toHaveProperty('is_default')
  })

  test('lists the channels of its owner to a bot', async () => {
    verifies('chat:4.5:streams:include_owner_subscribed', 'chat:5:1:bots')
    const bot = await world.add('Robot', { bot_type: 1, bot_owner_id: bob.id })
    expect(await names(bot, none)).toEqual([])
    expect(await names(bot, { ...none, include_owner_subscribed: true })).toEqual([
      'general',
      'open',
      'den',
    ])
  })

  test('keeps the deprecated alias for administrators', async () => {
    verifies('chat:4.5:streams:include_all_active', 'chat:5:5:include_all_active')
    expect(await alice.get('/streams', { include_all_active: true })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      msg: 'User not authorized for this query',
    })
    expect(await names(owner, { ...none, include_all_active: true })).toHaveLength(5)
  })
})

test('a channel tells everything that the specification names', async () => {
  verifies('chat:4.5:streams:response', 'chat:2.2:stream_id', 'chat:2.2:name')
  verifies('chat:2.2:is_archived', 'chat:2.2:description', 'chat:2.2:rendered_description')
  verifies('chat:2.2:date_created', 'chat:2.2:creator_id', 'chat:2.2:invite_only')
  verifies('chat:2.2:is_web_public', 'chat:2.2:stream_post_policy', 'chat:2.2:is_announcement_only')
  verifies('chat:2.2:message_retention_days', 'chat:2.2:history_public_to_subscribers')
  verifies('chat:2.2:topics_policy', 'chat:2.2:first_message_id', 'chat:2.2:folder_id')
  verifies('chat:2.2:is_recently_active', 'chat:9:392', 'chat:9:389', 'chat:9:323', 'chat:9:254')
  const [before] = ok(await alice.get('/streams'))['streams']
  expect(before).toMatchObject({
    stream_id: 1,
    name: 'general',
    is_archived: false,
    description: 'Everybody is here.',
    rendered_description: '<p>Everybody is here.</p>',
    date_created: 1_767_323_045,
    creator_id: owner.id,
    invite_only: false,
    is_web_public: false,
    stream_post_policy: 1,
    is_announcement_only: false,
    message_retention_days: null,
    history_public_to_subscribers: true,
    topics_policy: 'inherit',
    first_message_id: null,
    folder_id: null,
    is_recently_active: true,
    subscriber_count: 3,
    stream_weekly_traffic: null,
  })
  const id = await alice.say('first')
  await alice.say('second')
  world.pass(8 * 86_400)
  const [after] = ok(await alice.get('/streams'))['streams']
  expect(after).toMatchObject({ first_message_id: id, stream_weekly_traffic: 2 })
  world.pass(181 * 86_400)
  const [quiet] = ok(await alice.get('/streams'))['streams']
  expect(quiet).toMatchObject({ is_recently_active: false })
})

test('who may do what in a channel is a group, or members and groups of its own', async () => {
  verifies('chat:2.2:can_add_subscribers_group', 'chat:2.2:can_remove_subscribers_group')
  verifies('chat:2.2:can_administer_channel_group', 'chat:2.2:can_delete_any_message_group')
  verifies('chat:2.2:can_delete_own_message_group', 'chat:2.2:can_send_message_group')
  verifies('chat:2.2:can_move_messages_out_of_channel_group', 'chat:2.2:can_subscribe_group')
  verifies('chat:2.2:can_move_messages_within_channel_group', 'chat:2.2:can_create_topic_group')
  verifies('chat:2.2:can_resolve_topics_group', 'chat:2.2:GroupSetting:id')
  verifies('chat:2.2:GroupSetting:object', 'chat:9:441', 'chat:9:407:delete-groups', 'chat:9:402')
  verifies('chat:9:396', 'chat:9:357', 'chat:9:342', 'chat:9:333', 'chat:9:325', 'chat:9:310')
  verifies('chat:9:197')
  const open = ok(await alice.get('/streams'))['streams'][1]
  expect(open).toMatchObject({
    can_add_subscribers_group: 8,
    can_administer_channel_group: { direct_members: [owner.id], direct_subgroups: [] },
    can_create_topic_group: 2,
    can_delete_any_message_group: 8,
    can_delete_own_message_group: 8,
    can_move_messages_out_of_channel_group: 8,
    can_move_messages_within_channel_group: 8,
    can_remove_subscribers_group: 6,
    can_resolve_topics_group: 8,
    can_send_message_group: 2,
    can_subscribe_group: 8,
  })
  for (const [group, policy] of [
    [6, 2],
    [4, 3],
    [5, 4],
  ]) {
    ok(await owner.patch('/streams/2', { can_send_message_group: group }))
    const changed = ok(await alice.get('/streams'))['streams'][1]
    expect(changed).toMatchObject({
      stream_post_policy: policy,
      is_announcement_only: policy === 2,
    })
  }
})
