import { getCachedReader } from '../kernel/directory-cache.ts'
import { badRequest, noChannelWithId } from '../kernel/failures.ts'
import { isAdministrator, isGuest, loadMember, type Member } from '../kernel/requester.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { requireVisibleUserById } from '../users/find-users.ts'
import {
  canReadChannel,
  requireChannelById,
  findChannelsByName,
  isSubscribed,
  loadKnownChannels,
  type SeenChannel,
} from './access.ts'
import { type ChannelRecord, loadChannelRecords } from './channel-record.ts'
import { loadSubscriberIds } from './subscriber-events.ts'

/** Which channels to list (spec 4.5): each `include_…` adds to the list. */
export interface ChannelFilter {
  include_public: boolean
  include_web_public: boolean
  include_subscribed: boolean
  exclude_archived: boolean
  include_all: boolean
  include_default: boolean
  include_owner_subscribed: boolean
  include_can_access_content: boolean
  include_all_active: boolean
}

/** Returns the channels of the requested kinds that the caller may know of, by id; `is_default` only on request. */
export async function listChannels(
  chat: Chat,
  actor: Actor,
  filter: ChannelFilter,
): Promise<(ChannelRecord & { is_default?: boolean })[]> {
  const db = await getCachedReader(chat)
  const nowMs = chat.now().getTime()
  const requester = await loadMember(db, actor, nowMs)
  if (filter.include_all_active && !isAdministrator(requester)) {
    throw badRequest('User not authorized for this query')
  }
  const ownersChannels = filter.include_owner_subscribed
    ? await channelsOfOwner(db, actor)
    : new Set<number>()
  const known = await loadKnownChannels(db, requester, ownersChannels)
  const chosen = known.filter((seen) => {
    const { channel } = seen
    if (filter.exclude_archived && channel.is_archived) return false
    return (
      filter.include_all ||
      filter.include_all_active ||
      (filter.include_public && !channel.is_private && !isGuest(requester)) ||
      (filter.include_web_public && channel.is_web_public) ||
      (filter.include_subscribed && isSubscribed(seen)) ||
      (filter.include_default && channel.is_default) ||
      (filter.include_can_access_content && canReadChannel(requester, seen)) ||
      ownersChannels.has(channel.id)
    )
  })
  const channels = chosen.map(({ channel }) => channel)
  const defaults = new Set(channels.filter((one) => one.is_default).map(({ id }) => id))
  const records = await loadChannelRecords(db, channels, nowMs)
  if (!filter.include_default) return records
  return records.map((record) => ({ ...record, is_default: defaults.has(record.stream_id) }))
}

async function channelsOfOwner(db: Reader, { user }: Actor): Promise<ReadonlySet<number>> {
  if (!user.is_bot || user.bot_owner_id === null) return new Set()
  const rows = await db
    .selectFrom('chat_subscription')
    .select('channel_id')
    .where('user_id', '=', user.bot_owner_id)
    .where('is_active', '=', 1)
    .execute()
  return new Set(rows.map(({ channel_id }) => channel_id))
}

/** Id of the channel of a name that the caller may know of. */
export async function requireChannelId(chat: Chat, actor: Actor, name: string): Promise<number> {
  const [seen] = await findChannelsByName(reader(chat), await memberOf(chat, actor), [name])
  if (!seen) throw badRequest(`Invalid channel name '${name}'`)
  return seen.channel.id
}

/** One channel as clients see it. */
export async function showChannel(chat: Chat, actor: Actor, id: number): Promise<ChannelRecord> {
  const db = reader(chat)
  const { channel } = await requireChannelById(db, await memberOf(chat, actor), id)
  const [record] = await loadChannelRecords(db, [channel], chat.now().getTime())
  if (!record) throw noChannelWithId(id)
  return record
}

/** Ids of a channel's active subscribers, for those who may see them. */
export async function listChannelMembers(chat: Chat, actor: Actor, id: number): Promise<number[]> {
  const member = await memberOf(chat, actor)
  const seen = await requireChannelById(reader(chat), member, id)
  requireSubscriberVisibility(member, seen)
  return (await loadSubscriberIds(reader(chat), id)).toSorted((a, b) => a - b)
}

/** Whether a user is subscribed to a channel. */
export async function loadSubscriptionStatus(
  chat: Chat,
  actor: Actor,
  userId: number,
  channelId: number,
): Promise<boolean> {
  const member = await memberOf(chat, actor)
  await requireVisibleUserById(reader(chat), member, userId)
  const seen = await requireChannelById(reader(chat), member, channelId)
  requireSubscriberVisibility(member, seen)
  return (await loadSubscriberIds(reader(chat), channelId)).includes(userId)
}

/** Ids of the channels that a user is subscribed to, of those whose subscribers the caller may see. */
export async function listChannelsOfUser(
  chat: Chat,
  actor: Actor,
  userId: number,
): Promise<number[]> {
  const db = reader(chat)
  const member = await memberOf(chat, actor)
  await requireVisibleUserById(reader(chat), member, userId)
  const rows = await db
    .selectFrom('chat_subscription')
    .select('channel_id')
    .where('user_id', '=', userId)
    .where('is_active', '=', 1)
    .execute()
  const subscribed = new Set(rows.map(({ channel_id }) => channel_id))
  const known = await loadKnownChannels(db, member)
  return known
    .filter((seen) => subscribed.has(seen.channel.id) && canSeeSubscribers(member, seen))
    .map(({ channel }) => channel.id)
}

async function memberOf(chat: Chat, actor: Actor): Promise<Member> {
  return loadMember(reader(chat), actor, chat.now().getTime())
}

/** Whoever may know of a channel sees its subscribers; guests only where they are subscribed. */
function canSeeSubscribers(member: Member, seen: SeenChannel): boolean {
  return isSubscribed(seen) || !isGuest(member)
}

function requireSubscriberVisibility(member: Member, seen: SeenChannel): void {
  if (!canSeeSubscribers(member, seen)) throw badRequest('Insufficient permission')
}
