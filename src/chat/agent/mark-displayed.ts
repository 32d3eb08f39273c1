import type { EventFeed } from '../kernel/types.ts'
import type { AgentMessage } from './messages.ts'

/** Marks messages as read that a model is shown. They stay shown where that cannot be done. */
export async function markDisplayed(
  feed: EventFeed,
  messages: readonly AgentMessage[],
): Promise<void> {
  const unread = messages.filter(({ flags = [] }) => flags.includes('unread')).map(({ id }) => id)
  if (unread.length > 0) await feed.markRead([...new Set(unread)]).catch(() => {})
}
