import { findNewestEventId } from '../kernel/event-log.ts'
import type { Channel, Subscription, Tx, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import type { ChatWork } from '../kernel/unit-of-work.ts'
import { findNewestMessageId } from '../messages/access.ts'
import { loadChannelRecords } from './channel-record.ts'
import { loadOutsiders, loadSubscriberIds, loadWatchers } from './subscriber-events.ts'
import { DEFAULT_COLOR, loadSubscriptionFacts } from './subscription-record.ts'

/** Colors assigned to new subscriptions in turn. */
const COLORS = [
  '#76ce90',
  '#fae589',
  '#a6c7e5',
  '#e79ab5',
  '#bfd56f',
  '#f4ae55',
  '#b0a5fd',
  '#addfe5',
]

/** Subscribes users who are not subscribed yet and notifies everybody affected. Returns the new subscribers. */
export async function subscribeUsers(
  chat: Chat,
  unit: ChatWork,
  channel: Channel,
  users: readonly User[],
  color?: string,
): Promise<User[]> {
  const { tx, emit } = unit
  const before = new Set(await loadSubscriberIds(tx, channel.id))
  const added = users.filter(({ id }) => !before.has(id))
  if (added.length === 0) return []
  const [from_event, from_message] = [await findNewestEventId(tx), await findNewestMessageId(tx)]
  const subscriptions: Subscription[] = []
  for (const { id } of added) {
    subscriptions.push(await activate(tx, id, channel.id, color))
    const interval = { user_id: id, channel_id: channel.id, from_message, from_event }
    await tx
      .insertInto('chat_interval')
      .values({ ...interval, to_message: null, to_event: null })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'channel_id', 'from_event'])
          .doUpdateSet({ to_event: null, to_message: null }),
      )
      .execute()
  }
  const nowMs = chat.now().getTime()
  const mayKnow = await loadOutsiders(chat, tx, channel)
  const strangers = added.filter((user) => !mayKnow(user))
  if (strangers.length > 0) {
    const streams = await loadChannelRecords(tx, [channel], nowMs)
    const to = { users: strangers.map(({ id }) => id) }
    emit({ payload: { type: 'stream', op: 'create', streams }, to })
  }
  const [subscription] = subscriptions
  const recordOf = await loadSubscriptionFacts(tx, [{ channel, subscription }], 'true', nowMs)
  for (const own of subscriptions) {
    const records = [recordOf({ channel, subscription: own })]
    emit({
      payload: { type: 'subscription', op: 'add', subscriptions: records },
      to: { users: [own.user_id] },
    })
  }
  const user_ids = added.map(({ id }) => id)
  emit({
    payload: { type: 'subscription', op: 'peer_add', stream_ids: [channel.id], user_ids },
    to: await loadWatchers(chat, tx, channel),
  })
  return added
}

async function activate(
  tx: Tx,
  user_id: number,
  channel_id: number,
  wishedColor: string | undefined,
): Promise<Subscription> {
  const color = wishedColor ?? COLORS[(user_id + channel_id) % COLORS.length] ?? DEFAULT_COLOR
  return tx
    .insertInto('chat_subscription')
    .values({
      user_id,
      channel_id,
      is_active: 1,
      color,
      is_pinned: 0,
      is_muted: 0,
      desktop_notifications: null,
      email_notifications: null,
      wildcard_mentions_notify: null,
      push_notifications: null,
      audible_notifications: null,
      read_up_to: 0,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'channel_id'])
        .doUpdateSet({ is_active: 1, ...(wishedColor === undefined ? {} : { color }) }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}
