import { expect } from 'vitest'
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
    fails: 'without account',
  },
  get_users: {
    call: { query: '@bob' },
    shows: ({ bob }) => ({ users: [{ id: bob, name: 'Bob', presence: 'away' }] }),
    fails: [{ limit: 0 }, /limit/],
  },
  get_user: {
    call: ({ bob }) => ({ user: bob }),
    shows: { user: { name: 'Bob', role: 'member', is_active: true } },
    fails: NO_USER,
  },
  get_user_by_email: {
    call: { email: 'bob@example.com' },
    shows: { user: { name: 'Bob' } },
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
  create_bot: {
    call: { full_name: 'Builds', short_name: 'builds', bot_type: 2 },
    shows: { user_id: expect.any(Number), email: expect.stringMatching(/^builds-bot@/) },
    fails: [{ full_name: 'Builds', short_name: 'no name' }, /Bad name/],
  },
  update_bot: {
    call: async ({ ask }) => {
      await ask('create_bot', { full_name: 'Deploys', short_name: 'deploys' })
      return { bot_id: 'Deploys', full_name: 'Releases' }
    },
    shows: {},
    fails: [{ bot_id: 'Bob', full_name: 'x' }, /No such bot/],
  },
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
  register_client_device: {
    call: {},
    shows: { device_id: expect.any(Number) },
    fails: 'without account',
  },
  remove_client_device: {
    call: async ({ ask }) => ask('register_client_device'),
    shows: {},
    fails: [{ device_id: 999 }, /Invalid `device_id`/],
  },
  register_push_device: { fails: [{ device_id: 999 }, /not configured/] },
  add_fcm_token: { call: { token: 'one' }, shows: {}, fails: [{ token: '' }, /length/] },
  remove_fcm_token: {
    call: async ({ ask }) => {
      await ask('add_fcm_token', { token: 'two' })
      return { token: 'two' }
    },
    shows: {},
    fails: [{ token: 'three' }, /does not exist/],
  },
  add_apns_token: { call: { token: 'c0' }, shows: {}, fails: [{ token: 'xyz' }, /APNS/] },
  remove_apns_token: {
    call: async ({ ask }) => {
      await ask('add_apns_token', { token: 'ff' })
      return { token: 'ff' }
    },
    shows: {},
    fails: [{ token: 'ee' }, /does not exist/],
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
  create_user_group: {
    call: { name: 'makers', description: 'who make', members: ['Bob'] },
    shows: { group_id: expect.any(Number) },
    fails: [{ name: 'crew', description: 'again' }, /already exists/],
  },
  get_user_groups: {
    call: {},
    shows: { user_groups: expect.arrayContaining([expect.objectContaining({ name: 'crew' })]) },
    fails: [{ from: -1 }, /from/],
  },
  get_user_group_members: {
    call: { group: 'crew' },
    shows: { members: expect.any(Array) },
    fails: [{ group: 'nothing' }, /No group of that name.*\n.*crew/],
  },
  get_user_group_subgroups: {
    call: { group: '@crew' },
    shows: { subgroups: [] },
    fails: [{ group: 'nothing' }, /No group/],
  },
  get_is_user_group_member: {
    call: { group: 'crew', user: 'Bob' },
    shows: { is_user_group_member: false },
    fails: [{ group: 'nothing', user: 'Bob' }, /No group/],
  },
  update_user_group_members: {
    call: async ({ ask }) => {
      await ask('create_user_group', { name: 'growing', description: 'x' })
      return { group: 'growing', add: ['Bob'] }
    },
    shows: {},
    fails: [{ group: 'crew', add: ['nobody'] }, /No person/],
  },
  update_user_group_subgroups: {
    call: async ({ ask }) => {
      await ask('create_user_group', { name: 'outer', description: 'x' })
      return { group: 'outer', add: ['crew'] }
    },
    shows: {},
    fails: [{ group: 'crew', add: ['nothing'] }, /No group/],
  },
  update_user_group: {
    call: { group: 'crew', description: 'everybody on board' },
    shows: {},
    fails: [{ group: 'crew', options: { zzz: 1 } }, /no option/],
  },
  deactivate_user_group: {
    call: async ({ ask }) => {
      await ask('create_user_group', { name: 'passing', description: 'x' })
      return { group: 'passing' }
    },
    shows: {},
    fails: [{ group: 'nothing' }, /No group/],
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
