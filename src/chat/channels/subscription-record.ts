import { getCachedReader } from '../kernel/directory-cache.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Reader, Subscription } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { isSubscribed, loadKnownChannels, type SeenChannel } from './access.ts'
import { type ChannelRecord, loadChannelFacts } from './channel-record.ts'
import { loadSubscribers, type SubscriberDetail } from './subscribers.ts'

/** A subscribed channel as its subscriber sees it (spec 2.3). */
export type SubscriptionRecord = ChannelRecord & {
  subscribers?: number[]
  partial_subscribers?: number[]
  desktop_notifications: boolean | null
  email_notifications: boolean | null
  wildcard_mentions_notify: boolean | null
  push_notifications: boolean | null
  audible_notifications: boolean | null
  pin_to_top: boolean
  is_muted: boolean
  in_home_view: boolean
  color: string
}

/** Records of channels with the requester's settings for them; the channels must have a subscription row. */
export async function loadSubscriptionRecords(
  db: Reader,
  seen: readonly SeenChannel[],
  detail: SubscriberDetail,
  nowMs: number,
): Promise<SubscriptionRecord[]> {
  return seen.map(await loadSubscriptionFacts(db, seen, detail, nowMs))
}

/** Reads the facts that these records hold besides, and returns the function that makes the record of a channel. */
export async function loadSubscriptionFacts(
  db: Reader,
  seen: readonly SeenChannel[],
  detail: SubscriberDetail,
  nowMs: number,
): Promise<(seen: SeenChannel) => SubscriptionRecord> {
  const channels = seen.map(({ channel }) => channel)
  const recordOf = await loadChannelFacts(db, channels, nowMs)
  const lists = await loadSubscribers(db, channels, detail, nowMs)
  return ({ channel, subscription }) => ({
    ...recordOf(channel),
    ...lists.get(channel.id),
    ...personal(subscription),
  })
}

/** The channels among them that are subscribed to now and in use. */
export function filterSubscribed(known: readonly SeenChannel[]): SeenChannel[] {
  return known.filter((seen) => isSubscribed(seen) && !seen.channel.is_archived)
}

/** Color of a subscription without a chosen one. */
export const DEFAULT_COLOR = '#c2c2c2'

function personal(subscription: Subscription | undefined) {
  const isMuted = subscription?.is_muted === 1
  return {
    desktop_notifications: flag(subscription?.desktop_notifications),
    email_notifications: flag(subscription?.email_notifications),
    wildcard_mentions_notify: flag(subscription?.wildcard_mentions_notify),
    push_notifications: flag(subscription?.push_notifications),
    audible_notifications: flag(subscription?.audible_notifications),
    pin_to_top: subscription?.is_pinned === 1,
    is_muted: isMuted,
    in_home_view: !isMuted,
    color: subscription?.color ?? DEFAULT_COLOR,
  }
}

function flag(value: number | null | undefined): boolean | null {
  return value === null || value === undefined ? null : value === 1
}

/** The caller's subscriptions as clients see them, with all, some or none of the other subscribers. */
export async function listSubscriptions(
  chat: Chat,
  actor: Actor,
  subscribers: Parameters<typeof loadSubscriptionRecords>[2],
): ReturnType<typeof loadSubscriptionRecords> {
  const db = await getCachedReader(chat)
  const nowMs = chat.now().getTime()
  const requester = await loadMember(db, actor, nowMs)
  const seen = filterSubscribed(await loadKnownChannels(db, requester))
  return loadSubscriptionRecords(db, seen, subscribers, nowMs)
}
