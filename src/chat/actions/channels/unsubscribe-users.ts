import { newestEvent } from '../../events/append.ts'
import { channelRecords } from '../../channels/channel-record.ts'
import { outsidersOf, subscriberIds, watchersOf } from '../../channels/watchers.ts'
import { newestMessageId } from '../../messages/newest.ts'
import type { Channel, Chat, User } from '../../port.ts'
import type { ChatWork } from '../../write.ts'

/** Ends subscriptions and tells everybody concerned. Answers who was subscribed. */
export async function unsubscribeUsers(
  chat: Chat,
  { tx, emit }: ChatWork,
  channel: Channel,
  users: readonly User[],
): Promise<User[]> {
  const before = new Set(await subscriberIds(tx, channel.id))
  const removed = users.filter(({ id }) => before.has(id))
  if (removed.length === 0) return []
  const ids = removed.map(({ id }) => id)
  const ends = { to_event: await newestEvent(tx), to_message: await newestMessageId(tx) }
  await tx
    .updateTable('chat_subscription')
    .set({ is_active: 0 })
    .where('channel_id', '=', channel.id)
    .where('user_id', 'in', ids)
    .execute()
  await tx
    .updateTable('chat_interval')
    .set(ends)
    .where('channel_id', '=', channel.id)
    .where('user_id', 'in', ids)
    .where('to_event', 'is', null)
    .execute()
  const { id: stream_id, name } = channel
  const subscriptions = [{ stream_id, name }]
  emit({ payload: { type: 'subscription', op: 'remove', subscriptions }, to: { users: ids } })
  const mayKnow = await outsidersOf(chat, tx, channel)
  const blind = removed.filter((user) => !mayKnow(user)).map((user) => user.id)
  if (blind.length > 0) {
    const streams = await channelRecords(tx, [channel], chat.now().getTime())
    const payload = { type: 'stream', op: 'delete', streams, stream_ids: [stream_id] }
    emit({ payload, to: { users: blind } })
  }
  const peers = { type: 'subscription', op: 'peer_remove', stream_ids: [stream_id], user_ids: ids }
  emit({ payload: peers, to: await watchersOf(chat, tx, channel) })
  return removed
}
