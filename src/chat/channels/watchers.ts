import { ROLES } from '../groups/system-groups.ts'
import type { Audience } from '../events/append.ts'
import type { Channel, Reader, Tx } from '../port.ts'

/**
 * Who may know of a channel and so hears of changes of its settings: everybody but guests, and its
 * subscribers; for a private channel, its subscribers and administrators.
 */
export async function watchersOf(tx: Tx, channel: Channel): Promise<Audience> {
  const subscribed = await subscriberRows(tx, channel.id)
  if (!channel.is_private) {
    const guests = subscribed.filter(({ role }) => role >= ROLES.guest)
    if (guests.length === 0) return 'members'
  }
  const top = channel.is_private ? ROLES.administrator : ROLES.member
  const ranked = await tx
    .selectFrom('chat_user')
    .select('id')
    .where('role', '<=', top)
    .where('is_active', '=', 1)
    .execute()
  return { users: [...new Set([...subscribed, ...ranked].map(({ id }) => id))] }
}

/** Ids of the users subscribed to a channel now. */
export async function subscriberIds(tx: Reader, channelId: number): Promise<number[]> {
  return (await subscriberRows(tx, channelId)).map(({ id }) => id)
}

async function subscriberRows(
  tx: Reader,
  channelId: number,
): Promise<{ id: number; role: number }[]> {
  return tx
    .selectFrom('chat_subscription')
    .innerJoin('chat_user', 'chat_user.id', 'chat_subscription.user_id')
    .select(['chat_user.id', 'chat_user.role'])
    .where('chat_subscription.channel_id', '=', channelId)
    .where('chat_subscription.is_active', '=', 1)
    .where('chat_user.is_active', '=', 1)
    .execute()
}
