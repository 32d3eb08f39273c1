/** One call as the documentation of the public API shows it in both languages. */
export interface DocumentedExample {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `{name}` stands for what an earlier example took. */
  path: string
  /** Values; a text that is only `{name}` stands for what an earlier one took. */
  request?: Readonly<Record<string, unknown>>
  /** What later examples need of the answer: names, and where the value is (`a.b`). */
  takes?: Readonly<Record<string, string>>
  /** A file that is sent along. */
  file?: 'text' | 'picture'
}

const LATER = 4_000_000_000

const line = (
  method: DocumentedExample['method'],
  path: string,
  request: DocumentedExample['request'] = {},
  takes: DocumentedExample['takes'] = {},
): DocumentedExample => ({ method, path, request, takes })

/**
 * The examples of the documentation, retyped from the shapes of the requests, in an order in which each finds what it is about. The
 * caller is an owner; `{member}`, `{member_email}`, `{password}` and `{own_email}` are given.
 */
export const DOCUMENTED_EXAMPLES: readonly DocumentedExample[] = [
  line('GET', '/server_settings'),
  line('POST', '/fetch_api_key', { username: '{member_email}', password: '{password}' }),
  line('GET', '/users/me', {}, { me: 'user_id' }),
  line('POST', '/register', { event_types: ['message', 'realm_user'] }, { queue: 'queue_id' }),
  line(
    'POST',
    '/channels/create',
    { name: 'design', description: 'How it looks', subscribers: ['{me}', '{member}'] },
    { design: 'id' },
  ),
  line('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'python-test-channel', description: 'Channel for testing Python' }],
  }),
  line('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'python-test-channel' }],
    principals: ['{member}'],
  }),
  line(
    'POST',
    '/messages',
    {
      type: 'stream',
      to: 'design',
      topic: 'Castle',
      content: 'I come not, friends, to steal away your hearts.',
    },
    { message: 'id' },
  ),
  line(
    'POST',
    '/messages',
    { type: 'channel', to: '{design}', topic: 'Castle', content: '@**all** look' },
    { second: 'id' },
  ),
  line(
    'POST',
    '/messages',
    { type: 'direct', to: ['{member}'], content: 'With mirth and laughter let old wrinkles come.' },
    { direct: 'id' },
  ),
  line('GET', '/events', { queue_id: '{queue}', last_event_id: -1, dont_block: true }),
  line('DELETE', '/events', { queue_id: '{queue}' }),
  line('GET', '/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [
      { operator: 'sender', operand: '{own_email}' },
      { operator: 'channel', operand: 'design' },
    ],
  }),
  line('GET', '/messages/{message}'),
  line('GET', '/messages/matches_narrow', {
    msg_ids: ['{message}', '{second}'],
    narrow: [{ operator: 'has', operand: 'link' }],
  }),
  line('POST', '/messages/render', { content: '**foo**' }),
  line('PATCH', '/messages/{message}', { content: 'New content' }),
  line('PATCH', '/messages/{second}', { topic: 'Castle two', propagate_mode: 'change_one' }),
  line('GET', '/messages/{message}/history'),
  line('POST', '/messages/flags', { messages: ['{message}', '{second}'], op: 'add', flag: 'read' }),
  line('POST', '/messages/flags', { messages: ['{message}'], op: 'add', flag: 'starred' }),
  line('POST', '/messages/flags/narrow', {
    anchor: '{message}',
    num_before: 4,
    num_after: 8,
    op: 'add',
    flag: 'read',
    narrow: [{ operand: 'design', operator: 'channel' }],
  }),
  line('POST', '/messages/{message}/reactions', { emoji_name: 'octopus' }),
  line('DELETE', '/messages/{message}/reactions', { emoji_name: 'octopus' }),
  line('GET', '/messages/{message}/read_receipts'),
  line('POST', '/messages/{message}/typing', { op: 'start' }),
  line('POST', '/typing', { op: 'start', to: ['{member}'] }),
  line('POST', '/typing', {
    type: 'stream',
    op: 'start',
    stream_id: '{design}',
    topic: 'typing status',
  }),
  line('POST', '/mark_topic_as_read', { stream_id: '{design}', topic_name: 'Castle' }),
  line('POST', '/mark_stream_as_read', { stream_id: '{design}' }),
  line('POST', '/mark_all_as_read'),
  line('POST', '/submessage', {
    message_id: '{second}',
    msg_type: 'widget',
    content: '{"type":"new_task","key":1,"task":"x","desc":"","completed":false}',
  }),
  line('GET', '/streams', { include_public: true }),
  line('GET', '/streams/{design}'),
  line('GET', '/get_stream_id', { stream: 'design' }),
  line('GET', '/streams/{design}/members'),
  line('GET', '/users/me/{design}/topics'),
  line('PATCH', '/streams/{design}', { description: 'New description', is_private: false }),
  line('POST', '/default_streams', { stream_id: '{design}' }),
  line('DELETE', '/default_streams', { stream_id: '{design}' }),
  line('GET', '/users/me/subscriptions'),
  line('PATCH', '/users/me/subscriptions', { add: [{ name: 'design' }], delete: [] }),
  line('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: '{design}', property: 'pin_to_top', value: true }],
  }),
  line('PATCH', '/users/me/subscriptions/{design}', { property: 'color', value: '#f00f00' }),
  line('PATCH', '/users/me/subscriptions/muted_topics', {
    stream_id: '{design}',
    topic: 'dinner',
    op: 'add',
  }),
  line('POST', '/user_topics', { stream_id: '{design}', topic: 'dinner', visibility_policy: 2 }),
  line('GET', '/users/{me}/subscriptions/{design}'),
  line('GET', '/users/{member}/channels'),
  line(
    'POST',
    '/channel_folders/create',
    { name: 'marketing', description: 'Channels for marketing.' },
    { folder: 'channel_folder_id' },
  ),
  line('GET', '/channel_folders'),
  line('PATCH', '/channel_folders/{folder}', { name: 'backend', description: 'Backend channels' }),
  line('PATCH', '/channel_folders', { order: ['{folder}'] }),
  line('POST', '/streams/{design}/delete_topic', { topic_name: 'Castle two' }),
  line('DELETE', '/users/me/subscriptions', { subscriptions: ['python-test-channel'] }),
  line(
    'POST',
    '/users',
    { email: 'newbie@example.com', password: 'temp-word-1234', full_name: 'New User' },
    { newbie: 'user_id' },
  ),
  line('GET', '/users', { client_gravatar: true }),
  line('GET', '/users/{member}'),
  line('GET', '/users/{member_email}', { include_custom_profile_fields: true }),
  line('PATCH', '/users/{newbie}', { full_name: 'Renamed' }),
  line('PATCH', '/users/newbie@example.com', { full_name: 'Renamed Again' }),
  line('DELETE', '/users/{newbie}'),
  line('POST', '/users/{newbie}/reactivate'),
  line('GET', '/users/{member}/status'),
  line('POST', '/users/me/status', {
    status_text: 'on vacation',
    emoji_name: 'car',
    emoji_code: '1f697',
    reaction_type: 'unicode_emoji',
  }),
  line('POST', '/users/{member}/status', { status_text: 'on vacation' }),
  line('POST', '/users/me/presence', { status: 'active', new_user_input: true }),
  line('GET', '/users/{me}/presence'),
  line('GET', '/realm/presence'),
  line('POST', '/users/me/muted_users/{member}'),
  line('DELETE', '/users/me/muted_users/{member}'),
  line('POST', '/users/me/alert_words', { alert_words: ['foo', 'bar'] }),
  line('GET', '/users/me/alert_words'),
  line('DELETE', '/users/me/alert_words', { alert_words: ['foo'] }),
  line('PATCH', '/settings', { left_side_userlist: true, emojiset: 'google' }),
  line('PATCH', '/settings/notifications', { enable_offline_push_notifications: true }),
  line('PATCH', '/realm/user_settings_defaults', { left_side_userlist: true, emojiset: 'google' }),
  line('GET', '/attachments'),
  { method: 'POST', path: '/user_uploads', file: 'text', takes: { url: 'url' } },
  line('GET', '{url}'),
  line('GET', '/thumbnail/status{url_rest}'),
  line(
    'POST',
    '/user_groups/create',
    { name: 'marketing', description: 'The marketing team.', members: ['{me}', '{member}'] },
    { group: 'group_id' },
  ),
  line('GET', '/user_groups'),
  line('PATCH', '/user_groups/{group}', {
    name: 'marketing team',
    description: 'The marketing team.',
  }),
  line('GET', '/user_groups/{group}/members'),
  line('GET', '/user_groups/{group}/members/{member}'),
  line('POST', '/user_groups/{group}/members', { delete: ['{member}'] }),
  line(
    'POST',
    '/user_groups/create',
    { name: 'leadership', description: 'Leaders.', members: ['{me}'] },
    { inner: 'group_id' },
  ),
  line('POST', '/user_groups/{group}/subgroups', { add: ['{inner}'] }),
  line('GET', '/user_groups/{group}/subgroups'),
  line('POST', '/user_groups/{group}/deactivate'),
  line('GET', '/realm/linkifiers'),
  line(
    'POST',
    '/realm/filters',
    { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/issue/{id}' },
    { filter: 'id' },
  ),
  line('PATCH', '/realm/filters/{filter}', {
    pattern: '#(?P<id>[0-9]+)',
    url_template: 'https://example.com/pull/{id}',
  }),
  line('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: ['{filter}'] }),
  line('DELETE', '/realm/filters/{filter}'),
  line(
    'POST',
    '/realm/playgrounds',
    {
      name: 'Python playground',
      pygments_language: 'Python',
      url_template: 'https://python.example.com?code={code}',
    },
    { playground: 'id' },
  ),
  line('DELETE', '/realm/playgrounds/{playground}'),
  line('GET', '/realm/emoji'),
  { method: 'POST', path: '/realm/emoji/my_custom_emoji', file: 'picture' },
  line('DELETE', '/realm/emoji/my_custom_emoji'),
  line('GET', '/realm/profile_fields'),
  line(
    'POST',
    '/realm/profile_fields',
    { field_type: 1, name: 'Favorite color', hint: 'Yours' },
    { field: 'id' },
  ),
  line('PATCH', '/users/me/profile_data', { data: [{ id: '{field}', value: 'red' }] }),
  line('DELETE', '/users/me/profile_data', { data: ['{field}'] }),
  line('PATCH', '/realm/profile_fields', { order: ['{field}'] }),
  line('GET', '/realm/domains'),
  line('POST', '/realm/domains', { domain: 'example.org', allow_subdomains: false }),
  line('PATCH', '/realm/domains/example.org', { allow_subdomains: true }),
  line('DELETE', '/realm/domains/example.org'),
  line('POST', '/realm/test_welcome_bot_custom_message', {
    welcome_message_custom_text: 'Welcome!',
  }),
  line('GET', '/drafts'),
  line(
    'POST',
    '/drafts',
    {
      drafts: [
        {
          type: 'stream',
          to: ['{design}'],
          topic: 'drafts',
          content: 'Not yet',
          timestamp: 15_954_790_199,
        },
      ],
    },
    { draft: 'ids.0' },
  ),
  line('PATCH', '/drafts/{draft}', {
    draft: {
      type: 'stream',
      to: ['{design}'],
      topic: 'drafts',
      content: 'Still not',
      timestamp: 15_954_790_200,
    },
  }),
  line('DELETE', '/drafts/{draft}'),
  line(
    'POST',
    '/scheduled_messages',
    {
      type: 'stream',
      to: '{design}',
      topic: 'Castle',
      content: 'Later',
      scheduled_delivery_timestamp: LATER,
    },
    { scheduled: 'scheduled_message_id' },
  ),
  line('GET', '/scheduled_messages'),
  line('PATCH', '/scheduled_messages/{scheduled}', { content: 'Much later' }),
  line('DELETE', '/scheduled_messages/{scheduled}'),
  line(
    'POST',
    '/reminders',
    { message_id: '{message}', scheduled_delivery_timestamp: LATER, note: 'Look' },
    { reminder: 'reminder_id' },
  ),
  line('GET', '/reminders'),
  line('DELETE', '/reminders/{reminder}'),
  line(
    'POST',
    '/saved_snippets',
    { title: 'Example title', content: 'Content' },
    { snippet: 'saved_snippet_id' },
  ),
  line('GET', '/saved_snippets'),
  line('PATCH', '/saved_snippets/{snippet}', { title: 'New title', content: 'New content' }),
  line('DELETE', '/saved_snippets/{snippet}'),
  line('GET', '/navigation_views'),
  line('POST', '/navigation_views', {
    fragment: 'narrow/is/alerted',
    is_pinned: true,
    name: 'Alert words',
  }),
  line('PATCH', '/navigation_views/narrow/is/alerted', { is_pinned: false }),
  line('DELETE', '/navigation_views/narrow/is/alerted'),
  line('GET', '/invites'),
  line('POST', '/invites', {
    invitee_emails: 'one@example.com, two@example.com',
    invite_expires_in_minutes: 14_400,
    invite_as: 400,
    stream_ids: ['{design}'],
  }),
  line('POST', '/invites/multiuse', {
    invite_expires_in_minutes: 14_400,
    invite_as: 400,
    stream_ids: ['{design}'],
  }),
  line(
    'POST',
    '/bots',
    { full_name: 'Builds', short_name: 'builds', bot_type: 1 },
    { bot: 'user_id' },
  ),
  line('PATCH', '/bots/{bot}', { full_name: 'Builder' }),
  line('GET', '/bots/{bot}/api_key'),
  line('GET', '/bots'),
  line('PUT', '/bot_storage', { storage: { foo: 'bar' } }),
  line('GET', '/bot_storage', { keys: ['foo'] }),
  line('DELETE', '/bot_storage', { keys: ['foo'] }),
  line('POST', '/register_client_device', {}, { device: 'device_id' }),
  line('POST', '/remove_client_device', { device_id: '{device}' }),
  line('POST', '/users/me/android_gcm_reg_id', { token: 'android-token' }),
  line('DELETE', '/users/me/android_gcm_reg_id', { token: 'android-token' }),
  line('POST', '/users/me/apns_device_token', { token: 'c0ffee', appid: 'com.example' }),
  line('DELETE', '/users/me/apns_device_token', { token: 'c0ffee' }),
  { method: 'POST', path: '/users/me/avatar', file: 'picture' },
  line('DELETE', '/users/me/avatar'),
  line('POST', '/export/realm', { export_type: 'public' }),
  line('GET', '/export/realm'),
  line('GET', '/export/realm/consents'),
  line('DELETE', '/messages/{message}'),
  line('DELETE', '/streams/{design}'),
  line('POST', '/users/me/api_key/regenerate'),
]

/** Operations of the public table that no example here calls, each with the reason. */
export const WITHOUT_EXAMPLE: Readonly<Record<string, string>> = {
  'DELETE /attachments/{attachment_id}': 'needs the id of an upload, which no example is given',
  'POST /messages/{message_id}/report': 'needs a channel for moderators, which no example sets up',
  'GET /streams/{stream_id}/email_address': 'channels take no mail here',
  'GET /calls/bigbluebutton/create': 'needs a provider of calls',
  'POST /calls/constructorgroups/create': 'the same',
  'POST /calls/nextcloud_talk/create': 'the same',
  'POST /calls/webex/create': 'the same',
  'POST /jwt/fetch_api_key': 'needs a key of the operator',
  'POST /mobile_push/register': 'needs a relay',
  'POST /mobile_push/test_notification': 'nothing is pushed without encryption',
  'POST /mobile_push/e2ee/test_notification': 'needs a relay',
  'DELETE /users/me': 'the last owner cannot go',
  'DELETE /invites/{invite_id}': 'as the example that lists them finds none to take',
  'POST /invites/{invite_id}/resend': 'the same',
  'DELETE /invites/multiuse/{invite_id}': 'the same',
}

type Known = Record<string, unknown>

/** Runs the examples one after the other; `known` is what they are given. Returns what each was answered. */
export async function followExamples<Answer>(
  known: Known,
  send: (path: string, example: DocumentedExample, request: Known) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const example of DOCUMENTED_EXAMPLES) {
    const path = example.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(known[name]))
    const request = fill(example.request ?? {}, known) as Known
    const answer = await send(path, example, request)
    answers.push(answer)
    for (const [name, place] of Object.entries(example.takes ?? {})) {
      known[name] = place.split('.').reduce<unknown>((at, step) => (at as Known)[step], answer)
    }
    known['url_rest'] = String(known['url']).replace('/user_uploads', '')
  }
  return answers
}

function fill(value: unknown, known: Known): unknown {
  if (Array.isArray(value)) return value.map((one) => fill(one, known))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one, known)]))
  }
  const [, name] = (typeof value === 'string' && /^\{(\w+)\}$/.exec(value)) || []
  return name !== undefined && name in known ? known[name] : value
}
