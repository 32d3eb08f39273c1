import { badEventQueue } from '../failures.ts'
import type { Actor, Chat } from '../port.ts'
import { prepare } from '../prepared.ts'
import { reader } from '../write.ts'
import { activeAt } from './places.ts'
import type { StoredQueue } from './queue.ts'

const selectQueue = prepare<{ queueId: string }, StoredQueue>((db, place) =>
  db.selectFrom('chat_queue').selectAll().where('id', '=', place('queueId')).compile(),
)

/** A queue of the caller. Throws `BAD_EVENT_QUEUE_ID` for one that is gone or somebody else's. */
export async function ownQueue(chat: Chat, { user }: Actor, queueId: string): Promise<StoredQueue> {
  const [queue] = await selectQueue(reader(chat), { queueId })
  const isExpired = queue && activeAt(chat, queue) + queue.idle_timeout_ms < chat.now().getTime()
  if (!queue || isExpired || queue.user_id !== user.id) throw badEventQueue(queueId)
  return queue
}
