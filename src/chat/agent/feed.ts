import type { Call } from '../../contract/operation.ts'
import { actorOf, chatOf, type EventFeed, isRemote } from '../kernel/types.ts'

/** What happens in the chat of a call, here or at another server; undefined for a caller without an account. */
export async function feedOf(
  call: Pick<Call<unknown>, 'services' | 'actor'>,
): Promise<EventFeed | undefined> {
  const actor = actorOf(call)
  if (!actor) return undefined
  if (isRemote(actor)) return actor.server.events
  const { followEvents } = await import('../events/follow-events.ts')
  return followEvents(await chatOf(call.services), actor)
}
