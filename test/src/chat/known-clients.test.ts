import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, ok, type Person, startChatWorld } from '../../support/chat-world.ts'

/**
 * What clients of the public API read of a snapshot before they show anything: the apps for phones, for
 * the terminal and for the browser. Each line is a type and the keys that must have it.
 */
const SNAPSHOT: Readonly<Record<string, string>> = {
  text: `queue_id zulip_version zulip_merge_base email full_name delivery_email avatar_source
    realm_name realm_url realm_uri realm_host realm_icon_url realm_icon_source realm_logo_url
    realm_logo_source realm_night_logo_url realm_night_logo_source realm_description
    realm_default_language realm_default_code_block_language realm_bot_domain
    realm_empty_topic_display_name realm_welcome_message_custom_text server_emoji_data_url
    upgrade_text_for_wide_organization_logo giphy_api_key tenor_api_key default_language timezone`,
  integer: `last_event_id zulip_feature_level service_feature_level user_id max_message_id
    idle_queue_timeout_secs event_queue_longpoll_timeout_seconds max_topic_length
    max_message_length max_stream_name_length max_stream_description_length
    max_file_upload_size_mib max_avatar_file_size_mib max_icon_file_size_mib max_logo_file_size_mib
    max_reminder_note_length max_bulk_new_subscription_messages password_min_length
    password_max_length password_min_guesses realm_date_created realm_digest_weekday
    realm_gif_rating_policy realm_giphy_rating realm_message_retention_days
    realm_new_stream_announcements_stream_id realm_signup_announcements_stream_id
    realm_notifications_stream_id realm_signup_notifications_stream_id
    realm_zulip_update_announcements_stream_id realm_moderation_request_channel_id realm_org_type
    realm_plan_type realm_video_chat_provider realm_waiting_period_threshold
    server_presence_ping_interval_seconds server_presence_offline_threshold_seconds
    server_typing_started_expiry_period_milliseconds server_typing_started_wait_period_milliseconds
    server_typing_stopped_wait_period_milliseconds server_generation presence_last_update_id`,
  flag: `is_admin is_owner is_moderator is_guest can_create_streams can_create_public_streams
    can_create_private_streams can_create_web_public_streams can_subscribe_other_users
    can_invite_others_to_realm realm_allow_message_editing realm_allow_edit_history
    realm_avatar_changes_disabled realm_digest_emails_enabled realm_email_auth_enabled
    realm_email_changes_disabled realm_emails_restricted_to_domains
    realm_enable_guest_user_indicator realm_enable_read_receipts realm_enable_spectator_access
    realm_invite_required realm_mandatory_topics realm_name_changes_disabled
    realm_password_auth_enabled realm_presence_disabled realm_push_notifications_enabled
    realm_inline_image_preview realm_inline_url_embed_preview
    realm_message_content_allowed_in_email_notifications server_needs_upgrade
    server_avatar_changes_disabled server_name_changes_disabled server_web_public_streams_enabled
    settings_send_digest_emails zulip_plan_is_not_limited has_zoom_token development_environment
    twenty_four_hour_time pm_content_in_desktop_notifications enter_sends`,
  list: `alert_words custom_profile_fields channel_folders cross_realm_bots drafts muted_topics
    muted_users navigation_views never_subscribed onboarding_steps realm_bots realm_domains
    realm_default_streams realm_default_stream_groups realm_embedded_bots realm_filters
    realm_incoming_webhook_bots realm_linkifiers realm_non_active_users realm_playgrounds
    realm_user_groups realm_users recent_private_conversations reminders saved_snippets
    scheduled_messages server_report_message_types server_thumbnail_formats starred_messages
    stop_words streams subscriptions unsubscribed user_topics`,
  object: `custom_profile_field_types devices gif_rating_policy_options presences push_devices
    realm_authentication_methods realm_available_video_chat_providers realm_billing
    realm_default_external_accounts realm_emoji realm_user_settings_defaults unread_msgs
    user_settings user_status`,
  'integer or nothing': `realm_message_content_edit_limit_seconds
    realm_message_content_delete_limit_seconds realm_move_messages_between_streams_limit_seconds
    realm_move_messages_within_stream_limit_seconds realm_upload_quota_mib
    realm_push_notifications_enabled_end_timestamp server_min_deactivated_realm_deletion_days
    server_max_deactivated_realm_deletion_days`,
  'text or nothing': `avatar_url avatar_url_medium navigation_tour_video_url jitsi_server_url
    server_jitsi_server_url realm_jitsi_server_url`,
  group: `realm_can_access_all_users_group realm_can_add_custom_emoji_group
    realm_can_add_subscribers_group realm_can_create_bots_group realm_can_create_groups
    realm_can_create_private_channel_group realm_can_create_public_channel_group
    realm_can_create_web_public_channel_group realm_can_create_write_only_bots_group
    realm_can_delete_any_message_group realm_can_delete_own_message_group
    realm_can_invite_users_group realm_can_manage_all_groups realm_can_manage_billing_group
    realm_can_mention_many_users_group realm_can_move_messages_between_channels_group
    realm_can_move_messages_between_topics_group realm_can_resolve_topics_group
    realm_can_set_delete_message_policy_group realm_can_set_topics_policy_group
    realm_can_summarize_topics_group realm_create_multiuse_invite_group
    realm_direct_message_initiator_group realm_direct_message_permission_group`,
}

/** Values that clients decode as one of a few, and fail on any other. */
const CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  realm_wildcard_mention_policy: [1, 2, 3, 5, 6, 7],
  realm_delete_own_message_policy: [1, 2, 3, 4, 5],
  realm_topics_policy: ['allow_empty_topic', 'disable_empty_topic'],
  realm_message_edit_history_visibility_policy: ['all', 'moves', 'none'],
  realm_default_avatar_source: ['G', 'J'],
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  integer: Number.isInteger,
  flag: (value) => typeof value === 'boolean',
  list: Array.isArray,
  object: isObject,
  'integer or nothing': (value) => value === null || Number.isInteger(value),
  'text or nothing': (value) => value === null || typeof value === 'string',
  group: (value) => Number.isInteger(value) || (isObject(value) && 'direct_members' in value),
}

/** Keys of a record that do not have the type they should. */
function faultsOf(record: Answer, shape: Readonly<Record<string, string>>): string[] {
  return Object.entries(shape).flatMap(([type, keys]) =>
    keys
      .trim()
      .split(/\s+/)
      .filter((key) => !TYPES[type]?.(record[key]))
      .map((key) => `${key} is no ${type}: ${JSON.stringify(record[key])}`),
  )
}

let world: Awaited<ReturnType<typeof startChatWorld>>
let alice: Person
let bob: Person

beforeAll(async () => {
  world = await startChatWorld()
  alice = await world.add('Alice')
  bob = await world.add('Bob')
  return async () => world[Symbol.asyncDispose]()
})

describe('a snapshot', () => {
  test('has all that known clients read at their start, of their types, for every role', async () => {
    const others = [
      world.owner,
      await world.add('Mo', { role: 300 }),
      await world.add('Guest', { role: 600 }),
      await world.add('Robot', { bot_type: 1, bot_owner_id: alice.id }),
    ]
    for (const who of [alice, ...others]) {
      const snapshot = await who.register()
      expect(faultsOf(snapshot, SNAPSHOT)).toEqual([])
      for (const [key, choices] of Object.entries(CHOICES)) expect(choices).toContain(snapshot[key])
      expect(snapshot['is_moderator']).toBe(snapshot['is_admin'] || who.user.role === 300)
    }
  })

  test('says with which settings accounts begin', async () => {
    const snapshot = await alice.register()
    const { timezone, available_notification_sounds, emojiset_choices, ...settings } =
      snapshot['user_settings']
    expect([timezone, available_notification_sounds, emojiset_choices]).not.toContain(undefined)
    expect(snapshot['realm_user_settings_defaults']).toEqual(settings)
  })

  test('counts what is unread without what is muted, which it lists', async () => {
    const carol = await world.add('Carol')
    ok(await carol.patch('/settings', { automatically_follow_topics_where_mentioned: false }))
    const quietly = { subscribers: [carol.id], send_new_subscription_messages: false }
    const loud = ok(await bob.post('/channels/create', { name: 'loud', ...quietly }))
    const place = { to: 'loud', topic: 'kept' }
    ok(await world.owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'loud' }] }))
    const ids = [
      await world.owner.say('@**all** one', { to: 'loud', topic: 'noise' }),
      await world.owner.say('@**Carol** two', { to: 'loud', topic: 'noise' }),
      await world.owner.say('@**all** three', place),
      await bob.whisper('four', carol),
    ]
    const stream_id = loud['id']
    const unread = async () => (await carol.register())['unread_msgs']
    expect(await unread()).toMatchObject({ count: 4, mentions: ids.slice(0, 3) })
    const muted = { stream_id, property: 'is_muted', value: true }
    ok(await carol.post('/users/me/subscriptions/properties', { subscription_data: [muted] }))
    expect(await unread()).toMatchObject({
      count: 1,
      mentions: [ids[1]],
      streams: [{ topic: 'kept' }, { topic: 'noise', unread_message_ids: ids.slice(0, 2) }],
    })
    ok(await carol.post('/user_topics', { stream_id, topic: 'KEPT', visibility_policy: 2 }))
    expect(await unread()).toMatchObject({ count: 2, mentions: ids.slice(1, 3) })
    const unmuted = { ...muted, value: false }
    ok(await carol.post('/users/me/subscriptions/properties', { subscription_data: [unmuted] }))
    ok(await carol.post('/user_topics', { stream_id, topic: 'noise', visibility_policy: 1 }))
    expect(await unread()).toMatchObject({ count: 2, mentions: ids.slice(1, 3) })
  })
})

describe('the empty topic', () => {
  const knowing = { client_capabilities: { empty_topic_name: true, bulk_message_deletion: true } }
  const older = { client_capabilities: { bulk_message_deletion: true } }

  test('has a name in all events and snapshots for clients that do not know it', async () => {
    const dora = await world.add('Dora')
    const stream_typing_notifications = true
    const queues = await Promise.all(
      [knowing, older].map(({ client_capabilities }) =>
        dora.register({
          client_capabilities: { ...client_capabilities, stream_typing_notifications },
        }),
      ),
    )
    const policy = (visibility_policy: number) =>
      dora.post('/user_topics', { stream_id: 1, topic: '', visibility_policy })
    const first = await bob.say('a', { topic: '' })
    const second = await bob.say('b', { topic: '' })
    const other = await bob.say('c', { topic: 'x' })
    ok(await dora.post('/messages/flags', { messages: [first], op: 'add', flag: 'read' }))
    ok(await dora.post('/messages/flags', { messages: [first], op: 'remove', flag: 'read' }))
    ok(await policy(1))
    const typed = { op: 'start', type: 'channel', stream_id: 1, topic: '' }
    ok(await bob.post('/typing', typed))
    ok(await bob.post(`/messages/${first}/typing`, { op: 'start' }))
    ok(await bob.patch(`/messages/${second}`, { topic: 'moved' }))
    ok(await bob.patch(`/messages/${other}`, { topic: '' }))
    ok(await world.owner.delete(`/messages/${other}`))
    const topicsIn = (events: readonly Answer[]) =>
      events.flatMap((event) => {
        const details = Object.values<Answer>(event['message_details'] ?? {})
        const topics = [
          event['topic'],
          event['orig_subject'],
          event['subject'],
          event['topic_name'],
          event['message']?.subject,
          event['recipient']?.topic,
          event['muted_topics']?.[0]?.[1],
          ...details.map(({ topic }) => topic),
        ]
        const held = topics.filter((topic) => typeof topic === 'string')
        return held.map((topic) => ({ type: event['type'], topic }))
      })
    const [known = [], named = []] = await Promise.all(
      queues.map(async (queue) => topicsIn(await dora.events(queue))),
    )
    const empty = known.filter(({ topic }) => topic === '').map(({ type }) => String(type))
    const kinds =
      'message muted_topics user_topic typing typing_edit_message update_message delete_message'
    expect(new Set(empty)).toEqual(new Set([...kinds.split(' '), 'update_message_flags']))
    expect(named).toEqual(
      known.map(({ type, topic }) => ({ type, topic: topic || 'general chat' })),
    )
    for (const [form, name] of [
      [knowing, ''],
      [older, 'general chat'],
    ] as const) {
      const { unread_msgs, user_topics, muted_topics } = await dora.register(form)
      expect(unread_msgs.streams.map(({ topic }: Answer) => topic)).toContain(name)
      expect([user_topics[0].topic_name, muted_topics[0][1]]).toEqual([name, name])
    }
    ok(await policy(0))
  })
})

test('muted topics come once, to clients that would take them in two forms', async () => {
  const both = await alice.register({ event_types: ['user_topic', 'muted_topics'] })
  const old = await alice.register({ event_types: ['muted_topics'] })
  const mute = { stream_id: 1, topic: 'dull', visibility_policy: 1 }
  ok(await alice.post('/user_topics', mute))
  expect(await alice.events(both)).toMatchObject([{ type: 'user_topic', topic_name: 'dull' }])
  expect(await alice.events(old)).toMatchObject([
    { type: 'muted_topics', muted_topics: [['general', 'dull', expect.any(Number)]] },
  ])
})

test('colors are what clients can read, however they were sent', async () => {
  const queue = await alice.register({ event_types: ['subscription'] })
  for (const [sent, received] of [
    ['#Ff00Cc', '#ff00cc'],
    ['#A0f', '#aa00ff'],
  ]) {
    const data = [{ stream_id: 1, property: 'color', value: sent }]
    ok(await alice.post('/users/me/subscriptions/properties', { subscription_data: data }))
    expect((await alice.events(queue)).at(-1)).toMatchObject({ property: 'color', value: received })
  }
  ok(await alice.post('/users/me/subscriptions', { subscriptions: [{ name: 'c', color: '#ABC' }] }))
  const { subscriptions } = await alice.register()
  expect(subscriptions.find(({ name }: Answer) => name === 'c').color).toBe('#aabbcc')
})

test('an empty list of principals is the caller, as older clients write it', async () => {
  const body = { subscriptions: [{ name: 'own' }], principals: [] }
  expect(ok(await alice.post('/users/me/subscriptions', body))).toMatchObject({
    subscribed: { [alice.id]: ['own'] },
  })
  const leave = { subscriptions: ['own'], principals: [] }
  expect(ok(await alice.delete('/users/me/subscriptions', leave))['removed']).toEqual(['own'])
})

test('the error for a lost queue begins as clients that read only its text expect', async () => {
  const { code, msg } = await alice.get('/events', { queue_id: 'gone', last_event_id: -1 })
  expect([code, msg]).toEqual(['BAD_EVENT_QUEUE_ID', 'Bad event queue id: gone'])
})

test('members hear which channels new accounts are subscribed to', async () => {
  const queue = await alice.register({ event_types: ['default_streams'] })
  const created = ok(await world.owner.post('/channels/create', { name: 'welcome' }))
  const path = `/streams/${created['id']}`
  ok(await world.owner.patch(path, { is_default_stream: true }))
  ok(await world.owner.patch(path, { description: 'for all' }))
  expect(await alice.events(queue)).toMatchObject([{ default_streams: [1, created['id']] }])
})
