import type { Selectable, Transaction } from 'kysely'
import type { StoreReader } from '../../store/port.ts'
import type {
  ChatChannelTable,
  ChatGroupTable,
  ChatMessageTable,
  ChatSubscriptionTable,
  ChatUserTable,
} from '../../store/tables/chat-tables.ts'
import type { Schema } from '../../store/tables/schema.ts'

/** A person or a bot, as stored. */
export type User = Selectable<ChatUserTable>

/** A channel, as stored. */
export type Channel = Selectable<ChatChannelTable>

/** A message, as stored. */
export type Message = Selectable<ChatMessageTable>

/** A message without its texts: thousands of them may be read at once. */
export type MessageHead = Omit<Message, 'content' | 'rendered'>

/** Columns of a message that its record shows, but for its texts. */
export const SHOWN_COLUMNS = [
  'id',
  'sender_id',
  'channel_id',
  'topic',
  'conversation_id',
  'sent_at',
  'edited_at',
  'moved_at',
  'client',
  'is_me_message',
] as const satisfies readonly (keyof MessageHead)[]

/** A message with what its record shows (spec 2.4). */
export type ShownMessage = Pick<Message, (typeof SHOWN_COLUMNS)[number] | 'content' | 'rendered'>

/** A group of users, as stored. */
export type Group = Selectable<ChatGroupTable>

/** A user's relation to a channel, as stored. */
export type Subscription = Selectable<ChatSubscriptionTable>

/** Reads rows: the committed ones, or those that a running unit of work sees. */
export type Reader = StoreReader

/** Reads and writes inside one unit of work. */
export type Tx = Transaction<Schema>
