import { isRemoteAccount } from '../../contract/chat.ts'
import { findAcknowledged } from '../events/queue-positions.ts'
import { requireOwnQueue } from '../events/queues.ts'
import type { AnyChatCall } from '../kernel/types.ts'

/** Id, in the queue's numbering, of the last event that its owner has acknowledged; -1 for none. */
export async function findAcknowledgedId(
  { actor, services }: Pick<AnyChatCall, 'services' | 'actor'>,
  queueId: string,
): Promise<number> {
  if (!actor) return -1
  if (isRemoteAccount(actor)) return actor.server.acknowledged(queueId)
  const chat = await services.chat()
  const queue = await requireOwnQueue(chat, actor, queueId)
  // Ids in a queue start at 0; ids in the log count from the beginning of the chat.
  return findAcknowledged(chat, queue) - queue.started - 1
}
