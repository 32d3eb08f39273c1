import { sql } from 'kysely'
import type { ChatEventTable } from '../../store/chat-tables.ts'
import type { EmittedEvent } from '../events/event.ts'
import { emittedEvents } from '../events/observed.ts'
import { prepareQuery } from './prepared-query.ts'
import type { Reader, Tx } from './rows.ts'

/** Recipients of an event: everybody, everybody but guests, the named users, or the subscribers of the channel at that moment. */
export type Audience = 'all' | 'members' | { users: readonly number[] } | { channel: number }

/** A change that clients are notified of. */
export interface NewEvent<Payload extends EmittedEvent = EmittedEvent> {
  /** The fields of the event, including `type`, in the richest form; each queue gets the form that it asked for. */
  payload: Payload
  to: Audience
  /** Number of event ids it takes, when clients may get it split into as many events; 1 when absent. */
  span?: number
  /** Whether it reaches queues that asked for all public channels, subscribed or not. */
  isPublic?: boolean
  /** Whether it expires after a few seconds. */
  isTransient?: boolean
}

/** Users in one insert; a statement takes a limited number of values. */
const INSERT_MAX_ROWS = 2_000

/** Id of the newest event. */
export async function findNewestEventId(db: Reader): Promise<number> {
  return counter(db, 'event')
}

/** Id up to which events may have been pruned. */
export async function readPrunedUpTo(db: Reader): Promise<number> {
  return counter(db, 'pruned')
}

async function counter(db: Reader, name: string): Promise<number> {
  const [row] = await selectCounter(db, { name })
  return row?.value ?? 0
}

const selectCounter = prepareQuery<{ name: string }, { value: number }>((db, parameter) =>
  db.selectFrom('chat_counter').select('value').where('name', '=', parameter('name')).compile(),
)

const storeNewest = prepareQuery<{ value: number }, never, Tx>((tx, parameter) =>
  tx
    .updateTable('chat_counter')
    .set({ value: parameter('value') })
    .where('name', '=', 'event')
    .compile(),
)

const insertEvent = prepareQuery<Omit<ChatEventTable, 'total'> & { size: number }, never, Tx>(
  (tx, parameter) =>
    tx
      .insertInto('chat_event')
      .values({
        id: parameter('id'),
        type: parameter('type'),
        audience: parameter('audience'),
        user_id: parameter('user_id'),
        channel_id: parameter('channel_id'),
        is_public: parameter('is_public'),
        is_transient: parameter('is_transient'),
        created_at: parameter('created_at'),
        total: sql`coalesce((select total from chat_event order by id desc limit 1), 0) + ${parameter('size')}`,
        payload: parameter('payload'),
      })
      .compile(),
)

/**
 * Takes the next ids of the event log; returns the last of them. Two statements, for with `returning` SQLite would begin a
 * savepoint, at which full-text search writes its index to the file.
 */
export async function takeEventIds(tx: Tx, count: number): Promise<number> {
  const [row] = await selectCounter(tx, { name: 'event' })
  if (!row) throw new Error('The counter of events is missing.')
  const value = row.value + count
  await storeNewest(tx, { value })
  return value
}

/** Appends to the event log; returns the last id. Ids are given out under the lock of the write, so they grow with commits. */
export async function appendEvents(
  tx: Tx,
  events: readonly NewEvent[],
  nowMs: number,
): Promise<number> {
  if (emittedEvents.hasSubscribers) emittedEvents.publish(events.map(({ payload }) => payload))
  const spans = events.map(({ span = 1 }) => span)
  const total = spans.reduce((sum, span) => sum + span, 0)
  let id = (await takeEventIds(tx, total)) - total
  const named: { event_id: number; user_id: number }[] = []
  for (const [index, event] of events.entries()) {
    id += spans[index] ?? 1
    await insertEvent(tx, rowOf(event, id, nowMs))
    const users = typeof event.to === 'object' && 'users' in event.to ? event.to.users : []
    if (users.length > 1) {
      for (const user_id of new Set(users)) named.push({ event_id: id, user_id })
    }
  }
  for (let start = 0; start < named.length; start += INSERT_MAX_ROWS) {
    const part = named.slice(start, start + INSERT_MAX_ROWS)
    await tx.insertInto('chat_event_user').values(part).execute()
  }
  return id
}

function rowOf(event: NewEvent, id: number, nowMs: number) {
  const { to } = event
  const users = typeof to === 'object' && 'users' in to ? to.users : undefined
  const payload = JSON.stringify(event.payload)
  return {
    id,
    type: event.payload.type,
    audience:
      typeof to === 'string' ? to : users ? (users.length === 1 ? 'user' : 'users') : 'channel',
    user_id: users?.length === 1 ? (users[0] ?? null) : null,
    channel_id: typeof to === 'object' && 'channel' in to ? to.channel : null,
    is_public: event.isPublic ? 1 : 0,
    is_transient: event.isTransient ? 1 : 0,
    created_at: nowMs,
    size: payload.length,
    payload,
  }
}
