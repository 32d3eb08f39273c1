import { about, around, type Probe, scheduled } from './probe.ts'
import { governing, isAdministrator, seeing, seesUser, type Verdict } from './rules.ts'
import type { CallerIdentity } from './scene.ts'

const ofMine = { type: 'direct', content: 'x' }

/** Operations on users. */
export const ofUsers: readonly Probe[] = [
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
    deactivate_user: ({ id }) => ({ user_id: id }),
    'update_settings by target': ({ id }) => ({
      target_users: { user_ids: [id], group_ids: [], skip_if_already_edited: false },
      color_scheme: 2,
    }),
  }),
  // Programs are changed by who owns them too.
  ...about(
    'robot',
    (asker, whose) => (isAdministrator(asker) || whose === 'mine' ? 'yes' : 'as if missing'),
    {
      update_bot: ({ id }) => ({ bot_id: id, full_name: 'Other Name' }),
      'update_user by its owner': ({ id }) => ({ user_id: id, full_name: 'Other Name' }),
      'deactivate_user by its owner': ({ id }) => ({ user_id: id }),
    },
  ),
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
]
