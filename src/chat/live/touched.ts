import type { LoggedEvent } from '../events/logged-event.ts'
import { keyOfMembers } from '../messages/lanes.ts'
import { MESSAGE_FLAGS } from '../messages/flags.ts'
import type { DirectRecipient, SharedMessage } from '../messages/message-record.ts'
import { topicKey } from '../messages/topic.ts'
import type { Reader } from '../port.ts'

/** Every conversation that somebody watches: a deletion does not say where it was. */
export const ANY_CONVERSATION = 'dm:'

/** Messages of one event that are looked up; of more, the place of the first ones stands for all. */
const LOOKED_UP_MAX_COUNT = 50

/** For whom events are read. */
export interface Reading {
  userId: number
  /** Channels that the user is subscribed to now. */
  subscribed: ReadonlySet<number>
}

/** Kinds of events that touch a list as a whole. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  stream: ['channels'],
  subscription: ['channels', 'inbox'],
  realm_user: ['users'],
  realm_bot: ['users'],
  presence: ['presence'],
  user_status: ['presence'],
  update_message_flags: ['inbox', 'mentions'],
  user_topic: ['inbox'],
}

/** The keys of the subjects that an event touches for a user, who may hear of it. */
export async function touchedBy(
  db: Reader,
  reading: Reading,
  { payload }: Pick<LoggedEvent, 'payload'>,
): Promise<string[]> {
  switch (payload.type) {
    case 'message':
      return messageKeys(payload as unknown as MessagePayload, reading)
    case 'update_message':
      return [
        ...placeOf(payload['stream_id'], payload['orig_subject']),
        ...(await placesNow(db, payload['message_ids'])),
        'inbox',
        'mentions',
      ]
    case 'delete_message':
      return [
        ...(payload['message_type'] === 'private'
          ? [ANY_CONVERSATION]
          : placeOf(payload['stream_id'], payload['topic'])),
        'inbox',
        'mentions',
      ]
    case 'reaction':
      return placesNow(db, [payload['message_id']])
    default:
      return [...(LISTS[payload.type] ?? [])]
  }
}

interface MessagePayload {
  message: SharedMessage
  mentioned: Record<string, number>
  mentions_channel: boolean
}

function messageKeys(
  { message, mentioned, mentions_channel }: MessagePayload,
  { userId, subscribed }: Reading,
): string[] {
  const { stream_id, display_recipient, subject } = message
  const place =
    stream_id === undefined
      ? [`dm:${keyOfMembers((display_recipient as DirectRecipient[]).map(({ id }) => id))}`]
      : placeOf(stream_id, subject)
  // Of a public channel that the user is not in, nothing comes to him.
  const isForUser = stream_id === undefined || subscribed.has(stream_id)
  if (!isForUser || message.sender_id === userId) return place
  const bits = mentioned[userId] ?? 0
  const isMentioned =
    mentions_channel ||
    (bits & (MESSAGE_FLAGS.mentioned | MESSAGE_FLAGS.topic_wildcard_mentioned)) !== 0
  return [...place, 'inbox', ...(isMentioned ? ['mentions'] : [])]
}

function placeOf(channel: unknown, topic: unknown): string[] {
  if (typeof channel !== 'number') return []
  const inTopic = typeof topic === 'string' ? [`topic:${channel}:${topicKey(topic)}`] : []
  return [`channel:${channel}`, ...inTopic]
}

/** Where messages are now. */
async function placesNow(db: Reader, ids: unknown): Promise<string[]> {
  const some = (ids as number[]).slice(0, LOOKED_UP_MAX_COUNT)
  const rows = await db
    .selectFrom('chat_message as m')
    .leftJoin('chat_conversation as c', 'c.id', 'm.conversation_id')
    .select(['m.channel_id', 'm.topic', 'c.member_key'])
    .where('m.id', 'in', some)
    .execute()
  const keys = rows.flatMap(({ channel_id, topic, member_key }) =>
    member_key === null ? placeOf(channel_id, topic) : [`dm:${member_key}`],
  )
  return [...new Set(keys)]
}
