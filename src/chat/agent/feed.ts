import { isRemoteAccount } from '../../contract/chat.ts'
import type { AnyChatCall, EventFeed } from '../kernel/types.ts'

/** What happens in the chat of a call, here or at another server; undefined for a caller without an account. */
export async function feedOf({
  actor,
  services,
}: Pick<AnyChatCall, 'services' | 'actor'>): Promise<EventFeed | undefined> {
  if (!actor) return undefined
  if (isRemoteAccount(actor)) return actor.server.events
  const { followEvents } = await import('../events/follow-events.ts')
  return followEvents(await services.chat(), actor)
}
