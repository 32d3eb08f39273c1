import { loadCached } from '../kernel/directory-cache.ts'
import type { LoggedEvent } from '../kernel/logged-event.ts'
import { prepareQuery } from '../kernel/prepared-query.ts'
import type { Reader } from '../kernel/rows.ts'

/** The user whose events are read. */
export interface EventReader {
  userId: number
  isGuest: boolean
  /** Messages that mention a bot reach it outside of its channels too. */
  isBot: boolean
  /** Messages of public channels too, subscribed or not. */
  allPublic: boolean
}

/**
 * Whether an event is for a user: for everybody, for that user, or for those who were subscribed to a channel when it happened,
 * and nothing after they unsubscribed; and for a bot that a message there mentions. The one rule for events from memory and from the database.
 */
export async function isInAudience(
  db: Reader,
  event: LoggedEvent,
  { userId, isGuest, isBot, allPublic }: EventReader,
  nowMs: number,
): Promise<boolean> {
  if (event.endsAt !== undefined && event.endsAt < nowMs) return false
  switch (event.audience) {
    case 'all':
      return true
    case 'members':
      return !isGuest
    case 'user':
    case 'users':
      return event.users.has(userId)
    case 'channel':
      if (event.isPublic && (allPublic || (isBot && mentions(event, userId)))) return true
      return event.channelId !== undefined && wasSubscribed(db, userId, event.channelId, event.id)
    default:
      return false
  }
}

function mentions({ payload }: LoggedEvent, userId: number): boolean {
  return payload.type === 'message' && payload.mentioned[userId] !== undefined
}

async function wasSubscribed(
  db: Reader,
  userId: number,
  channelId: number,
  eventId: number,
): Promise<boolean> {
  const intervals = await loadCached(db, `intervals:${userId},${channelId}`, async () =>
    selectIntervals(db, { userId, channelId }),
  )
  return intervals.some(
    ({ from_event, to_event }) =>
      eventId > from_event && (to_event === null || eventId <= to_event),
  )
}

interface Interval {
  from_event: number
  to_event: number | null
}

const selectIntervals = prepareQuery<{ userId: number; channelId: number }, Interval>(
  (db, parameter) =>
    db
      .selectFrom('chat_interval')
      .select(['from_event', 'to_event'])
      .where('user_id', '=', parameter('userId'))
      .where('channel_id', '=', parameter('channelId'))
      .compile(),
)
