import { toOperationError } from '../../errors.ts'
import { badEventQueue } from '../failures.ts'
import type { Actor, Chat } from '../port.ts'
import { prepare } from '../prepared.ts'
import { reader, writeChat } from '../write.ts'
import type { StoredQueue } from './queue.ts'

const selectQueue = prepare<{ queueId: string }, StoredQueue>((db, place) =>
  db.selectFrom('chat_queue').selectAll().where('id', '=', place('queueId')).compile(),
)

/** How old the stored activity of a queue may get: stored on every poll, it would cost a write each. */
const ACTIVITY_STORED_MS = 15_000

/** A queue of the caller. Throws `BAD_EVENT_QUEUE_ID` for one that is gone or somebody else's. */
export async function ownQueue(chat: Chat, { user }: Actor, queueId: string): Promise<StoredQueue> {
  const [queue] = await selectQueue(reader(chat), { queueId })
  const isExpired = queue && queue.active_at + queue.idle_timeout_ms < chat.now().getTime()
  if (!queue || isExpired || queue.user_id !== user.id) throw badEventQueue(queueId)
  return queue
}

/**
 * Stores that the client was here and what it has, unless what is stored is fresh enough. A database that
 * takes no writes keeps nobody from reading.
 */
export async function touchQueue(
  chat: Chat,
  queue: StoredQueue,
  { acked, scanned }: { acked: number; scanned: number },
): Promise<void> {
  const nowMs = chat.now().getTime()
  const fresh = Math.min(ACTIVITY_STORED_MS, queue.idle_timeout_ms / 4)
  if (nowMs - queue.active_at < fresh) return
  const change = {
    active_at: nowMs,
    acked: Math.max(acked, queue.acked),
    scanned: Math.max(scanned, queue.scanned),
  }
  try {
    await writeChat(chat, async ({ tx }) =>
      tx.updateTable('chat_queue').set(change).where('id', '=', queue.id).execute(),
    )
    Object.assign(queue, change)
  } catch (thrown) {
    if (toOperationError(thrown).code !== 'unavailable') throw thrown
    chat.log.warn({ err: thrown }, 'the activity of a queue could not be stored')
  }
}
