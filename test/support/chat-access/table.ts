import type { Fields } from '../chat-world.ts'
import {
  administering,
  governing,
  hasReceived,
  isAdministrator,
  isLimited,
  isMine,
  knowing,
  mayRead,
  reading,
  readingChannel,
  seeing,
  seeingSubscribers,
  seesUser,
  sending,
  sightOf,
  subscribed,
  type Verdict,
  writingOwn,
} from './rules.ts'
import { type Asker, type Kind, LATER_SECONDS, type Thing, type Variants } from './scene.ts'

/** One way to ask for something, and what everybody is to get. */
export interface Probe {
  operation: string
  /** Says which one it is, where an operation has several. */
  by: string
  about: Kind | undefined
  fields(thing: Thing): Fields
  may(asker: Asker, variant: string): Verdict
}

/** Probes about things of a kind. */
function about<K extends Kind>(
  kind: K,
  may: (asker: Asker, variant: Variants[K]) => Verdict,
  asks: Readonly<Record<string, (thing: Thing) => Fields>>,
): Probe[] {
  return Object.entries(asks).map(([name, fields]) => {
    const [operation = '', by = ''] = name.split(' by ')
    return { operation, by, about: kind, fields, may }
  })
}

/** Probes of operations that are about nothing that could be hidden. */
function general(may: (asker: Asker) => Verdict, asks: Readonly<Record<string, Fields>>): Probe[] {
  return Object.entries(asks).map(([name, fields]) => {
    const [operation = '', by = ''] = name.split(' by ')
    return { operation, by, about: undefined, fields: () => fields, may }
  })
}

const everybody = (): Verdict => 'yes'
const administrators = (asker: Asker): Verdict => (isAdministrator(asker) ? 'yes' : 'no')
const owners = (asker: Asker): Verdict => (asker === 'owner' ? 'yes' : 'no')
const members = (asker: Asker): Verdict => (isLimited(asker) ? 'no' : 'yes')
const people = (asker: Asker): Verdict => (asker === 'bot' ? 'no' : 'yes')

const around = { anchor: 'newest', num_before: 5, num_after: 0 }
const scheduled = { scheduled_delivery_timestamp: LATER_SECONDS, content: 'x' }
const linkifier = { pattern: 'x(?P<id>[0-9]+)', url_template: 'https://x.test/{id}' }
const ofMine = { type: 'direct', content: 'x' }

const ofMessages: Probe[] = [
  ...about('message', reading, {
    get_message: ({ id }) => ({ message_id: id }),
    get_read_receipts: ({ id }) => ({ message_id: id }),
    get_message_history: ({ id }) => ({ message_id: id }),
    report_message: ({ id }) => ({ message_id: id, report_type: 'spam' }),
    add_reaction: ({ id }) => ({ message_id: id, emoji_name: 'tada' }),
    'update_message_flags by star': ({ id }) => ({ messages: [id], op: 'add', flag: 'starred' }),
  }),
  ...about('message', (asker, spot) => (mayRead(asker, spot) ? 'no' : 'as if missing'), {
    remove_reaction: ({ id }) => ({ message_id: id, emoji_name: 'tada' }),
    'update_message_flags by mention': ({ id }) => ({
      messages: [id],
      op: 'remove',
      flag: 'mentioned',
    }),
  }),
  ...about('message', writingOwn, {
    update_message: ({ id }) => ({ message_id: id, content: 'changed' }),
    set_typing_status_for_message_edit: ({ id }) => ({ message_id: id, op: 'start' }),
  }),
  ...about(
    'message',
    (asker, spot) => {
      if (!mayRead(asker, spot)) return 'as if missing'
      return isAdministrator(asker) || isMine(asker, spot) ? 'yes' : 'no'
    },
    { delete_message: ({ id }) => ({ message_id: id }) },
  ),
  ...about('message', (asker, spot) => (hasReceived(asker, spot) ? 'yes' : 'as if missing'), {
    check_messages_match_narrow: ({ id }) => ({ msg_ids: [id], narrow: [] }),
    'get_messages by anchor': ({ id }) => ({ anchor: id, num_before: 0, num_after: 0 }),
    'get_messages by term': ({ id }) => ({ ...around, narrow: [['id', String(id)]] }),
    update_message_flags_for_narrow: ({ id }) => ({
      ...around,
      narrow: [['id', String(id)]],
      op: 'add',
      flag: 'starred',
    }),
  }),
  ...about(
    'message',
    // Visitors read web-public channels only by a narrow that says so (spec 5.4).
    (asker, spot) => (asker === 'anonymous' ? 'as if missing' : reading(asker, spot)),
    { 'get_messages by id': ({ id }) => ({ message_ids: [id] }) },
  ),
  ...about('message', reading, {
    'get_messages by with': ({ id }) => ({ ...around, narrow: [['with', String(id)]] }),
  }),
]

const ofChannels: Probe[] = [
  ...about('channel', knowing, {
    get_stream_by_id: ({ id }) => ({ stream_id: id }),
    get_stream_id: ({ name }) => ({ stream: name }),
    mark_stream_as_read: ({ id }) => ({ stream_id: id }),
    update_user_topic: ({ id }) => ({ stream_id: id, topic: 't', visibility_policy: 3 }),
    'mute_topic by id': ({ id }) => ({ stream_id: id, topic: 't', op: 'add' }),
    'mute_topic by name': ({ name }) => ({ stream: name, topic: 't', op: 'add' }),
    'create_drafts by channel': ({ id }) => ({
      drafts: [{ type: 'stream', to: [id], topic: 't', content: 'x' }],
    }),
    unsubscribe: ({ name }) => ({ subscriptions: [name] }),
    update_subscriptions: ({ name }) => ({ delete: [name] }),
    'get_messages by channel': ({ id }) => ({ ...around, narrow: [['channel', id]] }),
    'get_messages by channel name': ({ name }) => ({ ...around, narrow: [['channel', name]] }),
    'render_message by channel': ({ name }) => ({ content: `#**${name}**` }),
    'render_message by topic': ({ name }) => ({ content: `#**${name}>t**` }),
  }),
  ...about('channel', readingChannel, {
    get_stream_topics: ({ id }) => ({ stream_id: id }),
    mark_topic_as_read: ({ id }) => ({ stream_id: id, topic_name: 't' }),
  }),
  ...about('channel', seeingSubscribers, {
    get_subscribers: ({ id }) => ({ stream_id: id }),
    get_subscription_status: ({ id }) => ({ user_id: 3, stream_id: id }),
  }),
  ...about('channel', administering, {
    'update_stream by description': ({ id }) => ({ stream_id: id, description: 'changed' }),
    'update_stream by group': ({ id }) => ({ stream_id: id, can_send_message_group: 2 }),
  }),
  ...about(
    'channel',
    (asker, place) => {
      const verdict = administering(asker, place)
      return verdict === 'yes' && place.startsWith('archived') ? 'no' : verdict
    },
    { archive_stream: ({ id }) => ({ stream_id: id }) },
  ),
  ...about(
    'channel',
    (asker, place) => {
      const sight = sightOf(asker, place)
      if (sight === 'nothing') return 'as if missing'
      return sight === 'content' && isAdministrator(asker) ? 'yes' : 'no'
    },
    { delete_topic: ({ id }) => ({ stream_id: id, topic_name: 't' }) },
  ),
  ...about('channel', subscribed, {
    update_subscription_property: ({ id }) => ({
      stream_id: id,
      property: 'is_muted',
      value: true,
    }),
    update_subscription_settings: ({ id }) => ({
      subscription_data: [{ stream_id: id, property: 'is_muted', value: true }],
    }),
  }),
  ...about('channel', sending, {
    'send_message by channel': ({ id }) => ({ type: 'channel', to: id, topic: 't', content: 'x' }),
    'send_message by name': ({ name }) => ({ type: 'stream', to: name, topic: 't', content: 'x' }),
    'create_scheduled_message by channel': ({ id }) => ({ ...scheduled, type: 'channel', to: id }),
    'set_typing_status by channel': ({ id }) => ({
      op: 'start',
      type: 'channel',
      stream_id: id,
      topic: 't',
    }),
  }),
]

const ofUsers: Probe[] = [
  ...about('user', seeing, {
    get_user: ({ id }) => ({ user_id: id }),
    'get_user_by_email by address': ({ key }) => ({ email: key }),
    'get_user_by_email by placeholder': ({ id }) => ({ email: `user${id}@chat.test` }),
    'get_users by id': ({ id }) => ({ user_ids: [id] }),
    get_user_status: ({ id }) => ({ user_id: id }),
    'get_user_presence by id': ({ id }) => ({ user_id_or_email: String(id) }),
    'get_user_presence by address': ({ key }) => ({ user_id_or_email: key }),
    get_user_channels: ({ id }) => ({ user_id: id }),
    mute_user: ({ id }) => ({ muted_user_id: id }),
    'send_message by user': ({ id }) => ({ ...ofMine, to: [id] }),
    'send_message by address': ({ key }) => ({ ...ofMine, to: [key] }),
    'create_scheduled_message by user': ({ id }) => ({ ...scheduled, type: 'direct', to: [id] }),
    'set_typing_status by user': ({ id }) => ({ op: 'start', to: [id] }),
    'create_drafts by user': ({ id }) => ({
      drafts: [{ type: 'private', to: [id], topic: '', content: 'x' }],
    }),
    'render_message by user': ({ id, name }) => ({ content: `@**${name}|${id}**` }),
    get_is_user_group_member: ({ id }) => ({ user_group_id: 3, user_id: id }),
  }),
  ...about('user', seeing, {
    'get_messages by sender': ({ id }) => ({
      ...around,
      narrow: [
        { operator: 'channel', operand: 'web-public' },
        { operator: 'sender', operand: id },
      ],
    }),
  }),
  // Without an account, there are no conversations.
  ...about(
    'user',
    (asker, body) => (asker === 'anonymous' ? 'as if missing' : seeing(asker, body)),
    {
      'get_messages by conversation': ({ id }) => ({
        ...around,
        narrow: [{ operator: 'dm', operand: [id] }],
      }),
    },
  ),
  ...about('user', () => 'as if missing', {
    unmute_user: ({ id }) => ({ muted_user_id: id }),
  }),
  ...about('user', governing, {
    update_status_for_user: ({ id }) => ({ user_id: id, status_text: 'x' }),
    update_user: ({ id }) => ({ user_id: id, full_name: 'Other Name' }),
    deactivate_user: ({ id }) => ({ user_id: id }),
    'update_settings by target': ({ id }) => ({
      target_users: { user_ids: [id], group_ids: [], skip_if_already_edited: false },
      color_scheme: 2,
    }),
  }),
  // Nobody there is a bot.
  ...about('user', () => 'as if missing', {
    update_bot: ({ id }) => ({ bot_id: id, full_name: 'Other Name' }),
  }),
  ...about('user', (asker) => (isAdministrator(asker) ? 'no' : 'as if missing'), {
    reactivate_user: ({ id }) => ({ user_id: id }),
  }),
  ...about('user', (asker, body) => (seesUser(asker, body) ? 'no' : 'as if missing'), {
    'unsubscribe by principal': ({ id }) => ({ subscriptions: ['protected'], principals: [id] }),
  }).map((probe) => ({
    ...probe,
    may: (asker: Asker, variant: string): Verdict =>
      isAdministrator(asker) ? 'yes' : probe.may(asker, variant),
  })),
  ...about('user', seeing, {
    'create_user_group by member': ({ id }) => ({ name: 'g', description: '', members: [id] }),
    'create_channel by subscriber': ({ id }) => ({ name: 'c', subscribers: [id] }),
  }).map((probe) => ({
    ...probe,
    may: (asker: Asker, variant: string): Verdict =>
      asker === 'guest' ? 'as if missing' : probe.may(asker, variant),
  })),
]

const mine = (_: Asker, whose: 'mine' | "other's"): Verdict =>
  whose === 'mine' ? 'yes' : 'as if missing'

const ofRecords: Probe[] = [
  ...about('draft', mine, {
    edit_draft: ({ id }) => ({
      draft_id: id,
      draft: { type: '', to: [], topic: '', content: 'changed' },
    }),
    delete_draft: ({ id }) => ({ draft_id: id }),
  }),
  ...about('snippet', mine, {
    edit_saved_snippet: ({ id }) => ({ saved_snippet_id: id, title: 'changed' }),
    delete_saved_snippet: ({ id }) => ({ saved_snippet_id: id }),
  }),
  ...about('device', mine, {
    remove_client_device: ({ id }) => ({ device_id: id }),
  }),
  ...about('scheduled', mine, {
    update_scheduled_message: ({ id }) => ({ scheduled_message_id: id, content: 'changed' }),
    delete_scheduled_message: ({ id }) => ({ scheduled_message_id: id }),
  }),
  ...about('view', mine, {
    edit_navigation_view: ({ key }) => ({ fragment: key, is_pinned: false }),
    remove_navigation_view: ({ key }) => ({ fragment: key }),
  }),
  ...about('queue', mine, {
    get_events: ({ key }) => ({ queue_id: key, last_event_id: -1, dont_block: true }),
    delete_queue: ({ key }) => ({ queue_id: key }),
    chat_wait_for_events: ({ key }) => ({ cursor: `${key}:0`, seconds: 0 }),
  }),
]

const ofUploads: Probe[] = [
  ...about('upload', (_, one) => (one === "other's" ? 'as if missing' : 'yes'), {
    get_file_temporary_url: ({ key }) => ({ realm_id_str: '1', filename: key }),
  }),
  ...about('upload', (_, one) => (one === 'mine' ? 'yes' : 'as if missing'), {
    remove_attachment: ({ id }) => ({ attachment_id: id }),
  }),
  ...general(everybody, { get_attachments: {} }),
  ...general(() => 'no', {
    'upload_file by no file': {},
    'upload_custom_emoji by no file': { emoji_name: 'new' },
  }),
]

const ofNothingHidden: Probe[] = [
  ...general(everybody, {
    get_server_settings: {},
    register_queue: { fetch_event_types: ['realm'] },
    get_streams: {},
    get_subscriptions: {},
    get_own_user: {},
    get_presence: {},
    update_presence: { status: 'active' },
    update_status: { status_text: 'x' },
    get_user_group_members: { user_group_id: 3 },
    get_user_groups: {},
    get_user_group_subgroups: { user_group_id: 3 },
    get_linkifiers: {},
    get_custom_emoji: {},
    get_alert_words: {},
    add_alert_words: { alert_words: ['x'] },
    remove_alert_words: { alert_words: ['x'] },
    get_realm_domains: {},
    get_navigation_views: {},
    add_navigation_view: { fragment: 'inbox', is_pinned: true },
    get_saved_snippets: {},
    create_saved_snippet: { title: 'y', content: 'x' },
    get_drafts: {},
    get_scheduled_messages: {},
    update_settings: { color_scheme: 2 },
    get_custom_profile_fields: {},
    register_client_device: {},
    add_fcm_token: { token: 'c0' },
    add_apns_token: { token: 'c0' },
    mark_all_as_read: {},
  }),
  ...general(administrators, {
    update_realm: { name: 'Other' },
    add_linkifier: linkifier,
    update_linkifier: { filter_id: 1, ...linkifier, pattern: 'z(?P<id>[0-9]+)' },
    remove_linkifier: { filter_id: 1 },
    reorder_linkifiers: { ordered_linkifier_ids: [1] },
    add_code_playground: {
      name: 'p',
      highlighter_language: 'python',
      url_template: 'https://x.test/{code}',
    },
    remove_code_playground: { playground_id: 1 },
    create_custom_profile_field: { name: 'f', field_type: 1 },
    create_user: { email: 'new@example.com', password: 'correct horse battery', full_name: 'New' },
    deactivate_custom_emoji: { emoji_name: 'theirs' },
  }),
  ...general(owners, {
    add_realm_domain: { domain: 'b.test', allow_subdomains: false },
    patch_realm_domain: { domain: 'a.test', allow_subdomains: true },
    delete_realm_domain: { domain: 'a.test' },
  }),
  ...about('group', owners, {
    update_user_group: ({ id }) => ({ user_group_id: id, description: 'changed' }),
    deactivate_user_group: ({ id }) => ({ user_group_id: id }),
    update_user_group_members: ({ id }) => ({ user_group_id: id, add: [1] }),
    update_user_group_subgroups: ({ id }) => ({ user_group_id: id, add: [5] }),
  }),
  ...general((asker) => (isLimited(asker) || asker === 'bot' ? 'no' : 'yes'), {
    create_bot: { full_name: 'New', short_name: 'new', bot_type: 2 },
  }),
  ...general(members, {
    create_user_group: { name: 'h', description: '', members: [] },
    create_channel: { name: 'new', subscribers: [] },
    subscribe: { subscriptions: [{ name: 'public' }] },
    'subscribe by new name': { subscriptions: [{ name: 'brand new' }] },
  }),
  ...general(() => 'no', {
    'subscribe by hidden name': { subscriptions: [{ name: 'archived private' }] },
    fetch_api_key: { username: 'member@example.com', password: 'wrong' },
    jwt_fetch_api_key: { token: 'wrong' },
    register_push_device: { device_id: 1 },
    remove_fcm_token: { token: 'ff' },
    remove_apns_token: { token: 'ff' },
  }),
  ...general(people, {
    remove_profile_data: { data: [1] },
    update_profile_data: { data: [{ id: 1, value: 'x' }] },
  }),
  ...general((asker) => (asker === 'owner' ? 'no' : 'yes'), { deactivate_own_user: {} }),
]

/** Everything that is asked. */
export const PROBES: readonly Probe[] = [
  ...ofMessages,
  ...ofChannels,
  ...ofUsers,
  ...ofRecords,
  ...ofUploads,
  ...ofNothingHidden,
]
