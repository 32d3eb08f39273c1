import type { Audience } from '../events/append.ts'
import type { Chat, User } from '../port.ts'
import type { ChatWork } from '../write.ts'
import { watchersOf } from './watchers.ts'

/**
 * Tells who may know of a user's channels that he is among their subscribers no longer, or again: lists of
 * subscribers hold active users only.
 */
export async function tellSubscriberActive(
  chat: Chat,
  { tx, emit }: ChatWork,
  { id: userId }: User,
  isActive: boolean,
): Promise<void> {
  const channels = await tx
    .selectFrom('chat_subscription')
    .innerJoin('chat_channel', 'chat_channel.id', 'chat_subscription.channel_id')
    .selectAll('chat_channel')
    .where('chat_subscription.user_id', '=', userId)
    .where('chat_subscription.is_active', '=', 1)
    .orderBy('chat_channel.id')
    .execute()
  const told = new Map<string, { to: Audience; stream_ids: number[] }>()
  for (const channel of channels) {
    const to = await watchersOf(chat, tx, channel)
    const key = JSON.stringify(to)
    const group = told.get(key) ?? { to, stream_ids: [] }
    group.stream_ids.push(channel.id)
    told.set(key, group)
  }
  const op = isActive ? 'peer_add' : 'peer_remove'
  for (const { to, stream_ids } of told.values()) {
    emit({ payload: { type: 'subscription', op, stream_ids, user_ids: [userId] }, to })
  }
}
