import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { findNewestEventId, readPrunedUpTo } from '../kernel/event-log.ts'
import { TRANSIENT_MS } from '../kernel/logged-event.ts'
import type { Reader, Tx } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import {
  LOG_MAX_AGE_SECONDS,
  LOG_MAX_CHARS,
  LOG_MAX_EVENTS,
  QUEUE_IDLE_MAX_SECONDS,
} from './limits.ts'
import { storeQueuePositions } from './queue-positions.ts'

/** Events removed in one unit of work, so that other writes are not kept waiting. */
const PRUNE_MAX_EVENTS = 5_000

/** What the log of events may hold. */
export interface LogLimits {
  maxEvents: number
  maxChars: number
  maxAgeMs: number
}

const LIMITS: LogLimits = {
  maxEvents: LOG_MAX_EVENTS,
  maxChars: LOG_MAX_CHARS,
  maxAgeMs: LOG_MAX_AGE_SECONDS * 1_000,
}

/**
 * Removes queues that were idle for too long or fell behind what the log may hold, and events that every remaining queue has
 * received.
 */
export async function sweepQueues(chat: Chat, limits: LogLimits = LIMITS): Promise<void> {
  await storeQueuePositions(chat, { all: true })
  const nowMs = chat.now().getTime()
  const last = await lastToGo(reader(chat), limits, nowMs)
  const needed = await writeChat(chat, async ({ tx }) => {
    await dropQueues(tx, nowMs, last)
    const oldest = await tx
      .selectFrom('chat_queue')
      .select((eb) => eb.fn.min('scanned').as('scanned'))
      .executeTakeFirst()
    const before = await readPrunedUpTo(tx)
    const value = Math.max(before, oldest?.scanned ?? (await findNewestEventId(tx)))
    await tx.updateTable('chat_counter').set({ value }).where('name', '=', 'pruned').execute()
    await tx
      .deleteFrom('chat_event')
      .where('is_transient', '=', 1)
      .where('created_at', '<', nowMs - TRANSIENT_MS)
      .execute()
    return value
  })
  await prune(chat, needed)
}

/** Removes queues with what was sent with local ids of theirs. */
async function dropQueues(tx: Tx, nowMs: number, behind: number): Promise<void> {
  const gone = sql`active_at + idle_timeout_ms < ${nowMs} or scanned < ${behind}`
  await sql`delete from chat_sent where queue_id in (
    select id from chat_queue where ${gone})`.execute(tx)
  await sql`delete from chat_queue where ${gone}`.execute(tx)
  // No client retries with a local id of a queue that was removed longer ago than any queue may be idle.
  const sentBefore = nowMs - QUEUE_IDLE_MAX_SECONDS * 1_000
  await sql`delete from chat_sent where queue_id not in (select id from chat_queue)
    and not exists (select 1 from chat_message m
      where m.id = chat_sent.message_id and m.sent_at >= ${sentBefore})`.execute(tx)
}

interface Mark {
  id: number
  created_at: number
  total: number
}

/** Id of the newest event to remove; 0 when there is none. */
async function lastToGo(db: Reader, limits: LogLimits, nowMs: number): Promise<number> {
  const newest = await eventAt(db, 'desc', Number.MAX_SAFE_INTEGER)
  const oldest = await eventAt(db, 'asc', 0)
  if (!newest || !oldest) return 0
  // Ids are dense but for heartbeats: at most so many events are above the difference.
  const mustGo = ({ id, created_at, total }: Mark): boolean =>
    id <= newest.id - limits.maxEvents ||
    created_at < nowMs - limits.maxAgeMs ||
    newest.total - total >= limits.maxChars
  if (!mustGo(oldest)) return 0
  // Ids, times and totals grow together: the last one to remove is found by binary search.
  let low = oldest.id
  let high = newest.id
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const event = await eventAt(db, 'desc', middle)
    if (event && mustGo(event)) low = middle
    else high = middle - 1
  }
  return low
}

/** The event of an id, or the nearest one before it (`desc`) or after it. */
async function eventAt(db: Reader, order: 'asc' | 'desc', id: number): Promise<Mark | undefined> {
  return db
    .selectFrom('chat_event')
    .select(['id', 'created_at', 'total'])
    .where('id', order === 'asc' ? '>=' : '<=', id)
    .orderBy('id', order)
    .limit(1)
    .executeTakeFirst()
}

async function prune(chat: Chat, needed: number): Promise<void> {
  for (;;) {
    const oldest = await eventAt(reader(chat), 'asc', 0)
    if (!oldest || oldest.id > needed) return
    const end = Math.min(needed, oldest.id + PRUNE_MAX_EVENTS)
    await writeChat(chat, async ({ tx }) => {
      await tx.deleteFrom('chat_event_user').where('event_id', '<=', end).execute()
      await tx.deleteFrom('chat_event').where('id', '<=', end).execute()
    })
    await nextTurn()
  }
}
