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

/** Marks messages as read that a model is shown. They stay shown where that cannot be done. */
export async function markDisplayed(
  feed: EventFeed,
  messages: readonly { id: number; flags?: readonly string[] | undefined }[],
): Promise<void> {
  const unread = messages.filter(({ flags = [] }) => flags.includes('unread')).map(({ id }) => id)
  if (unread.length > 0) await feed.markRead([...new Set(unread)]).catch(() => {})
}
