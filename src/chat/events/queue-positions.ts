import { sql } from 'kysely'
import { toOperationError } from '../../contract/errors.ts'
import type { Chat } from '../kernel/types.ts'
import { writeChat } from '../kernel/unit-of-work.ts'
import type { StoredQueue } from './queues.ts'

/** How often places are looked through for such as must be stored. */
export const QUEUE_POSITIONS_INTERVAL_MS = 5_000

/** How old the stored activity of a queue may get: stored at every poll, it would cost a commit each. */
const ACTIVITY_STORED_MS = 15_000

/** How far the client of a queue is. */
export interface QueuePosition {
  /** It said that it has these and all before. */
  acked: number
  /** It has these and all before, or they were not for it. */
  scanned: number
}

interface Note extends QueuePosition {
  activeAt: number
  /** As stored. */
  storedAt: number
  idleTimeoutMs: number
}

/** What this process knows better than the database, by queue. */
const notes = new WeakMap<Chat, Map<string, Note>>()

/**
 * Notes that the client of a queue was here and what it has. It is stored some seconds later: after a crash,
 * the log may hold for a while longer what the client has already.
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

/** When the client of a queue was last here. */
export function activeAt(chat: Chat, queue: StoredQueue): number {
  return Math.max(queue.active_at, notes.get(chat)?.get(queue.id)?.activeAt ?? 0)
}

/** The last event that the client of a queue said it has, as far as this process knows. */
export function ackedIn(chat: Chat, queue: StoredQueue): number {
  return Math.max(queue.acked, notes.get(chat)?.get(queue.id)?.acked ?? 0)
}

/** Forgets a queue that is gone. */
export function forgetQueuePosition(chat: Chat, queueId: string): void {
  notes.get(chat)?.delete(queueId)
}

/**
 * Stores what was noted, in one commit: all of it, or what has not been stored for long. A database that
 * takes no writes keeps nobody from reading: it is tried again later.
 */
export async function storeQueuePositions(chat: Chat, { all }: { all: boolean }): Promise<void> {
  const known = notesOf(chat)
  const nowMs = chat.now().getTime()
  const due = [...known].filter(
    ([, note]) =>
      all || nowMs - note.storedAt >= Math.min(ACTIVITY_STORED_MS, note.idleTimeoutMs / 4),
  )
  if (due.length === 0) return
  for (const [id] of due) known.delete(id)
  try {
    await writeChat(chat, async ({ tx }) => {
      for (const [id, { acked, scanned, activeAt: active_at }] of due) {
        // Another process may know of later.
        await sql`update chat_queue set
          acked = case when acked > ${acked} then acked else ${acked} end,
          scanned = case when scanned > ${scanned} then scanned else ${scanned} end,
          active_at = case when active_at > ${active_at} then active_at else ${active_at} end
          where id = ${id}`.execute(tx)
      }
    })
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
