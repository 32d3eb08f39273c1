import type { Answer, Fields } from './chat-world.ts'
import { ANSWERS } from './strict-decoders.ts'

/** The state before somebody starts a client. */
export interface ReplayScene {
  channel: { id: number; name: string }
  other: { id: number; email: string }
  /** How the one who uses the client signs in. */
  login: { email: string; password: string }
}

/** Makes a call as a client does. Where the client decodes the answer, its shape is named. */
export type ReplayCall = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  fields?: Fields,
  shape?: string,
) => Promise<Answer>

/** Sends a file as a client does, in a field of this name. */
export type ReplayUpload = (field: string, name: string, content: string) => Promise<Answer>

/** How a client calls itself. */
export const REPLAY_AGENTS = {
  terminal: 'ZulipTerminal/0.7.0 ZulipPython/0.9.1 (Linux; 6.1)',
  phone: 'ZulipFlutter/30.0.270+270 (Android 15; Pixel 9)',
} as const

/** What the client for the terminal calls: at its start, on opening conversations, on writing, on changing things. */
export async function replayTerminal(
  call: ReplayCall,
  upload: ReplayUpload,
  { channel, other }: ReplayScene,
): Promise<void> {
  await call('GET', '/server_settings', {}, ANSWERS.settings)
  const open = async (narrow: unknown, anchor?: number) =>
    call(
      'GET',
      '/messages',
      {
        anchor: anchor ?? 0,
        num_before: 30,
        num_after: 10,
        apply_markdown: true,
        use_first_unread_anchor: anchor === undefined,
        client_gravatar: true,
        narrow,
      },
      ANSWERS.messages,
    )
  await open([])
  const queue = await call(
    'POST',
    '/register',
    {
      event_types:
        'message update_message reaction subscription typing update_message_flags update_global_notifications update_display_settings user_settings realm_emoji'.split(
          ' ',
        ),
      fetch_event_types:
        'realm presence subscription message starred_messages update_message_flags muted_topics realm_user realm_user_groups update_global_notifications update_display_settings user_settings realm_emoji zulip_version'.split(
          ' ',
        ),
      narrow: [],
      client_gravatar: true,
      apply_markdown: true,
      include_subscribers: true,
    },
    ANSWERS.terminal,
  )
  const presence = { status: 'active', new_user_input: true }
  await call('POST', '/users/me/presence', presence, 'presences:LegacyPresence{}')
  for (const narrow of [
    [['stream', channel.name]],
    [
      ['stream', channel.name],
      ['topic', 'plans'],
    ],
    [['is', 'private']],
    [['pm_with', other.email]],
    [['is', 'starred']],
    [['is', 'mentioned']],
    [['search', 'plans']],
  ]) {
    await open(narrow)
  }
  await call('GET', `/users/me/${channel.id}/topics`, {}, 'topics:any[]')
  for (const op of ['start', 'stop']) await call('POST', '/typing', { to: [other.id], op })
  const inTopic = { type: 'stream', to: channel.name, subject: 'plans', content: 'From **here**' }
  const { id } = await call('POST', '/messages', inTopic, 'id:int')
  const direct = { type: 'private', to: [other.id], content: 'psst' }
  const { id: directId } = await call('POST', '/messages', direct, 'id:int')
  const reaction = {
    emoji_name: 'thumbs_up',
    emoji_code: '1f44d',
    reaction_type: 'unicode_emoji',
    message_id: String(id),
  }
  await call('POST', `/messages/${id}/reactions`, reaction)
  await call('DELETE', `/messages/${id}/reactions`, reaction)
  const own = { ...reaction, emoji_name: 'zulip', emoji_code: 'zulip' }
  await call('POST', `/messages/${id}/reactions`, { ...own, reaction_type: 'zulip_extra_emoji' })
  for (const op of ['add', 'remove']) {
    await call('POST', '/messages/flags', { flag: 'starred', messages: [id], op })
  }
  await call('POST', '/messages/flags', { messages: [id, directId], flag: 'read', op: 'add' })
  await call('PATCH', `/messages/${directId}`, { message_id: directId, content: 'psst!' })
  const moved = { message_id: id, propagate_mode: 'change_one', topic: 'other plans' }
  await call('PATCH', `/messages/${id}`, { ...moved, content: 'From there' })
  await call('PATCH', `/messages/${id}`, { ...moved, propagate_mode: 'change_all', topic: 'plans' })
  await call('GET', `/messages/${id}/history`, {}, 'message_history:any[]')
  await call('GET', `/messages/${id}`, {}, 'raw_content:str message:ReadMessage')
  for (const property of ['is_muted', 'pin_to_top', 'desktop_notifications']) {
    const subscription_data = [{ stream_id: channel.id, property, value: true }]
    await call('POST', '/users/me/subscriptions/properties', { subscription_data })
  }
  const { uri } = await upload('/home/me/notes.txt', 'notes.txt', 'notes')
  await call('POST', '/messages', { ...inTopic, content: `[notes](${String(uri)})` }, 'id:int')
  const { queue_id, last_event_id } = queue
  await call('GET', '/events', { queue_id, last_event_id }, 'events:any[]')
  await call('POST', '/users/me/presence', { status: 'idle', new_user_input: false })
}

/** What the app for phones calls: signing in, its start, opening conversations, writing, changing things, signing out. */
export async function replayPhone(
  call: ReplayCall,
  upload: ReplayUpload,
  { channel, other, login }: ReplayScene,
): Promise<void> {
  await call('GET', '/server_settings', {}, ANSWERS.settings)
  const signIn = { username: login.email, password: login.password }
  await call('POST', '/fetch_api_key', signIn, 'api_key:str email:str user_id:int')
  const queue = await call(
    'POST',
    '/register',
    {
      apply_markdown: true,
      slim_presence: true,
      client_gravatar: false,
      idle_queue_timeout: 'mobile',
      client_capabilities: {
        notification_settings_null: true,
        bulk_message_deletion: true,
        user_avatar_url_field_optional: false,
        stream_typing_notifications: true,
        user_settings_object: true,
        include_deactivated_groups: true,
        empty_topic_name: true,
      },
    },
    ANSWERS.phone,
  )
  const { queue_id } = queue
  const poll = async (last_event_id: unknown) =>
    call('GET', '/events', { queue_id, last_event_id, dont_block: true }, 'events:any[]')
  await call(
    'POST',
    '/users/me/presence',
    {
      last_update_id: -1,
      history_limit_days: 1,
      new_user_input: false,
      ping_only: false,
      status: 'active',
      slim_presence: true,
    },
    'presence_last_update_id:int server_timestamp:num presences:Seen{}',
  )
  const fetched = { num_before: 100, num_after: 100, allow_empty_topic_name: true }
  const open = async (narrow: unknown, anchor: string | number = 'first_unread') =>
    call('GET', '/messages', { narrow, anchor: String(anchor), ...fetched }, ANSWERS.messages)
  const term = (operator: string, operand: unknown) => ({ operator, operand, negated: false })
  const inChannel = term('channel', channel.id)
  const inTopic = [inChannel, term('topic', 'plans')]
  for (const narrow of [
    [],
    [inChannel],
    inTopic,
    [term('dm', [other.id])],
    [term('is', 'dm')],
    [term('is', 'mentioned')],
    [term('is', 'starred')],
    [term('search', 'plans')],
  ]) {
    await open(narrow)
  }
  const allow = { allow_empty_topic_name: true }
  await call('GET', `/users/me/${channel.id}/topics`, allow, 'topics:any[]')
  for (const op of ['start', 'stop']) {
    const place = { stream_id: channel.id, topic: 'plans' }
    await call('POST', '/typing', { op, type: 'channel', ...place })
    await call('POST', '/typing', { op, type: 'direct', to: [other.id] })
  }
  const sent = await call(
    'POST',
    '/messages',
    {
      type: 'stream',
      to: channel.id,
      topic: 'plans',
      content: 'From the **phone**',
      queue_id,
      local_id: '1',
      read_by_sender: true,
    },
    'id:int',
  )
  const { id } = sent
  await open([...inTopic, term('with', id)], Number(id))
  await call('POST', '/messages', {
    type: 'direct',
    to: [other.id],
    content: 'psst',
    queue_id,
    local_id: '2',
    read_by_sender: true,
  })
  const reaction = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' }
  await call('POST', `/messages/${id}/reactions`, reaction)
  await call('DELETE', `/messages/${id}/reactions`, reaction)
  const flagged = await call('POST', '/messages/flags', {
    messages: [id],
    op: 'add',
    flag: 'starred',
  })
  const marked = { anchor: 'oldest', include_anchor: false, num_before: 0, num_after: 1_000 }
  await call(
    'POST',
    '/messages/flags/narrow',
    { ...marked, narrow: [term('is', 'unread')], op: 'add', flag: 'read' },
    'processed_count:int updated_count:int first_processed_id:int? last_processed_id:int? found_oldest:bool found_newest:bool',
  )
  if (!Array.isArray(flagged['messages'])) throw new Error('No list of messages was answered.')
  const raw = await call(
    'GET',
    `/messages/${id}`,
    { apply_markdown: false, ...allow },
    'message:ReadMessage',
  )
  const before = new TextEncoder().encode(String(raw['message']?.content))
  const digest = await crypto.subtle.digest('SHA-256', before)
  await call('PATCH', `/messages/${id}`, {
    content: 'From my phone',
    prev_content_sha256: Buffer.from(digest).toString('hex'),
  })
  await call('PATCH', `/messages/${id}`, {
    topic: '✔ plans',
    propagate_mode: 'change_all',
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: true,
  })
  await call('GET', `/messages/${id}/read_receipts`, {}, 'user_ids:int[]')
  const { url } = await upload('file', 'cat.txt', 'cat')
  await call('GET', String(url), {}, 'url:str')
  const policy = { stream_id: channel.id, topic: 'plans' }
  for (const visibility_policy of [1, 3, 0]) {
    await call('POST', '/user_topics', { ...policy, visibility_policy })
  }
  await call('DELETE', '/users/me/subscriptions', { subscriptions: [channel.name] })
  await call('POST', '/users/me/subscriptions', { subscriptions: [{ name: channel.name }] })
  for (const change of [
    { twenty_four_hour_time: true },
    { display_emoji_reaction_users: false },
    { emojiset: 'text' },
    { presence_enabled: true },
  ]) {
    await call('PATCH', '/settings', change)
  }
  await call('POST', `/users/me/muted_users/${other.id}`)
  await call('DELETE', `/users/me/muted_users/${other.id}`)
  await call('POST', '/users/me/status', { status_text: 'out', ...reaction })
  const nothing = { emoji_name: '', emoji_code: '', reaction_type: '' }
  await call('POST', '/users/me/status', { status_text: '', ...nothing })
  const snippet = await call(
    'POST',
    '/saved_snippets',
    { title: 'Hello', content: 'Hello!' },
    'saved_snippet_id:int',
  )
  await call('PATCH', `/saved_snippets/${String(snippet['saved_snippet_id'])}`, { title: 'Hi' })
  const question = { type: 'stream', to: channel.id, topic: 'poll', content: '/poll Tea?\nyes\nno' }
  const pollMessage = await call('POST', '/messages', question, 'id:int')
  const vote = { type: 'vote', key: 'canned,0', vote: 1 }
  const submessage = {
    message_id: pollMessage['id'],
    msg_type: 'widget',
    content: JSON.stringify(vote),
  }
  await call('POST', '/submessage', submessage)
  await call('POST', '/users/me/android_gcm_reg_id', { token: 'a-token-of-a-phone' })
  await call('POST', '/register_client_device', {}, 'device_id:int')
  await call('DELETE', `/messages/${String(pollMessage['id'])}`)
  await poll(queue['last_event_id'])
  await call('DELETE', '/users/me/android_gcm_reg_id', { token: 'a-token-of-a-phone' })
  await call('DELETE', '/events', { queue_id })
}
