import type { Call } from '../../contract/operation.ts'
import { findAcknowledged } from '../events/queue-positions.ts'
import { requireOwnQueue } from '../events/queues.ts'
import { actorOf, chatOf, isRemote } from '../kernel/types.ts'

/** Id, in the queue's numbering, of the last event that its owner has acknowledged; -1 for none. */
export async function findAcknowledgedId(
  call: Pick<Call<unknown>, 'services' | 'actor'>,
  queueId: string,
): Promise<number> {
  const actor = actorOf(call)
  if (!actor) return -1
  if (isRemote(actor)) return actor.server.acknowledged(queueId)
  const chat = await chatOf(call.services)
  const queue = await requireOwnQueue(chat, actor, queueId)
  // Ids in a queue start at 0; ids in the log count from the beginning of the chat.
  return findAcknowledged(chat, queue) - queue.started - 1
}
