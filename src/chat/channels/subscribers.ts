import { PARTIAL_SUBSCRIBERS_MIN } from '../limits.ts'
import type { Channel, Reader } from '../port.ts'

/** Which subscriber lists a client wants (spec 4.5, `include_subscribers`). */
export type WantedSubscribers = 'true' | 'false' | 'partial'

/** The subscriber list of one channel, under the name that says whether it is complete. */
export type SubscriberList = { subscribers: number[] } | { partial_subscribers: number[] }

/** Users who were there within this time are in every partial list. */
const ACTIVE_MS = 14 * 86_400_000

/**
 * Ids of the active users subscribed to each channel. With `partial`, channels of
 * `PARTIAL_SUBSCRIBERS_MIN` subscribers and more list bots and recently active users only.
 */
export async function subscribersOf(
  db: Reader,
  channels: readonly Channel[],
  wanted: WantedSubscribers,
  nowMs: number,
): Promise<ReadonlyMap<number, SubscriberList>> {
  if (wanted === 'false' || channels.length === 0) return new Map()
  const rows = await db
    .selectFrom('chat_subscription')
    .innerJoin('chat_user', 'chat_user.id', 'chat_subscription.user_id')
    .leftJoin('chat_presence', 'chat_presence.user_id', 'chat_subscription.user_id')
    .where('chat_subscription.is_active', '=', 1)
    .where('chat_user.is_active', '=', 1)
    .where(
      'chat_subscription.channel_id',
      'in',
      channels.map(({ id }) => id),
    )
    .select([
      'chat_subscription.channel_id',
      'chat_subscription.user_id',
      'chat_user.is_bot',
      'chat_presence.idle_at',
      'chat_presence.active_at',
    ])
    .execute()
  const byChannel = Map.groupBy(rows, (row) => row.channel_id)
  return new Map<number, SubscriberList>(
    channels.map(({ id }): [number, SubscriberList] => {
      const all = byChannel.get(id) ?? []
      const sorted = (list: typeof all) =>
        list.map(({ user_id }) => user_id).toSorted((a, b) => a - b)
      if (wanted === 'true' || all.length < PARTIAL_SUBSCRIBERS_MIN) {
        return [id, { subscribers: sorted(all) }]
      }
      const seenSince = nowMs - ACTIVE_MS
      const partial = all.filter(
        ({ is_bot, idle_at, active_at }) =>
          is_bot || Math.max(idle_at ?? 0, active_at ?? 0) > seenSince,
      )
      return [id, { partial_subscribers: sorted(partial) }]
    }),
  )
}
