import { describe, expect, test } from 'vitest'
import { writeChat } from '../../../../src/chat/kernel/unit-of-work.ts'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const hide = async (id: number) =>
  world.chat.store.write(async (tx) =>
    tx.updateTable('chat_user').set({ email_visibility: 4 }).where('id', '=', id).execute(),
  )

describe('the snapshot', () => {
  test('holds limits and versions under the names of both contracts', async () => {
    verifies('chat:4.10:response:queue_id', 'chat:4.10:response:last_event_id', 'chat:2.10:queue')
    verifies('chat:4.10:response:max_topic_length', 'chat:4.10:response:max_message_length')
    verifies('chat:4.10:response:max_file_upload_size_mib', 'chat:9:level', 'chat:9:481')
    verifies('chat:4.10:response:server_typing_started_wait_period_milliseconds')
    verifies('chat:4.10:response:server_typing_stopped_wait_period_milliseconds')
    verifies('chat:4.10:response:server_typing_started_expiry_period_milliseconds')
    verifies('chat:4.10:response:realm_empty_topic_display_name')
    verifies('chat:4.10:response:recent_private_conversations')
    verifies('chat:4.10:response:navigation_views', 'chat:4.10:response:saved_snippets')
    verifies('chat:4.10:response:subscriptions', 'chat:4.10:response:integrations')
    verifies('chat:4.10:response:service_feature_level')
    expect(await alice.register()).toMatchObject({
      queue_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      last_event_id: -1,
      idle_queue_timeout_secs: 600,
      max_topic_length: 60,
      max_message_length: 10_000,
      max_file_upload_size_mib: 1,
      server_typing_started_wait_period_milliseconds: 30_000,
      server_typing_stopped_wait_period_milliseconds: 12_000,
      server_typing_started_expiry_period_milliseconds: 45_000,
      realm_empty_topic_display_name: 'general chat',
      recent_private_conversations: [],
      navigation_views: [],
      saved_snippets: [],
      subscriptions: [{ stream_id: 1, name: 'general' }],
      realm_incoming_webhook_bots: expect.arrayContaining([
        expect.objectContaining({ name: 'json' }),
      ]),
      service_feature_level: 496,
      zulip_feature_level: 496,
      zulip_version: '12.0',
    })
  })

  test('holds only the kinds that were asked for, by default those of the events', async () => {
    verifies('chat:4.10:event_types', 'chat:4.10:event_types:unsupported')
    verifies('chat:4.10:fetch_event_types')
    const some = await alice.register({ event_types: ['subscription', 'nonsense'] })
    expect(some).toHaveProperty('subscriptions')
    expect(some).not.toHaveProperty('realm_users')
    expect(some).not.toHaveProperty('realm_name')
    const both = await alice.register({ event_types: ['message'], fetch_event_types: ['realm'] })
    expect(both).toHaveProperty('realm_name', 'Bellhop')
    expect(both).not.toHaveProperty('max_message_id')
    ok(await bob.post('/users/me/status', { status_text: 'x' }))
    await bob.say('x')
    expect(await alice.events(both)).toMatchObject([{ type: 'message' }])
    expect(await alice.events(some)).toEqual([])
  })

  test('holds recent conversations, the latest first, without the caller', async () => {
    verifies('chat:2.10:recent-conversation')
    await alice.whisper('1', bob)
    const self = await alice.whisper('2', alice)
    const last = await bob.whisper('3', alice)
    const group = await bob.whisper('4', alice, world.owner)
    const { recent_private_conversations } = await alice.register()
    expect(recent_private_conversations).toEqual([
      { max_message_id: group, user_ids: [world.owner.id, bob.id] },
      { max_message_id: last, user_ids: [bob.id] },
      { max_message_id: self, user_ids: [] },
    ])
  })

  test('holds subscribers as they were asked for', async () => {
    verifies('chat:4.10:include_subscribers')
    const lists = async (fields: object) =>
      (await alice.register({ ...fields }))['subscriptions'][0]
    expect(await lists({})).not.toHaveProperty('subscribers')
    expect(await lists({ include_subscribers: true })).toMatchObject({
      subscribers: [1, alice.id, bob.id],
    })
    expect(await lists({ include_subscribers: 'partial' })).toHaveProperty('subscribers')
    expect(await alice.post('/register', { include_subscribers: 'all' })).toMatchObject({
      status: 400,
    })
  })

  test('tells channels that were left and never joined apart', async () => {
    ok(await bob.post('/channels/create', { name: 'never' }))
    ok(await alice.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
    expect(await alice.register()).toMatchObject({
      subscriptions: [],
      unsubscribed: [{ name: 'general' }],
      never_subscribed: [{ name: 'never' }],
    })
  })

  test('holds presence of the days that were asked for, in the form that was asked for', async () => {
    verifies('chat:4.10:presence_history_limit_days')
    ok(await bob.post('/users/me/presence', { status: 'active' }))
    const presences = async (fields: object = {}) =>
      (await alice.register({ ...fields }))['presences']
    expect(Object.keys(await presences())).toEqual([bob.email])
    expect(Object.keys(await presences({ slim_presence: true }))).toEqual([String(bob.id)])
    const simplified = { client_capabilities: { simplified_presence_events: true } }
    expect(Object.keys(await presences(simplified))).toEqual([String(bob.id)])
    world.pass(15 * 86_400)
    expect(await presences()).toEqual({})
    expect(Object.keys(await presences({ presence_history_limit_days: 16 }))).toEqual([bob.email])
  })

  test('leaves avatars out that the client computes, as it does by default', async () => {
    verifies('chat:4.10:client_extavatar')
    verifies('chat:4.10:client_capabilities:user_avatar_url_field_optional')
    world.chat.usesGravatar = true
    await hide(bob.id)
    const avatars = async (fields: object = {}) =>
      (await alice.register({ ...fields }))['realm_users'].map(
        (user: { avatar_url: string | null }) => (user.avatar_url === null ? 'computed' : 'sent'),
      )
    expect(await avatars()).toEqual(['computed', 'computed', 'computed', 'sent'])
    expect(await avatars({ client_extavatar: false })).toEqual(['sent', 'sent', 'sent', 'sent'])
    const optional = { client_capabilities: { user_avatar_url_field_optional: true } }
    expect(await avatars(optional)).toHaveLength(4)
  })

  test('holds deactivated groups for those who can tell', async () => {
    verifies('chat:4.10:client_capabilities:include_deactivated_groups')
    ok(await alice.post('/user_groups/create', { name: 'g', description: '' }))
    await world.chat.store.write(async (tx) =>
      tx.updateTable('chat_group').set({ is_deactivated: 1 }).where('name', '=', 'g').execute(),
    )
    const groups = async (fields: object = {}) =>
      (await alice.register({ ...fields }))['realm_user_groups']
    expect(await groups()).toHaveLength(8)
    const client_capabilities = { include_deactivated_groups: true }
    expect(await groups({ client_capabilities })).toHaveLength(9)
  })

  test('takes all capabilities of the contract, and holds no linkifiers for those without', async () => {
    verifies('chat:4.10:client_capabilities:notification_settings_null')
    verifies('chat:4.10:client_capabilities:user_settings_object')
    verifies('chat:4.10:client_capabilities:linkifier_url_template')
    verifies('chat:4.10:client_capabilities:user_list_incomplete', 'chat:9:232')
    verifies('chat:4.10:response:realm_linkifiers')
    const client_capabilities = {
      notification_settings_null: true,
      user_settings_object: true,
      linkifier_url_template: false,
      user_list_incomplete: true,
    }
    const snapshot = await alice.register({ client_capabilities })
    expect(snapshot).toMatchObject({ realm_linkifiers: [], user_settings: { enter_sends: true } })
    expect(snapshot).not.toHaveProperty('ignored_parameters_unsupported')
    expect(snapshot['subscriptions'][0].desktop_notifications).toBeNull()
  })
})

describe('the queue', () => {
  test('gets messages in Markdown or HTML, as it was asked for', async () => {
    verifies('chat:4.10:apply_markdown')
    const [raw, html] = [await bob.register(), await bob.register({ apply_markdown: true })]
    await alice.say('a < b')
    expect((await bob.events(raw))[0]?.['message']).toMatchObject({
      content: 'a < b',
      content_type: 'text/x-markdown',
    })
    expect((await bob.events(html))[0]?.['message']).toMatchObject({
      content: '<p>a &lt; b</p>',
      content_type: 'text/html',
    })
  })

  test('gets deletions in one or in pieces, as it can handle', async () => {
    verifies('chat:4.10:client_capabilities:bulk_message_deletion')
    const bulk = await bob.register({ client_capabilities: { bulk_message_deletion: true } })
    const single = await bob.register()
    const id = await alice.say('x')
    ok(await alice.delete(`/messages/${id}`))
    expect((await bob.events(bulk))[1]).toMatchObject({ message_ids: [id] })
    expect((await bob.events(single))[1]).toMatchObject({ message_id: id })
  })

  test.each([
    [undefined, 600],
    [30, 90],
    [100, 100],
    ['mobile', 43_200],
    [99_999_999, 604_800],
  ])('lives %s idle seconds: %s', async (idle_queue_timeout, seconds) => {
    const queue = await alice.register({ idle_queue_timeout })
    expect(queue['idle_queue_timeout_secs']).toBe(seconds)
  })

  test('begins exactly where the snapshot ends, whatever happens meanwhile', async () => {
    let said = 0
    const done = new AbortController()
    const talk = (async () => {
      while (!done.signal.aborted) {
        await alice.say(`m${said}`)
        said += 1
      }
    })()
    for (let n = 0; n < 15; n++) {
      const queue = await bob.register()
      await alice.say('mark')
      const [first] = await bob.events(queue)
      expect(first?.['message'].id).toBe(queue['max_message_id'] + 1)
    }
    done.abort()
    await talk
    expect(said).toBeGreaterThan(15)
  })

  test('survives any number of others', async () => {
    await writeChat(world.chat, async () => {})
    const queues = await Promise.all(Array.from({ length: 20 }, async () => alice.register()))
    expect(new Set(queues.map((queue) => queue['queue_id'])).size).toBe(20)
  })
})

describe('without an account', () => {
  test('there is a snapshot of what everybody may see, and no queue', async () => {
    verifies('chat:5:4:register')
    ok(await world.owner.post('/channels/create', { name: 'web', is_web_public: true }))
    const snapshot = ok(await world.anybody.post('/register'))
    expect(snapshot).toMatchObject({
      queue_id: null,
      last_event_id: -1,
      realm_name: 'Bellhop',
      streams: [{ name: 'web' }],
      never_subscribed: [{ name: 'web' }],
      subscriptions: [],
      realm_users: [],
      presences: {},
    })
    expect(snapshot).not.toHaveProperty('user_settings')
    expect(JSON.stringify(snapshot)).not.toContain(alice.email)
  })

  test('some wishes are errors', async () => {
    verifies('chat:4.10:client_extavatar:unauthenticated')
    verifies('chat:4.10:include_subscribers:unauthenticated')
    for (const fields of [
      { client_extavatar: true },
      { client_gravatar: true },
      { include_subscribers: true },
    ]) {
      expect(await world.anybody.post('/register', fields)).toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
      })
    }
  })
})
