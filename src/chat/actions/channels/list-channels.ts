import { canReadChannel, isSubscribed, knownChannels } from '../../channels/access.ts'
import { type ChannelRecord, channelRecords } from '../../channels/channel-record.ts'
import { badRequest } from '../../failures.ts'
import type { Actor, Chat, Reader } from '../../port.ts'
import { isAdministrator, isGuest, loadMember } from '../../viewer.ts'
import { reader } from '../../write.ts'

/** Which channels are wanted (spec 4.5): each `include_…` adds to the list. */
export interface WantedChannels {
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

/** Channels of the wanted kinds that the caller may know of, by id; `is_default` where that was asked. */
export async function listChannels(
  chat: Chat,
  actor: Actor,
  wanted: WantedChannels,
): Promise<(ChannelRecord & { is_default?: boolean })[]> {
  const db = reader(chat)
  const nowMs = chat.now().getTime()
  const viewer = await loadMember(db, actor, nowMs)
  if (wanted.include_all_active && !isAdministrator(viewer)) {
    throw badRequest('User not authorized for this query')
  }
  const ownersChannels = wanted.include_owner_subscribed
    ? await channelsOfOwner(db, actor)
    : new Set<number>()
  const known = await knownChannels(db, viewer, ownersChannels)
  const chosen = known.filter((seen) => {
    const { channel } = seen
    if (wanted.exclude_archived && channel.is_archived) return false
    return (
      wanted.include_all ||
      wanted.include_all_active ||
      (wanted.include_public && !channel.is_private && !isGuest(viewer)) ||
      (wanted.include_web_public && channel.is_web_public) ||
      (wanted.include_subscribed && isSubscribed(seen)) ||
      (wanted.include_default && channel.is_default) ||
      (wanted.include_can_access_content && canReadChannel(viewer, seen)) ||
      ownersChannels.has(channel.id)
    )
  })
  const channels = chosen.map(({ channel }) => channel)
  const defaults = new Set(channels.filter((one) => one.is_default).map(({ id }) => id))
  const records = await channelRecords(db, channels, nowMs)
  if (!wanted.include_default) return records
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
