import { expect } from 'vitest'
import { about, around, general, scheduled, type Probe } from '../chat-access/probe.ts'
import {
  administrators,
  everybody,
  governing,
  isAdministrator,
  nobody,
  people,
  seeing,
  seesUser,
  type Verdict,
} from '../chat-access/rules.ts'
import type { CallerIdentity } from '../chat-access/things.ts'
import { pngOf } from '../pictures.ts'
import { type AgentExamples, NO_USER, type Stage } from './example.ts'

/** Adds an account; returns what it is made of. */
async function account({ ask, password }: Stage, full_name: string) {
  const input = { email: `${full_name.toLowerCase()}@example.com`, full_name, password }
  await ask('create_user', input)
  return input
}

/** Accounts, presence, status, groups and profiles. */
export const peopleExamples: AgentExamples = {
  get_own_user: {
    call: {},
    shows: ({ me }) => ({ id: me, name: 'Owner' }),
    fails: 'never',
  },
  get_users: {
    call: { query: '@bob' },
    shows: ({ bob }) => ({ users: [`${bob} Bob (away)`] }),
    fails: [{ limit: 0 }, /limit/],
  },
  get_user: {
    call: ({ bob }) => ({ user: bob }),
    shows: { user: expect.stringMatching(/^\d+ Bob, \S+, member$/) },
    fails: NO_USER,
  },
  get_user_by_email: {
    call: { email: 'bob@example.com' },
    shows: { user: expect.stringMatching(/^\d+ Bob, /) },
    fails: [{ email: 'nobody@example.com' }, /No such user/],
  },
  create_user: {
    call: ({ password }) => ({ email: 'eve@example.com', full_name: 'Eve', password }),
    shows: { user_id: expect.any(Number) },
    fails: [({ password }) => ({ email: 'bob@example.com', full_name: 'B', password }), /in use/],
  },
  update_user: {
    call: { user: 'Bob', full_name: 'Bob' },
    shows: {},
    fails: NO_USER,
  },
  update_user_by_email: {
    call: async ({ ask }) => {
      const { user } = await ask('get_user', { user: 'Bob' })
      return { email: String(user).split(', ')[1], full_name: 'Bob' }
    },
    shows: {},
    fails: [{ email: 'nobody@nowhere.test', full_name: 'x' }, /No such user/],
  },
  upload_avatar: {
    call: { base64: pngOf(4, 4).toString('base64') },
    shows: { avatar_url: expect.stringMatching(/^\/user_avatars\/1\/[0-9a-f]{32}\.png/) },
    fails: [{ base64: 'PHN2Zy8+' }, /Could not decode image/],
  },
  remove_avatar: {
    call: {},
    shows: { avatar_url: expect.stringContaining('/identicon/') },
    fails: 'never',
  },
  reorder_custom_profile_fields: {
    call: async ({ ask }) => {
      const { custom_fields } = await ask('get_custom_profile_fields')
      return { order: (custom_fields as { id: number }[]).map(({ id }) => id).toReversed() }
    },
    shows: {},
    fails: [{ order: [99_999] }, /exactly once|mapping/],
  },
  update_custom_profile_field: {
    call: async ({ ask }) => {
      const { id } = await ask('create_custom_profile_field', { name: 'Nick', field_type: 1 })
      return { field_id: id, name: 'Nickname' }
    },
    shows: {},
    fails: [{ field_id: 99_999, name: 'x' }, /not found/],
  },
  delete_custom_profile_field: {
    call: async ({ ask }) => {
      const { id } = await ask('create_custom_profile_field', { name: 'Gone', field_type: 1 })
      return { field_id: id }
    },
    shows: {},
    fails: [{ field_id: 99_999 }, /not found/],
  },
  regenerate_api_key: { fails: [{ zzz: true }, /zzz/] },
  deactivate_user: {
    call: async (stage) => {
      await account(stage, 'Old')
      return { user: 'Old' }
    },
    shows: {},
    fails: NO_USER,
  },
  reactivate_user: {
    call: async (stage) => {
      await account(stage, 'Back')
      await stage.ask('deactivate_user', { user: 'Back' })
      return { user: 'Back' }
    },
    shows: {},
    fails: NO_USER,
  },
  deactivate_own_user: { fails: [{}, /only owner|last/i] },
  fetch_api_key: {
    call: async (stage) => {
      const { email: username, password } = await account(stage, 'Key')
      return { username, password }
    },
    shows: { api_key: expect.any(String) },
    fails: [{ username: 'bob@example.com', password: 'wrong' }, /incorrect/],
  },
  jwt_fetch_api_key: { fails: [{ token: 'a.b.c' }, /not enabled/] },
  get_presence: { call: {}, shows: { people: [] }, fails: [{ limit: 0 }, /limit/] },
  get_user_presence: {
    call: async ({ ask }) => {
      await ask('update_presence', {})
      return { user: 'Owner' }
    },
    shows: { presence: { aggregated: { status: 'active' } } },
    fails: NO_USER,
  },
  update_presence: { call: { status: 'idle' }, shows: {}, fails: [{ status: 'gone' }, /status/] },
  get_user_status: { call: { user: 'Bob' }, shows: { status: {} }, fails: NO_USER },
  update_status: {
    call: { status_text: 'reading' },
    shows: {},
    fails: [{ status_text: 'x'.repeat(100) }, /too long/],
  },
  update_status_for_user: {
    call: { user: 'Bob', status_text: 'on leave' },
    shows: {},
    fails: NO_USER,
  },
  set_typing_status: {
    call: { channel: 'lab', topic: 't' },
    shows: {},
    fails: [{ op: 'stop' }, /Name a channel, or people/],
  },
  set_typing_status_for_message_edit: {
    call: ({ message }) => ({ message_id: message, op: 'start' }),
    shows: {},
    fails: [{ message_id: 999_999, op: 'start' }, /Invalid message/],
  },
  get_custom_profile_fields: {
    call: {},
    shows: { custom_fields: [] },
    fails: [{ from: -1 }, /from/],
  },
  create_custom_profile_field: {
    call: { name: 'Team', field_type: 1 },
    shows: { id: expect.any(Number) },
    fails: [{ name: 'x', field_type: 99 }, /Invalid/],
  },
  update_profile_data: {
    call: async ({ ask }) => {
      const { id } = await ask('create_custom_profile_field', { name: 'Desk', field_type: 1 })
      return { data: [{ id, value: 'by the window' }] }
    },
    shows: {},
    fails: [{ data: [{ id: 99_999, value: 'x' }] }, /not found|Invalid|id/],
  },
  remove_profile_data: {
    call: async ({ ask }) => {
      const { id } = await ask('create_custom_profile_field', { name: 'Floor', field_type: 1 })
      return { data: [id] }
    },
    shows: {},
    fails: [{ data: [99_999] }, /not found|Invalid|id/],
  },
  mute_user: { call: { user: 'Bob' }, shows: {}, fails: [{ user: 'Owner' }, /Cannot mute self/] },
  unmute_user: {
    call: async (stage) => {
      await account(stage, 'Mute')
      await stage.ask('mute_user', { user: 'Mute' })
      return { user: 'Mute' }
    },
    shows: {},
    fails: [{ user: 'Owner' }, /not muted/],
  },
}

const ofMine = { type: 'direct', content: 'x' }

/** Who may do what with accounts, and who sees whom. */
export const peopleProbes: readonly Probe[] = [
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
    'ask by user': ({ id }) => ({ type: 'direct', to: [id], question: 'x', seconds: 0 }),
    'send_message by address': ({ key }) => ({ ...ofMine, to: [key] }),
    'create_scheduled_message by user': ({ id }) => ({ ...scheduled, type: 'direct', to: [id] }),
    'set_typing_status by user': ({ id }) => ({ op: 'start', to: [id] }),
    'create_drafts by user': ({ id }) => ({
      drafts: [{ type: 'private', to: [id], topic: '', content: 'x' }],
    }),
    'render_message by user': ({ id, name }) => ({ content: `@**${name}|${id}**` }),
    get_is_user_group_member: ({ id }) => ({ user_group_id: 3, user_id: id }),
    'get_subscription_status by user': ({ id }, at) => ({
      user_id: id,
      stream_id: at('channel', 'protected').id,
    }),
    'edit_draft by user': ({ id }, at) => ({
      draft_id: at('draft', 'mine').id,
      draft: { type: 'private', to: [id], topic: '', content: 'x' },
    }),
    'update_scheduled_message by user': ({ id }, at) => ({
      scheduled_message_id: at('scheduled', 'mine').id,
      to: [id],
    }),
    'update_user_group_members by user': ({ id }, at) => ({
      user_group_id: at('group', 'open').id,
      add: [id],
    }),
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
      'get_messages by dm-including': ({ id }) => ({
        ...around,
        narrow: [{ operator: 'dm-including', operand: id }],
      }),
      'get_messages by group': ({ id }) => ({
        ...around,
        narrow: [{ operator: 'group-pm-with', operand: id }],
      }),
      'get_messages by mention': ({ id }) => ({
        ...around,
        narrow: [{ operator: 'mentions', operand: id }],
      }),
      'get_messages by conversation': ({ id }) => ({
        ...around,
        narrow: [{ operator: 'dm', operand: [id] }],
      }),
    },
  ),
  ...about('user', (asker, body) => (asker === 'bot' ? 'no' : seeing(asker, body)), {
    'update_profile_data by user': ({ id }) => ({ data: [{ id: 2, value: [id] }] }),
  }),
  // Guests do not add others.
  ...about(
    'user',
    (asker, body) => (asker === 'guest' && seesUser(asker, body) ? 'no' : seeing(asker, body)),
    {
      'subscribe by principal': ({ id }) => ({
        subscriptions: [{ name: 'protected' }],
        principals: [id],
      }),
    },
  ),
  ...about('user', () => 'as if missing', {
    unmute_user: ({ id }) => ({ muted_user_id: id }),
  }),
  ...about('user', governing, {
    update_status_for_user: ({ id }) => ({ user_id: id, status_text: 'x' }),
    update_user: ({ id }) => ({ user_id: id, full_name: 'Other Name' }),
    update_user_by_email: ({ key }) => ({ email: key, full_name: 'Other Name' }),
    deactivate_user: ({ id }) => ({ user_id: id }),
    'update_settings by target': ({ id }) => ({
      target_users: { user_ids: [id], group_ids: [], skip_if_already_edited: false },
      color_scheme: 2,
    }),
  }),
  ...about('user', (asker) => (isAdministrator(asker) ? 'no' : 'as if missing'), {
    reactivate_user: ({ id }) => ({ user_id: id }),
  }),
  ...about('user', (asker, body) => (seesUser(asker, body) ? 'no' : 'as if missing'), {
    'unsubscribe by principal': ({ id }) => ({ subscriptions: ['protected'], principals: [id] }),
  }).map((probe) => ({
    ...probe,
    may: (asker: CallerIdentity, variant: string): Verdict =>
      isAdministrator(asker) ? 'yes' : probe.may(asker, variant),
  })),
  ...about('user', seeing, {
    'create_user_group by member': ({ id }) => ({ name: 'g', description: '', members: [id] }),
    'create_channel by subscriber': ({ id }) => ({ name: 'c', subscribers: [id] }),
  }).map((probe) => ({
    ...probe,
    may: (asker: CallerIdentity, variant: string): Verdict =>
      asker === 'guest' ? 'as if missing' : probe.may(asker, variant),
  })),
  ...general(nobody, { 'upload_avatar by no file': {} }),
  ...general(everybody, {
    remove_avatar: {},
    regenerate_api_key: {},
    get_own_user: {},
    get_presence: {},
    update_presence: { status: 'active' },
    update_status: { status_text: 'x' },
    get_custom_profile_fields: {},
  }),
  ...general(administrators, {
    create_custom_profile_field: { name: 'f', field_type: 1 },
    reorder_custom_profile_fields: { order: [2, 1] },
    update_custom_profile_field: { field_id: 1, name: 'Other' },
    delete_custom_profile_field: { field_id: 1 },
    create_user: { email: 'new@example.com', password: 'correct horse battery', full_name: 'New' },
  }),
  ...general(nobody, {
    fetch_api_key: { username: 'member@example.com', password: 'wrong' },
    jwt_fetch_api_key: { token: 'wrong' },
  }),
  ...general(people, {
    remove_profile_data: { data: [1] },
    update_profile_data: { data: [{ id: 1, value: 'x' }] },
  }),
  ...general((asker) => (asker === 'owner' ? 'no' : 'yes'), { deactivate_own_user: {} }),
]
