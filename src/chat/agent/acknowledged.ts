import type { Call } from '../../contract/operation.ts'
import { ownQueue } from '../events/queues.ts'
import { ackedIn } from '../events/queue-positions.ts'
import { isRemote } from '../kernel/types.ts'

/** Id of the last event of a queue that its owner has acknowledged, as the queue counts; -1 for none. */
export async function acknowledgedIn(
  { services, actor }: Pick<Call<unknown>, 'services' | 'actor'>,
  queueId: string,
): Promise<number> {
  if (!actor) return -1
  if (isRemote(actor)) return actor.server.acknowledged(queueId)
  const chat = await services.chat()
  const queue = await ownQueue(chat, actor, queueId)
  // Ids in a queue count from 0, those of the log from the beginning of the chat.
  return ackedIn(chat, queue) - queue.started - 1
}
