import { createHash } from 'node:crypto'
import { z } from 'zod'
import { chatOperations } from '../../tools/chat.ts'
import { type ChatWorld, ok, type Person } from './chat-world.ts'

type Input = Record<string, unknown>

/** What calls may name, of the same ids in every world that `furnish` has furnished. */
export interface Furniture {
  bob: Person
  lab: number
  den: number
  crew: number
  field: number
  linkifier: number
  device: number
  messages: readonly number[]
}

/** A call in the words of the route; the same in two equal worlds. */
type Call = Input | ((furniture: Furniture, world: ChatWorld) => Input)

/** Makes what calls need. */
export async function furnish(world: ChatWorld): Promise<Furniture> {
  const { owner } = world
  const bob = await world.add('Bob')
  const channel = async (name: string) =>
    ok(await owner.post('/channels/create', { name, subscribers: [owner.id, bob.id] }))[
      'id'
    ] as number
  const [lab, den] = [await channel('lab'), await channel('den')]
  const group = { name: 'crew', description: 'All.' }
  const { group_id: crew } = ok(await owner.post('/user_groups/create', group))
  const profile = { name: 'Desk', field_type: 1 }
  const { id: field } = ok(await owner.post('/realm/profile_fields', profile))
  const pattern = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://tracker.test/{id}' }
  const { id: linkifier } = ok(await owner.post('/realm/filters', pattern))
  const { device_id: device } = ok(await owner.post('/register_client_device'))
  const view = { fragment: 'narrow/has/link', is_pinned: false, name: 'Links' }
  ok(await owner.post('/navigation_views', view))
  ok(await bob.post('/users/me/presence', { status: 'active', new_user_input: true }))
  const messages = [
    await owner.say('**one**', { to: 'lab' }),
    await owner.say('two', { to: 'lab' }),
    await bob.say('three', { to: 'lab', topic: '' }),
    await owner.whisper('four', bob),
  ]
  return { bob, lab, den, crew, field, linkifier, device, messages }
}

const RAW = { apply_markdown: true, client_extavatar: false, allow_empty_topic_name: true }
const NOTES = {
  send_notification_to_old_thread: true,
  send_notification_to_new_thread: true,
}

/** A value that a setting takes. */
function settingValue(name: string, schema: z.ZodType): unknown {
  const { type, enum: values, minimum } = z.toJSONSchema(schema, { io: 'input' })
  if (values) return values.at(-1)
  if (type === 'boolean') return true
  if (type === 'string') return 'ding'
  if (type !== 'number' && type !== 'integer') throw new Error(`No value is known for ${name}.`)
  return Math.max(1, minimum ?? 1)
}

const OF_ACCOUNT = {
  full_name: 'Other Name',
  timezone: 'Europe/Rome',
  email_address_visibility: 3,
}

function everySetting(): Input {
  const { input } = chatOperations.find(({ name }) => name === 'update_settings')!
  const kept = new Set(['target_users', 'email', 'old_password', 'new_password'])
  const settings = Object.entries(input.shape as Record<string, z.ZodType>)
    .filter(([name]) => !kept.has(name) && !(name in OF_ACCOUNT))
    .map(([name, schema]) => [name, settingValue(name, schema)])
  return { ...OF_ACCOUNT, ...Object.fromEntries(settings) }
}

const target_users = (user_ids: number[]) => ({
  target_users: { user_ids, group_ids: [], skip_if_already_edited: true },
})

/** Calls of the specified operations that hold together every parameter of the route, refused ones among them. */
export const SPECIFIED_CALLS: Readonly<Record<string, readonly Call[]>> = {
  get_messages: [
    ({ messages, lab }) => ({
      ...RAW,
      anchor: messages[1],
      include_anchor: false,
      num_before: 2,
      num_after: 2,
      narrow: [['channel', lab]],
    }),
    { ...RAW, anchor: 'date', anchor_date: '2020-01-01', num_before: 0, num_after: 9 },
    { ...RAW, use_first_unread_anchor: true, num_before: 1, num_after: 1 },
    ({ messages }) => ({ ...RAW, apply_markdown: false, message_ids: messages }),
    ({ messages }) => ({ ...RAW, message_ids: messages, anchor: 'newest' }),
    { ...RAW, anchor: 'newest', num_before: 5_001, num_after: 0 },
  ],
  check_messages_match_narrow: [
    ({ messages }) => ({ msg_ids: messages, narrow: [['search', 'two']] }),
    { msg_ids: [1], narrow: [{ operator: 'zzz', operand: 1 }] },
  ],
  update_message: [
    ({ messages }) => ({ message_id: messages[0], content: 'x', prev_content_sha256: 'wrong' }),
    ({ messages }) => ({
      message_id: messages[0],
      content: 'changed',
      prev_content_sha256: createHash('sha256').update('**one**').digest('hex'),
    }),
    ({ messages, den }) => ({ message_id: messages[0], content: 'x', stream_id: den }),
    ({ messages }) => ({
      message_id: messages[1],
      topic: '✔ t',
      propagate_mode: 'change_all',
      ...NOTES,
    }),
    ({ messages, den }) => ({
      message_id: messages[1],
      stream_id: den,
      topic: 'moved',
      propagate_mode: 'change_later',
      ...NOTES,
    }),
    ({ messages }) => ({ message_id: messages[3], topic: 'x', propagate_mode: 'change_one' }),
  ],
  set_typing_status: [
    ({ lab }) => ({ op: 'start', type: 'channel', stream_id: lab, topic: 't' }),
    ({ bob }) => ({ op: 'stop', type: 'direct', to: [bob.id] }),
    { op: 'start', type: 'stream', topic: 't' },
  ],
  update_presence: [
    {
      status: 'active',
      last_update_id: -1,
      history_limit_days: 3,
      ping_only: false,
      new_user_input: true,
      slim_presence: true,
    },
    { status: 'idle', ping_only: true },
  ],
  get_presence: [{}],
  get_user_status: [({ bob }) => ({ user_id: bob.id }), { user_id: 9_999 }],
  update_status_for_user: [
    ({ bob }) => ({
      user_id: bob.id,
      status_text: 'away',
      emoji_name: 'tada',
      emoji_code: '1f389',
      reaction_type: 'unicode_emoji',
    }),
    ({ bob }) => ({ user_id: bob.id, emoji_code: '1f389' }),
    ({ bob }) => ({ user_id: bob.id }),
  ],
  get_user_by_email: [
    ({ bob }) => ({
      email: bob.email,
      client_extavatar: false,
      include_custom_profile_fields: true,
    }),
  ],
  update_profile_data: [
    ({ field }) => ({ data: [{ id: field, value: 'by the window' }] }),
    { data: [{ id: 999, value: 'x' }] },
  ],
  update_settings: [
    everySetting(),
    ({ bob }) => ({ ...target_users([bob.id]), color_scheme: 2 }),
    { color_scheme: 3, email: 'new@example.com' },
    { old_password: 'wrong', new_password: 'short' },
  ],
  get_streams: [
    {
      include_public: false,
      include_web_public: true,
      include_subscribed: false,
      exclude_archived: false,
      include_all: true,
      include_default: true,
      include_owner_subscribed: true,
      include_can_access_content: true,
      include_all_active: true,
    },
    { include_public: false },
  ],
  get_subscriptions: [{ include_subscribers: 'true' }, { include_subscribers: 'partial' }],
  unsubscribe: [
    ({ bob }) => ({ subscriptions: ['lab'], principals: [bob.id] }),
    ({ bob }) => ({ subscriptions: ['lab', 'den'], principals: [bob.email] }),
    { subscriptions: ['nowhere'] },
    { subscriptions: ['lab'], principals: [9_999] },
    { subscriptions: ['lab'] },
  ],
  create_drafts: [
    ({ lab, bob }) => ({
      drafts: [
        { type: 'stream', to: [lab], topic: 't', content: 'one', timestamp: 1_700_000_000 },
        { type: 'private', to: [bob.id], topic: '', content: 'two' },
      ],
    }),
    { drafts: [{ type: 'stream', to: [], topic: 't', content: 'x' }] },
    { drafts: [] },
  ],
  get_linkifiers: [{}],
  update_linkifier: [
    ({ linkifier }) => ({
      filter_id: linkifier,
      pattern: '#(?P<id>[0-9]+)',
      url_template: 'https://other.test/{id}',
      example_input: '#12',
      reverse_template: '#{id}',
      alternative_url_templates: ['https://old.test/{id}'],
    }),
  ],
  add_code_playground: [
    { name: 'Rust', highlighter_language: 'Rust', url_template: 'https://play.test/?code={code}' },
  ],
  add_realm_domain: [{ domain: 'example.org', allow_subdomains: true }],
  patch_realm_domain: [{ domain: 'example.org', allow_subdomains: false }],
  edit_navigation_view: [
    { fragment: 'narrow/has/link', is_pinned: true, name: 'All links' },
    { fragment: 'nothing', is_pinned: true },
  ],
  update_user_group_members: [
    ({ crew, bob }) => ({
      user_group_id: crew,
      add: [bob.id],
      delete: [],
      add_subgroups: [],
      delete_subgroups: [],
    }),
  ],
  register_push_device: [
    ({ device }) => ({
      device_id: device,
      push_key_id: 7,
      push_key: 'MQ==',
      token_kind: 'kind_b',
      token_id: 'AAAAAAAAAAA=',
      bouncer_public_key: 'x',
      encrypted_push_registration: 'x',
    }),
  ],
  remove_fcm_token: [{ token: 'old' }, { token: '' }],
  jwt_fetch_api_key: [{ token: 'a.b.c', include_profile: true }],
  register_queue: [
    {
      apply_markdown: true,
      client_extavatar: false,
      include_subscribers: 'true',
      slim_presence: true,
      presence_history_limit_days: 3,
      event_types: ['message', 'presence'],
      fetch_event_types: ['realm', 'subscription', 'presence', 'realm_linkifiers'],
      all_public_streams: true,
      client_capabilities: { linkifier_url_template: true, user_list_incomplete: true },
      narrow: [['channel', 'lab']],
      idle_queue_timeout: 700,
    },
    { narrow: [['zzz', 'x']] },
  ],
}
