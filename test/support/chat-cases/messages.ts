import { expect } from 'vitest'
import { about, around, general, type Probe } from '../chat-access/probe.ts'
import {
  everybody,
  hasReceived,
  isAdministrator,
  isMine,
  mayRead,
  reading,
  writingOwn,
} from '../chat-access/rules.ts'
import type { AgentExamples } from './example.ts'

const NO_MESSAGE = [{ message_id: 999_999 }, /Invalid message/] as const
const place = { channel: 'lab', topic: 'own' }

/** Messages, their flags and what is under them. */
export const messageExamples: AgentExamples = {
  send_message: {
    call: { channel: '#Lab', topic: 'plans', content: 'Shall we?' },
    shows: { id: expect.any(Number) },
    fails: [{ channel: 'lab' }, /content/],
  },
  get_messages: {
    call: ({ message }) => ({ channel: 'lab', topic: 't', limit: 1, before: message + 1 }),
    shows: ({ message }) => ({
      messages: [expect.stringMatching(new RegExp(`^${message} .*#lab > .*: \\*\\*hello\\*\\*$`))],
    }),
    fails: [{ topic: 't' }, /needs its channel/],
  },
  get_conversations: {
    call: { channel: 'lab', filters: ['participated'] },
    shows: {
      conversations: expect.arrayContaining([expect.objectContaining({ name: '#lab > t' })]),
    },
    fails: [{ topic: 't' }, /needs its channel/],
  },
  get_message: {
    call: ({ message }) => ({ message_id: message }),
    shows: { message: expect.stringMatching(/: \*\*hello\*\*$/) },
    fails: NO_MESSAGE,
  },
  get_message_history: {
    call: ({ message }) => ({ message_id: message }),
    shows: { message_history: [{ content: '**hello**' }] },
    fails: NO_MESSAGE,
  },
  get_read_receipts: {
    call: ({ message }) => ({ message_id: message }),
    shows: { user_ids: [] },
    fails: NO_MESSAGE,
  },
  check_messages_match_narrow: {
    call: ({ message }) => ({
      msg_ids: [message],
      narrow: [{ operator: 'search', operand: 'hello' }],
    }),
    shows: ({ message }) => ({ messages: { [message]: { match_subject: 't' } } }),
    fails: [{ msg_ids: [1], narrow: [{ operator: 'zzz', operand: 1 }] }, /unknown operator/],
  },
  add_submessage: {
    call: async ({ ask }) => {
      const { id } = await ask('send_message', { ...place, content: '/poll Tea?\nyes\nno' })
      return { message_id: id, content: '{"type":"vote","key":"canned,0","vote":1}' }
    },
    shows: {},
    fails: [{ message_id: 999_999, content: '{}' }, /Invalid message/],
  },
  zcommand: {
    call: { command: '/ping' },
    shows: {},
    fails: [{ command: '/zzz' }, /No such command/],
  },
  render_message: {
    call: { content: '*hi*' },
    shows: { rendered: '<p><em>hi</em></p>' },
    fails: [{}, /content/],
  },
  update_message: {
    call: async ({ ask }) => {
      const { id } = await ask('send_message', { ...place, content: 'old' })
      return { message_id: id, content: 'new' }
    },
    fails: [{ message_id: 999_999, content: 'x' }, /Invalid message/],
  },
  delete_message: {
    call: async ({ ask }) => ({
      message_id: (await ask('send_message', { ...place, content: 'gone' }))['id'],
    }),
    shows: {},
    fails: NO_MESSAGE,
  },
  delete_topic: {
    call: async ({ ask }) => {
      await ask('send_message', { channel: 'lab', topic: 'gone', content: 'x' })
      return { channel: 'lab', topic_name: 'gone' }
    },
    shows: { complete: true },
    fails: [{ channel: 'nowhere', topic_name: 't' }, /No channel/],
  },
  resolve_topic: {
    call: async ({ ask }) => {
      await ask('send_message', { channel: 'lab', topic: 'done', content: 'x' })
      return { channel: 'lab', topic: 'done' }
    },
    shows: { topic: '✔ done' },
    fails: [{ channel: 'lab', topic: 'nothing' }, /no such topic/],
  },
  move_messages: {
    call: async ({ ask }) => {
      await ask('send_message', { channel: 'lab', topic: 'here', content: 'x' })
      return { channel: 'lab', topic: 'here', to_topic: 'there' }
    },
    shows: { topic: 'there' },
    fails: [{ channel: 'nowhere', topic: 't' }, /No channel/],
  },
  update_message_flags: {
    call: ({ message }) => ({ messages: [message], op: 'add', flag: 'starred' }),
    shows: ({ message }) => ({ messages: [message] }),
    fails: [{ messages: [1], op: 'add', flag: 'zzz' }, /invalid/i],
  },
  update_message_flags_for_narrow: {
    call: { channel: 'lab' },
    shows: { is_all: true },
    fails: [{ channel: 'nowhere' }, /No channel/],
  },
  mark_all_as_read: { call: {}, shows: { complete: true }, fails: 'never' },
  mark_stream_as_read: {
    call: { channel: 'lab' },
    fails: [{ channel: 'nowhere' }, /No channel/],
  },
  mark_topic_as_read: {
    call: { channel: 'lab', topic_name: 't' },
    fails: [{ channel: 'nowhere', topic_name: 't' }, /No channel/],
  },
  report_message: {
    call: async ({ ask, message }) => {
      const { id } = await ask('create_channel', { name: 'reports', invite_only: true })
      await ask('update_realm', { options: { moderation_request_channel_id: id } })
      return { message_id: message, report_type: 'spam' }
    },
    shows: {},
    fails: [{ message_id: 999_999, report_type: 'spam' }, /Invalid message|no channel/i],
  },
  add_reaction: {
    call: ({ message }) => ({ message_id: message, emoji: ':tada:' }),
    shows: {},
    fails: [{ message_id: 999_999, emoji: 'tada' }, /Invalid message/],
  },
  remove_reaction: {
    call: async ({ ask, message }) => {
      await ask('add_reaction', { message_id: message, emoji: 'eyes' })
      return { message_id: message, emoji: 'eyes' }
    },
    shows: {},
    fails: [({ message }) => ({ message_id: message, emoji: 'heart' }), /doesn't exist/],
  },
}

/** Who may do what with messages. */
export const messageProbes: readonly Probe[] = [
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
    'ask by cursor': ({ id }) => ({ cursor: `nothing/${id}` }),
    'update_message_flags by mention': ({ id }) => ({
      messages: [id],
      op: 'remove',
      flag: 'mentioned',
    }),
  }),
  ...about(
    'message',
    (asker, spot) => {
      if (!mayRead(asker, spot)) return 'as if missing'
      return spot === 'mine' || spot === 'private subscribed' ? 'yes' : 'no'
    },
    {
      'move_messages by message': ({ id }, at) => ({
        stream_id: at('channel', 'private subscribed').id,
        topic: 't',
        to_topic: 'moved',
        message_id: id,
      }),
    },
  ),
  ...about('message', writingOwn, {
    update_message: ({ id }) => ({ message_id: id, content: 'changed' }),
    set_typing_status_for_message_edit: ({ id }) => ({ message_id: id, op: 'start' }),
    add_submessage: ({ id }) => ({ message_id: id, content: '{}' }),
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
  ...general(everybody, {
    mark_all_as_read: {},
    zcommand: { command: '/ping' },
  }),
]
