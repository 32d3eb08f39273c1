import { about, around, type Probe } from './probe.ts'
import { hasReceived, isAdministrator, isMine, mayRead, reading, writingOwn } from './rules.ts'

/** Operations on messages. */
export const ofMessages: readonly Probe[] = [
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
