import type { z } from 'zod'
import type { clientEventSchema } from '../../src/chat/events/schema/chat-events.ts'
import type {
  channelRecord,
  draftRecord,
  groupRecord,
  reminderRecord,
  scheduledRecord,
  subscriptionRecord,
  userRecord,
} from '../../src/chat/events/schema/records.ts'

/** What the server tells of a change. */
export type ChatEvent = z.output<typeof clientEventSchema>

/** An event of one type. */
export type EventOf<Type extends ChatEvent['type']> = Extract<ChatEvent, { type: Type }>

/** A person or bot. */
export type User = z.output<typeof userRecord>

/** A channel. */
export type Channel = z.output<typeof channelRecord>

/** A channel that the reader is subscribed to. */
export type Subscription = z.output<typeof subscriptionRecord>

/** A group of users. */
export type Group = z.output<typeof groupRecord>

/** A draft that the server keeps. */
export type Draft = z.output<typeof draftRecord>

/** A message that waits to be sent. */
export type Scheduled = z.output<typeof scheduledRecord>

/** A message that the reader is reminded of. */
export type Reminder = z.output<typeof reminderRecord>

/** Somebody's emoji under a message. */
export interface Reaction {
  emoji_name: string
  emoji_code: string
  reaction_type: string
  user_id: number
}

/** Something done with the poll, list or buttons that a message is. */
export interface Submessage {
  id: number
  message_id: number
  sender_id: number
  msg_type: string
  content: string
}

/** A message as lists hold it: with HTML, reactions and flags. */
export interface Message {
  id: number
  type: 'stream' | 'private'
  sender_id: number
  sender_full_name: string
  stream_id?: number
  display_recipient: string | readonly { id: number; full_name: string }[]
  subject: string
  content: string
  /** The content with marks at words that were searched for. */
  match_content?: string
  timestamp: number
  last_edit_timestamp?: number
  last_moved_timestamp?: number
  reactions: readonly Reaction[]
  submessages: readonly Submessage[]
  flags: readonly string[]
  is_me_message: boolean
  client: string
}
