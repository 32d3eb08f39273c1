import { type Selectable, sql } from 'kysely'
import { toOperationError } from '../../contract/errors.ts'
import type { ChatQueueTable } from '../../store/tables/chat-tables.ts'
import { jsonRows, toJson } from '../kernel/json-rows.ts'
import type { Chat } from '../kernel/types.ts'
import { writeChat } from '../kernel/unit-of-work.ts'

/** Interval between checks for positions that must be stored. */
export const QUEUE_POSITIONS_INTERVAL_MS = 5_000

/** Maximum age of the stored activity of a queue: storing it at every poll would cost a commit each. */
const ACTIVITY_STORED_MS = 15_000

/** Position of the client of a queue. */
export interface QueuePosition {
  /** Last event that the client acknowledged, with all before it. */
  acked: number
  /** Last event that it received or that was not for it, with all before it. */
  scanned: number
}

interface Note extends QueuePosition {
  activeAt: number
  /** When the queue was last active, as it is stored. */
  storedAt: number
  idleTimeoutMs: number
}

/** What of a position is stored. */
const STORED_COLUMNS = {
  id: 'text',
  acked: 'bigint',
  scanned: 'bigint',
  activeAt: 'bigint',
} as const

/** Positions newer than those in the database, by queue. */
const notes = new WeakMap<Chat, Map<string, Note>>()

/**
 * Records that the client of a queue polled and what it has received. Stored some seconds later: after a crash, the log may keep
 * for a while what the client already has.
 */
export function recordQueuePosition(
  chat: Chat,
  queue: StoredQueue,
  { acked, scanned }: QueuePosition,
): void {
  const known = notesOf(chat)
  const before = known.get(queue.id)
  known.set(queue.id, {
    acked: Math.max(acked, before?.acked ?? queue.acked),
    scanned: Math.max(scanned, before?.scanned ?? queue.scanned),
    activeAt: chat.now().getTime(),
    storedAt: before?.storedAt ?? queue.active_at,
    idleTimeoutMs: queue.idle_timeout_ms,
  })
}

/** When the client of a queue last polled. */
export function findLastPoll(chat: Chat, queue: StoredQueue): number {
  return Math.max(queue.active_at, notes.get(chat)?.get(queue.id)?.activeAt ?? 0)
}

/** Whether nobody has polled a queue for longer than it may be idle. */
export function isExpired(chat: Chat, queue: StoredQueue): boolean {
  return findLastPoll(chat, queue) + queue.idle_timeout_ms < chat.now().getTime()
}

/** The last event that the client of a queue acknowledged, as far as this process knows. */
export function findAcknowledged(chat: Chat, queue: StoredQueue): number {
  return Math.max(queue.acked, notes.get(chat)?.get(queue.id)?.acked ?? 0)
}

/** Forgets a deleted queue. */
export function forgetQueuePosition(chat: Chat, queueId: string): void {
  notes.get(chat)?.delete(queueId)
}

/**
 * Stores recorded positions in one commit: all of them, or those not stored for long. A failed write does not stop reads: it is
 * retried later.
 */
export async function storeQueuePositions(chat: Chat, { all }: { all: boolean }): Promise<void> {
  const known = notesOf(chat)
  const nowMs = chat.now().getTime()
  const isOld = ({ storedAt, idleTimeoutMs }: Note, part: number): boolean =>
    nowMs - storedAt >= part * Math.min(ACTIVITY_STORED_MS, idleTimeoutMs / 4)
  if (!all && ![...known.values()].some((note) => isOld(note, 1))) return
  // Those that would be next go along: queues that were made one after another soon need one commit.
  const due = [...known].filter(([, note]) => all || isOld(note, 1 / 3))
  if (due.length === 0) return
  for (const [id] of due) known.delete(id)
  const rows = due.map(([id, { acked, scanned, activeAt }]) => ({ id, acked, scanned, activeAt }))
  try {
    await writeChat(chat, async ({ tx }) =>
      // Another process may have stored a later one.
      sql`update chat_queue set
        acked = case when chat_queue.acked > r.acked then chat_queue.acked else r.acked end,
        scanned = case when chat_queue.scanned > r.scanned then chat_queue.scanned else r.scanned end,
        active_at = case when active_at > "activeAt" then active_at else "activeAt" end
        from ${jsonRows(chat.store.kind, STORED_COLUMNS, toJson(rows))}
        where chat_queue.id = r.id`.execute(tx),
    )
  } catch (thrown) {
    for (const [id, note] of due) if (!known.has(id)) known.set(id, note)
    if (toOperationError(thrown).code !== 'unavailable') throw thrown
    chat.log.warn({ err: thrown }, 'the activity of queues could not be stored')
  }
}

function notesOf(chat: Chat): Map<string, Note> {
  const known = notes.get(chat) ?? new Map<string, Note>()
  notes.set(chat, known)
  return known
}

/** A queue as stored. */
export type StoredQueue = Selectable<ChatQueueTable>
