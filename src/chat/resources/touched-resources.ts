import type { ClaimedEvent } from '../events/event.ts'
import { keyOfMembers } from '../messages/threads.ts'
import { namedTopic, topicKey } from '../topics/topic.ts'

/** Stands for every watched conversation: a deletion event does not name its conversation. */
export const ANY_CONVERSATION = 'dm:'

/** Messages of one event that are looked up; beyond it, the place of the first ones is assumed for all. */
const LOOKED_UP_MAX_COUNT = 50

/** Kinds of events that may end an account's access to its subjects. */
export const CHANGES_ACCESS: ReadonlySet<string> = new Set<ClaimedEvent['type']>([
  'stream',
  'subscription',
  'realm_user',
  'realm',
  'user_group',
])

type ClaimedMessage = Extract<ClaimedEvent, { type: 'message' }>

/** Context in which events are read, from the log of this instance or from a queue of another server. */
export interface Reading {
  userId: number
  /** Channels that the user is subscribed to now. */
  subscribed: ReadonlySet<number>
  /** Whether the message of an event mentions the user. */
  isMentioned(event: ClaimedMessage): boolean
  /** Whether it does so by name: bots hear of that outside of their channels too. */
  isNamed(event: ClaimedMessage): boolean
  /** Keys of the places where messages are now, as far as they are found. */
  placesNow(messageIds: readonly number[]): Promise<readonly string[]>
}

/** Types of events that other servers send. */
type OnlyElsewhere = 'realm_bot'

/** Kinds of events that change a list as a whole. */
const LISTS: ReadonlyMap<string, readonly string[]> = new Map<
  ClaimedEvent['type'] | OnlyElsewhere,
  readonly string[]
>([
  ['stream', ['channels']],
  ['subscription', ['channels', 'inbox']],
  ['realm_user', ['users']],
  ['realm_bot', ['users']],
  ['presence', ['presence']],
  ['user_status', ['presence']],
  ['update_message_flags', ['inbox', 'mentions']],
  ['user_topic', ['inbox']],
])

/** The keys of the subjects that an event touches for one of its recipients. The event may have any shape. */
export async function findTouched(reading: Reading, payload: ClaimedEvent): Promise<string[]> {
  switch (payload.type) {
    case 'message':
      return messageKeys(reading, payload)
    case 'update_message':
      return [
        ...topicKeys(payload.stream_id, payload.orig_subject),
        ...(await reading.placesNow(listMessagesToFind(payload))),
        'inbox',
        'mentions',
      ]
    case 'delete_message':
      return [
        ...(payload.message_type === 'private'
          ? [ANY_CONVERSATION]
          : topicKeys(payload.stream_id, payload.topic)),
        'inbox',
        'mentions',
      ]
    case 'reaction':
      return [...(await reading.placesNow(listMessagesToFind(payload)))]
    default:
      return [...(LISTS.get(payload.type) ?? [])]
  }
}

/** Ids of the messages of an event that does not name their place. */
export function listMessagesToFind(event: ClaimedEvent): number[] {
  const ids =
    event.type === 'update_message'
      ? event.message_ids
      : event.type === 'reaction'
        ? [event.message_id]
        : []
  const some = Array.isArray(ids) ? ids.slice(0, LOOKED_UP_MAX_COUNT) : []
  return some.filter((id): id is number => Number.isSafeInteger(id))
}

/** Keys of the place given in a message record (chat spec 2.4). */
export function locationOf(record: unknown): string[] {
  const { stream_id, subject, display_recipient } = fieldsOf(record)
  if (stream_id !== undefined) return topicKeys(stream_id, subject)
  return Array.isArray(display_recipient)
    ? [`dm:${keyOfMembers(display_recipient.map((one) => Number(fieldsOf(one)['id'])))}`]
    : []
}

/** Keys of a channel and, where it is known, a topic in it. */
export function topicKeys(channel: unknown, topic: unknown): string[] {
  if (typeof channel !== 'number') return []
  const inTopic =
    typeof topic === 'string' ? [`topic:${channel}:${topicKey(namedTopic(topic))}`] : []
  return [`channel:${channel}`, ...inTopic]
}

function messageKeys(reading: Reading, payload: ClaimedMessage): string[] {
  const place = locationOf(payload.message)
  const { stream_id, sender_id } = fieldsOf(payload.message)
  // Events of public channels without a subscription are not for the user.
  const isForUser =
    stream_id === undefined || reading.subscribed.has(Number(stream_id)) || reading.isNamed(payload)
  if (!isForUser || sender_id === reading.userId) return place
  return [...place, 'inbox', ...(reading.isMentioned(payload) ? ['mentions'] : [])]
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
