import { noChannelNamed, noChannelWithId } from '../failures.ts'
import type { Channel, Reader, Subscription } from '../port.ts'
import { remember } from '../remembered.ts'
import { CHANNEL_GROUP_DEFAULTS, type ChannelGroupSetting } from '../realm/settings.ts'
import { isAdministrator, isGuest, type Viewer } from '../viewer.ts'

/** A channel with the viewer's relation to it; no subscription where there never was one. */
export interface SeenChannel {
  channel: Channel
  subscription: Subscription | undefined
}

/** Group settings by their text: asked for several times per request, and mostly the same. */
const groupsByText = new Map<string, Readonly<Record<ChannelGroupSetting, number>>>()
const TEXTS_MAX_COUNT = 1_000

/** Group settings of a channel, complete, by group id. */
export function channelGroups({
  settings,
}: Pick<Channel, 'settings'>): Readonly<Record<ChannelGroupSetting, number>> {
  const known = groupsByText.get(settings)
  if (known) return known
  const changed = JSON.parse(settings) as Partial<Record<ChannelGroupSetting, number>>
  const groups = { ...CHANNEL_GROUP_DEFAULTS, ...changed }
  if (groupsByText.size >= TEXTS_MAX_COUNT) groupsByText.clear()
  groupsByText.set(settings, groups)
  return groups
}

/** Whether the viewer is in the group of a channel's setting. */
export function isInChannelGroup(
  viewer: Viewer,
  channel: Channel,
  setting: ChannelGroupSetting,
): boolean {
  return viewer.groups.has(channelGroups(channel)[setting])
}

/** Whether the viewer is subscribed now. */
export function isSubscribed({ subscription }: SeenChannel): boolean {
  return subscription?.is_active === 1
}

/** Whether the viewer may read the channel's messages. */
export function canReadChannel(viewer: Viewer, seen: SeenChannel): boolean {
  const { channel } = seen
  if (isSubscribed(seen) || channel.is_web_public) return true
  if (isGuest(viewer)) return false
  if (!channel.is_private) return true
  const { can_add_subscribers_group, can_subscribe_group } = channelGroups(channel)
  return viewer.groups.has(can_add_subscribers_group) || viewer.groups.has(can_subscribe_group)
}

/** Whether the viewer may know of the channel and its settings. */
export function canKnowChannel(viewer: Viewer, seen: SeenChannel): boolean {
  return canReadChannel(viewer, seen) || canAdministerChannel(viewer, seen.channel)
}

/** Whether the viewer administers the channel. */
export function canAdministerChannel(viewer: Viewer, channel: Channel): boolean {
  if (isGuest(viewer)) return false
  return (
    isAdministrator(viewer) || isInChannelGroup(viewer, channel, 'can_administer_channel_group')
  )
}

/** All channels that the viewer may know of, and `others`, in the order of their ids. */
export async function knownChannels(
  db: Reader,
  viewer: Viewer,
  others: ReadonlySet<number> = new Set(),
): Promise<SeenChannel[]> {
  const channels = await remember(db, 'channels', async () =>
    db.selectFrom('chat_channel').selectAll().orderBy('id').execute(),
  )
  const subscriptions = await subscriptionsOf(db, viewer)
  return channels
    .map((channel) => ({ channel, subscription: subscriptions.get(channel.id) }))
    .filter((seen) => canKnowChannel(viewer, seen) || others.has(seen.channel.id))
}

/** The channel of an id. Throws `STREAM_DOES_NOT_EXIST` alike for a missing and for a hidden one. */
export async function channelById(db: Reader, viewer: Viewer, id: number): Promise<SeenChannel> {
  const channel = await remember(db, `channel.id:${id}`, async () =>
    db.selectFrom('chat_channel').selectAll().where('id', '=', id).executeTakeFirst(),
  )
  const seen = channel && (await withSubscription(db, viewer, channel))
  if (!seen || !canKnowChannel(viewer, seen)) throw noChannelWithId(id)
  return seen
}

/** The channel of a name, in any case. Throws `STREAM_DOES_NOT_EXIST` alike for a missing and a hidden one. */
export async function channelByName(
  db: Reader,
  viewer: Viewer,
  name: string,
): Promise<SeenChannel> {
  const key = name.trim().toLowerCase()
  const channel = await remember(db, `channel.name:${key}`, async () =>
    db.selectFrom('chat_channel').selectAll().where('name_key', '=', key).executeTakeFirst(),
  )
  const seen = channel && (await withSubscription(db, viewer, channel))
  if (!seen || !canKnowChannel(viewer, seen)) throw noChannelNamed(name)
  return seen
}

/** The channels of these names that the viewer may know of; without a viewer, all of them. */
export async function channelsByName(
  db: Reader,
  viewer: Viewer | undefined,
  names: readonly string[],
): Promise<SeenChannel[]> {
  if (names.length === 0) return []
  const keys = names.map((name) => name.trim().toLowerCase())
  const channels = await db
    .selectFrom('chat_channel')
    .selectAll()
    .where('name_key', 'in', keys)
    .execute()
  if (!viewer) return channels.map((channel) => ({ channel, subscription: undefined }))
  const subscriptions = await subscriptionsOf(db, viewer)
  return channels
    .map((channel) => ({ channel, subscription: subscriptions.get(channel.id) }))
    .filter((seen) => canKnowChannel(viewer, seen))
}

async function withSubscription(
  db: Reader,
  viewer: Viewer,
  channel: Channel,
): Promise<SeenChannel> {
  const { user } = viewer
  if (!user) return { channel, subscription: undefined }
  const question = `subscription:${user.id},${channel.id}`
  const subscription = await remember(db, question, async () =>
    db
      .selectFrom('chat_subscription')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('channel_id', '=', channel.id)
      .executeTakeFirst(),
  )
  return { channel, subscription }
}

async function subscriptionsOf(
  db: Reader,
  { user }: Viewer,
): Promise<ReadonlyMap<number, Subscription>> {
  if (!user) return new Map()
  return remember(db, `subscriptions:${user.id}`, async () => {
    const rows = await db
      .selectFrom('chat_subscription')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute()
    return new Map(rows.map((row) => [row.channel_id, row]))
  })
}
