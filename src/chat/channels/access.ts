import { loadGroupsOf } from '../groups/membership.ts'
import { loadCached } from '../kernel/directory-cache.ts'
import { badRequest, noChannelNamed, noChannelWithId } from '../kernel/failures.ts'
import { isAdministrator, isGuest, type Member, type Requester } from '../kernel/requester.ts'
import type { Channel, Reader, Subscription } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { CHANNEL_GROUP_DEFAULTS, type ChannelGroupSetting } from '../organization/realm-settings.ts'
import { findById } from '../users/find-users.ts'

/** A channel with the requester's relation to it; no subscription when there never was one. */
export interface SeenChannel {
  channel: Channel
  subscription: Subscription | undefined
}

/** Parsed group settings by their text: read several times per request, and mostly the same. */
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

/** Whether the requester is in the group of a channel's setting. */
export function isInChannelGroup(
  requester: Requester,
  channel: Channel,
  setting: ChannelGroupSetting,
): boolean {
  return requester.groups.has(channelGroups(channel)[setting])
}

/** Whether the requester is subscribed now. */
export function isSubscribed({ subscription }: SeenChannel): boolean {
  return subscription?.is_active === 1
}

/** Whether the requester may read the channel's messages. */
export function canReadChannel(requester: Requester, seen: SeenChannel): boolean {
  const { channel } = seen
  if (isSubscribed(seen) || channel.is_web_public) return true
  if (isGuest(requester)) return false
  if (!channel.is_private) return true
  const { can_add_subscribers_group, can_subscribe_group } = channelGroups(channel)
  return (
    requester.groups.has(can_add_subscribers_group) || requester.groups.has(can_subscribe_group)
  )
}

/** Whether the requester may know of the channel and its settings. */
export function canKnowChannel(requester: Requester, seen: SeenChannel): boolean {
  return canReadChannel(requester, seen) || canAdministerChannel(requester, seen.channel)
}

/** Whether the requester administers the channel. */
export function canAdministerChannel(requester: Requester, channel: Channel): boolean {
  if (isGuest(requester)) return false
  return (
    isAdministrator(requester) ||
    isInChannelGroup(requester, channel, 'can_administer_channel_group')
  )
}

/** All channels that the requester may know of, and `others`, in the order of their ids. */
export async function loadKnownChannels(
  db: Reader,
  requester: Requester,
  others: ReadonlySet<number> = new Set(),
): Promise<SeenChannel[]> {
  const channels = await loadCached(db, 'channels', async () =>
    db.selectFrom('chat_channel').selectAll().orderBy('id').execute(),
  )
  const subscriptions = await subscriptionsOf(db, requester)
  return channels
    .map((channel) => ({ channel, subscription: subscriptions.get(channel.id) }))
    .filter((seen) => canKnowChannel(requester, seen) || others.has(seen.channel.id))
}

/** The channel of an id. Throws `BAD_REQUEST` alike for a missing and for a hidden one. */
export async function requireChannelById(
  db: Reader,
  requester: Requester,
  id: number,
): Promise<SeenChannel> {
  const seen = await lookUpChannel(db, requester, id)
  if (!seen) throw noChannelWithId(id)
  return seen
}

/** The channel of an id; undefined alike for a missing and for a hidden one. */
export async function lookUpChannel(
  db: Reader,
  requester: Requester,
  id: number,
): Promise<SeenChannel | undefined> {
  const channel = await loadCached(db, `channel.id:${id}`, async () =>
    db.selectFrom('chat_channel').selectAll().where('id', '=', id).executeTakeFirst(),
  )
  const seen = channel && (await withSubscription(db, requester, channel))
  return seen && canKnowChannel(requester, seen) ? seen : undefined
}

/** The channel of a name, in any case. Throws `STREAM_DOES_NOT_EXIST` alike for a missing and a hidden one. */
export async function requireChannelByName(
  db: Reader,
  requester: Requester,
  name: string,
): Promise<SeenChannel> {
  const key = name.trim().toLowerCase()
  const channel = await loadCached(db, `channel.name:${key}`, async () =>
    db.selectFrom('chat_channel').selectAll().where('name_key', '=', key).executeTakeFirst(),
  )
  const seen = channel && (await withSubscription(db, requester, channel))
  if (!seen || !canKnowChannel(requester, seen)) throw noChannelNamed(name)
  return seen
}

/** The channels of these names that the requester may know of; without a requester, all of them. */
export async function findChannelsByName(
  db: Reader,
  requester: Requester | undefined,
  names: readonly string[],
): Promise<SeenChannel[]> {
  if (names.length === 0) return []
  const keys = names.map((name) => name.trim().toLowerCase())
  const channels = await db
    .selectFrom('chat_channel')
    .selectAll()
    .where('name_key', 'in', keys)
    .execute()
  if (!requester) return channels.map((channel) => ({ channel, subscription: undefined }))
  const subscriptions = await subscriptionsOf(db, requester)
  return channels
    .map((channel) => ({ channel, subscription: subscriptions.get(channel.id) }))
    .filter((seen) => canKnowChannel(requester, seen))
}

async function withSubscription(
  db: Reader,
  requester: Requester,
  channel: Channel,
): Promise<SeenChannel> {
  const { user } = requester
  if (!user) return { channel, subscription: undefined }
  const question = `subscription:${user.id},${channel.id}`
  const subscription = await loadCached(db, question, async () =>
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
  { user }: Requester,
): Promise<ReadonlyMap<number, Subscription>> {
  if (!user) return new Map()
  return loadCached(db, `subscriptions:${user.id}`, async () => {
    const rows = await db
      .selectFrom('chat_subscription')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute()
    return new Map(rows.map((row) => [row.channel_id, row]))
  })
}

/** Throws unless the member may send to the channel; a bot has its owner's permissions. */
export async function requireSendableChannel(
  chat: Chat,
  db: Reader,
  sender: Member,
  seen: SeenChannel,
): Promise<void> {
  const { channel } = seen
  if (channel.is_archived) throw badRequest(`Not authorized to send to channel '${channel.name}'`)
  const { can_send_message_group } = channelGroups(channel)
  const isAllowed =
    sender.groups.has(can_send_message_group) ||
    (await ownerMaySend(chat, db, sender, can_send_message_group))
  if (!isAllowed) {
    throw badRequest('You do not have permission to post in this channel.')
  }
  if (isSubscribed(seen)) return
  if (!canReadChannel(sender, seen) || (isGuest(sender) && !isSubscribed(seen))) {
    throw badRequest(`Not authorized to send to channel '${channel.name}'`)
  }
}

async function ownerMaySend(
  chat: Chat,
  db: Reader,
  { user, realm }: Member,
  group: number,
): Promise<boolean> {
  if (user.bot_owner_id === null) return false
  const owner = await findById(db, user.bot_owner_id)
  if (!owner?.is_active) return false
  const nowMs = chat.now().getTime()
  return (await loadGroupsOf(db, owner, realm.waiting_period_threshold, nowMs)).has(group)
}
