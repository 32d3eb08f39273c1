import { beforeAll, describe, expect, test } from 'vitest'
import { fieldTypesOf } from '../../../src/contract/field-types.ts'
import type { AnyOperation } from '../../../src/contract/operation.ts'
import { chatOperations } from '../../../tools/chat.ts'
import {
  type Answer,
  type ChatWorld,
  type Fields,
  startChatWorld,
} from '../../support/chat-world.ts'

/** What calls cannot go without by the public API, where the contract says nothing of it: each with a value that is none too bad. */
const NEEDED: Readonly<Record<string, Fields>> = {
  add_alert_words: { alert_words: ['x'] },
  add_apns_token: { token: 'x' },
  add_default_stream: { stream_id: 1 },
  add_fcm_token: { token: 'x' },
  add_linkifier: { pattern: 'x', url_template: 'https://site.test/' },
  add_navigation_view: { fragment: 'narrow/x', is_pinned: true },
  add_reaction: { emoji_name: 'tada' },
  add_submessage: { message_id: 1, content: '{}' },
  create_bot: { full_name: 'Bot', short_name: 'bot' },
  create_channel: { name: 'new' },
  create_channel_folder: { name: 'new' },
  create_custom_profile_field: { name: 'new', field_type: 1 },
  create_message_reminder: { message_id: 1, scheduled_delivery_timestamp: 4_000_000_000 },
  create_saved_snippet: { title: 'x', content: 'x' },
  create_scheduled_message: {
    type: 'channel',
    to: 1,
    content: 'x',
    scheduled_delivery_timestamp: 4_000_000_000,
  },
  create_user: { email: 'new@example.com', password: 'a password', full_name: 'New' },
  create_user_group: { name: 'new', description: '' },
  delete_queue: { queue_id: 'x' },
  delete_topic: { topic_name: 'x' },
  edit_draft: { draft: { type: '', to: [], topic: '', content: 'x' } },
  fetch_api_key: { username: 'new@example.com', password: 'a password' },
  get_events: { queue_id: 'x', last_event_id: -1 },
  get_stream_id: { stream: 'general' },
  mark_stream_as_read: { stream_id: 1 },
  mark_topic_as_read: { stream_id: 1, topic_name: 'x' },
  move_messages: { stream_id: 1, topic: 'x' },
  mute_topic: { topic: 'x', op: 'add' },
  patch_channel_folders: { order: [] },
  remove_alert_words: { alert_words: ['x'] },
  remove_apns_token: { token: 'x' },
  remove_client_device: { device_id: 1 },
  remove_default_stream: { stream_id: 1 },
  remove_profile_data: { data: [] },
  render_message: { content: 'x' },
  resolve_topic: { stream_id: 1, topic: 'x' },
  reorder_custom_profile_fields: { order: [] },
  reorder_linkifiers: { ordered_linkifier_ids: [] },
  report_message: { report_type: 'spam' },
  send_invites: { invitee_emails: 'new@example.com' },
  send_message: { type: 'channel', to: 'general', content: 'x' },
  set_typing_status_for_message_edit: { op: 'start' },
  subscribe: { subscriptions: [{ name: 'new' }] },
  test_welcome_message: { welcome_message_custom_text: 'x' },
  update_message_flags: { messages: [1], op: 'add', flag: 'read' },
  update_message_flags_for_narrow: {
    anchor: 'newest',
    num_before: 0,
    num_after: 0,
    narrow: [],
    op: 'add',
    flag: 'read',
  },
  update_storage: { storage: {} },
  update_subscription_property: { property: 'color', value: 'x' },
  update_subscription_settings: { subscription_data: [] },
  update_user_topic: { stream_id: 1, topic: 'x', visibility_policy: 0 },
  zcommand: { command: '/ping' },
}

/** The same of the operations that the contract specifies. */
const SPECIFIED: Readonly<Record<string, Fields>> = {
  add_code_playground: {
    name: 'x',
    highlighter_language: 'Python',
    url_template: 'https://site.test/?{code}',
  },
  add_realm_domain: { domain: 'site.test', allow_subdomains: true },
  check_messages_match_narrow: { msg_ids: [1], narrow: [] },
  create_drafts: { drafts: [] },
  jwt_fetch_api_key: { token: 'x' },
  patch_realm_domain: { allow_subdomains: true },
  register_push_device: { device_id: 1 },
  remove_fcm_token: { token: 'x' },
  set_typing_status: { op: 'start' },
  unsubscribe: { subscriptions: ['general'] },
  update_linkifier: { pattern: 'x', url_template: 'https://site.test/' },
  update_presence: { status: 'active' },
  update_profile_data: { data: [] },
}

let world: ChatWorld
beforeAll(async () => {
  world = await startChatWorld()
  return async () => world[Symbol.asyncDispose]()
})

const pathFieldsOf = ({ http }: AnyOperation) =>
  new Set([...http.path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name))

async function ask({ http }: AnyOperation, fields: Fields): Promise<Answer> {
  const path = http.path.replaceAll(/\{(\w+)\+?\}/g, (_, name: string) =>
    encodeURIComponent(typeof fields[name] === 'string' ? fields[name] : Number(fields[name] ?? 1)),
  )
  const method = http.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
  return world.owner[method](path, fields)
}

const operationsOf = (names: Readonly<Record<string, unknown>>) =>
  chatOperations.filter(({ name }) => Object.hasOwn(names, name))

test('every parameter that a call needs is in a table', () => {
  const needed = chatOperations.flatMap((operation) => {
    const ofPath = pathFieldsOf(operation)
    const names = fieldTypesOf(operation).required.filter((name) => !ofPath.has(name))
    return names.length === 0 ? [] : [[operation.name, names.toSorted()]]
  })
  const tables = Object.entries({ ...NEEDED, ...SPECIFIED })
  const inTables = tables.map(([name, fields]) => [name, Object.keys(fields).toSorted()])
  expect(Object.fromEntries(needed)).toEqual(Object.fromEntries(inTables))
  const specified = operationsOf({ ...NEEDED, ...SPECIFIED }).filter(({ http }) => http.isSpecified)
  expect(specified.map(({ name }) => name).toSorted()).toEqual(Object.keys(SPECIFIED).toSorted())
})

describe.each([
  ['REQUEST_VARIABLE_MISSING, where the contract says nothing', NEEDED],
  ['BAD_REQUEST, where it does', SPECIFIED],
])('what is left out is %s', (title, table) => {
  const [code] = title.split(',')
  test.each(operationsOf(table).map((operation) => [operation.name, operation] as const))(
    '%s',
    async (name, operation) => {
      const fields = table[name] ?? {}
      for (const left of Object.keys(fields)) {
        const { [left]: _, ...others } = fields
        const answer = await ask(operation, others)
        const msg = `Missing '${left}' argument`
        expect(answer).toMatchObject({ status: 400, result: 'error', code, var_name: left, msg })
      }
    },
  )
})

test('what is of another type is BAD_REQUEST and names the parameter, for every parameter of every operation', async () => {
  const wrong: unknown[] = []
  let count = 0
  for (const operation of chatOperations) {
    const ofPath = pathFieldsOf(operation)
    for (const [name, types] of fieldTypesOf(operation).types) {
      if (ofPath.has(name) || types.has('string') || types.has('any')) continue
      count += 1
      const answer = await ask(operation, { [name]: 'no JSON' })
      const { status, code, var_name } = answer
      if (status !== 400 || code !== 'BAD_REQUEST' || var_name !== name) {
        wrong.push([operation.name, name, answer])
      }
    }
  }
  expect(wrong).toEqual([])
  expect(count).toBeGreaterThan(200)
})

/** What an account, a channel and so on is called that is not there, and how that is refused. */
const UNKNOWN: Readonly<Record<string, readonly string[]>> = {
  'BAD_REQUEST Invalid message(s)': [
    'delete_message',
    'get_message_history',
    'get_message',
    'update_message',
    'add_reaction',
    'remove_reaction',
    'get_read_receipts',
    'create_message_reminder',
    'set_typing_status_for_message_edit',
    'report_message',
    'add_submessage',
  ],
  'BAD_REQUEST Invalid channel ID': [
    'archive_stream',
    'get_stream_topics',
    'update_stream',
    'mark_stream_as_read',
    'mark_topic_as_read',
    'delete_topic',
    'get_stream_by_id',
    'get_subscribers',
    'update_subscription_property',
    'update_user_topic',
    'add_default_stream',
    'get_stream_email_address',
    'remove_default_stream',
  ],
  'BAD_REQUEST No such user': [
    'get_user_by_email',
    'get_user',
    'get_user_status',
    'update_status_for_user',
    'get_subscription_status',
    'get_user_channels',
    'mute_user',
    'get_user_presence',
    'update_user',
    'deactivate_user',
    'reactivate_user',
    'update_user_by_email',
  ],
  'BAD_REQUEST User is not muted': ['unmute_user'],
  'BAD_REQUEST No such bot': ['update_bot', 'get_bot_api_key', 'regenerate_bot_api_key'],
  'BAD_REQUEST Invalid user group': [
    'get_user_group_members',
    'get_user_group_subgroups',
    'deactivate_user_group',
  ],
  'BAD_REQUEST Linkifier not found.': ['update_linkifier', 'remove_linkifier'],
  'BAD_REQUEST Invalid playground': ['remove_code_playground'],
  'BAD_REQUEST No entry found for domain nowhere.': ['patch_realm_domain', 'delete_realm_domain'],
  'BAD_REQUEST Field id 99999 not found.': [
    'delete_custom_profile_field',
    'update_custom_profile_field',
  ],
  'BAD_REQUEST Invalid attachment': ['remove_attachment'],
  'BAD_REQUEST Invalid `device_id`': ['remove_client_device'],
  'BAD_REQUEST Invalid channel folder ID': ['update_channel_folder'],
  'BAD_REQUEST No such invitation': [
    'resend_email_invite',
    'revoke_email_invite',
    'revoke_invite_link',
  ],
  "BAD_REQUEST Invalid channel name 'nowhere'": ['get_stream_id'],
  'BAD_EVENT_QUEUE_ID Bad event queue id: nowhere': ['delete_queue', 'get_events'],
  "STREAM_DOES_NOT_EXIST Channel 'nowhere' does not exist": ['send_message', 'unsubscribe'],
  "STREAM_DOES_NOT_EXIST Channel with ID '99999' does not exist": ['create_scheduled_message'],
  "NOT_FOUND Emoji 'nowhere' does not exist": ['deactivate_custom_emoji'],
  'NOT_FOUND Navigation view does not exist.': ['edit_navigation_view', 'remove_navigation_view'],
  'NOT_FOUND Saved snippet does not exist.': ['delete_saved_snippet'],
  'NOT_FOUND Draft does not exist': ['edit_draft', 'delete_draft'],
  'NOT_FOUND Scheduled message does not exist': ['delete_scheduled_message'],
  'NOT_FOUND Reminder does not exist': ['delete_reminder'],
  'NOT_FOUND File not found.': ['get_file_temporary_url', 'check_thumbnail_status'],
}

/** Fields that name a thing besides those of the path. */
const NAMING: Readonly<Record<string, unknown>> = {
  queue_id: 'nowhere',
  stream: 'nowhere',
  to: 'nowhere',
  subscriptions: ['nowhere'],
}

test.each(
  Object.entries(UNKNOWN).flatMap(([message, names]) =>
    names.map((name) => [name, message] as const),
  ),
)('%s of what is not there: %s', async (name, message) => {
  const operation = chatOperations.find((one) => one.name === name)
  if (!operation) throw new Error(`There is no ${name}.`)
  const needed = Object.entries({ ...NEEDED, ...SPECIFIED }[name] ?? {}).map(([field, value]) => {
    if (name === 'create_scheduled_message') return [field, field === 'to' ? 99_999 : value]
    return [field, NAMING[field] ?? (field.endsWith('_id') ? 99_999 : value)]
  })
  const ofPath = [...pathFieldsOf(operation)].map((field) => [
    field,
    field?.endsWith('id') ? 99_999 : 'nowhere',
  ])
  const answer = await ask(operation, Object.fromEntries([...needed, ...ofPath]))
  expect(`${answer['code']} ${answer.msg}`).toBe(message)
  expect(answer.status).toBe(message.startsWith('NOT_FOUND') ? 404 : 400)
})
