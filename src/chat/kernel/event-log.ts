import { type RawBuilder, sql } from 'kysely'
import type { ChatEventTable, ChatEventUserTable } from '../../store/tables/chat-tables.ts'
import type { EmittedEvent } from '../events/event.ts'
import { emittedEvents } from '../events/observed.ts'
import { jsonRows, toJson } from './json-rows.ts'
import { insertRow, prepareQuery } from './prepared-query.ts'
import type { Reader, Tx } from './rows.ts'
import { databaseKindOf } from './sql-in-list.ts'

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

/** Columns of an event, in the order in which they are bound. */
const COLUMNS = {
  id: 'bigint',
  type: 'text',
  audience: 'text',
  user_id: 'bigint',
  channel_id: 'bigint',
  is_public: 'bigint',
  is_transient: 'bigint',
  created_at: 'bigint',
  total: 'bigint',
  payload: 'text',
} as const satisfies Record<keyof ChatEventTable, string>

const NAMES = Object.keys(COLUMNS) as (keyof ChatEventTable)[]

/** Columns of a user among several whom an event is for. */
const USER_COLUMNS = {
  event_id: 'bigint',
  user_id: 'bigint',
} as const satisfies Record<keyof ChatEventUserTable, string>

const insertEvent = prepareQuery<ChatEventTable, never, Tx>((tx, parameter) =>
  insertRow<ChatEventTable>('chat_event', NAMES, parameter).compile(tx),
)

const selectTotal = prepareQuery<Record<never, never>, { total: number }, Tx>((tx) =>
  tx.selectFrom('chat_event').select('total').orderBy('id', 'desc').limit(1).compile(),
)

/** Takes the ids and stores the events by one statement, since each is a way to the server and back. */
const insertEvents = prepareQuery<
  { rows: string; users: string; span: number },
  { id: number },
  Tx
>((tx, parameter) => {
  const shifted: Readonly<Record<string, RawBuilder<unknown>>> = {
    id: sql`taken.before + r.id`,
    total: sql`past.total + r.total`,
  }
  const span = sql`cast(${parameter('span')} as bigint)`
  return sql<{ id: number }>`
      with taken as (update chat_counter set value = value + ${span} where name = 'event'
          returning value - ${span} as before),
        past as (select coalesce(
          (select total from chat_event order by id desc limit 1), 0) as total),
        named as (insert into chat_event_user (event_id, user_id)
          select taken.before + r.event_id, r.user_id
          from taken, ${jsonRows('postgres', USER_COLUMNS, parameter('users'))})
      insert into chat_event (${sql.join(NAMES.map(sql.ref))})
      select ${sql.join(NAMES.map((name) => shifted[name] ?? sql.ref(`r.${name}`)))}
      from taken, past, ${jsonRows('postgres', COLUMNS, parameter('rows'))}
      returning id`.compile(tx)
})

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
  let span = 0
  // Ids and totals count from what was there before.
  let total = 0
  const rows = events.map((event) => {
    const row = rowOf(event, (span += event.span ?? 1), nowMs)
    return { ...row, total: (total += row.payload.length) }
  })
  const users: ChatEventUserTable[] = []
  for (const [index, { to }] of events.entries()) {
    const named = typeof to === 'object' && 'users' in to ? to.users : []
    const event_id = rows[index]?.id ?? 0
    if (named.length > 1) for (const user_id of new Set(named)) users.push({ event_id, user_id })
  }
  return databaseKindOf(tx) === 'sqlite'
    ? storeByOne(tx, rows, users, span)
    : storeAtOnce(tx, rows, users, span)
}

async function storeByOne(
  tx: Tx,
  rows: readonly ChatEventTable[],
  users: readonly ChatEventUserTable[],
  span: number,
): Promise<number> {
  const last = await takeEventIds(tx, span)
  const before = last - span
  const [past] = await selectTotal(tx, {})
  for (const row of rows) {
    const total = (past?.total ?? 0) + row.total
    await insertEvent(tx, { ...row, id: before + row.id, total })
  }
  for (let start = 0; start < users.length; start += INSERT_MAX_ROWS) {
    const part = users.slice(start, start + INSERT_MAX_ROWS)
    const named = part.map(({ event_id, user_id }) => ({ event_id: before + event_id, user_id }))
    await tx.insertInto('chat_event_user').values(named).execute()
  }
  return last
}

async function storeAtOnce(
  tx: Tx,
  rows: readonly ChatEventTable[],
  users: readonly ChatEventUserTable[],
  span: number,
): Promise<number> {
  const stored = await insertEvents(tx, { rows: toJson(rows), users: toJson(users), span })
  return Math.max(...stored.map(({ id }) => id))
}

function rowOf(event: NewEvent, id: number, nowMs: number): Omit<ChatEventTable, 'total'> {
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
    payload,
  }
}
