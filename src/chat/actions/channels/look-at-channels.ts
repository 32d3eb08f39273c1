import {
  channelById,
  channelByName,
  isSubscribed,
  knownChannels,
  type SeenChannel,
} from '../../channels/access.ts'
import { type ChannelRecord, channelRecords } from '../../channels/channel-record.ts'
import { subscriberIds } from '../../channels/watchers.ts'
import { badRequest, noChannelWithId } from '../../failures.ts'
import { seenUserById } from '../../people/find.ts'
import type { Actor, Chat } from '../../port.ts'
import { isGuest, loadMember, type Member } from '../../viewer.ts'
import { reader } from '../../write.ts'

/** Id of the channel of a name that the caller may know of. */
export async function channelIdOf(chat: Chat, actor: Actor, name: string): Promise<number> {
  return (await channelByName(reader(chat), await memberOf(chat, actor), name)).channel.id
}

/** One channel as clients see it. */
export async function showChannel(chat: Chat, actor: Actor, id: number): Promise<ChannelRecord> {
  const db = reader(chat)
  const { channel } = await channelById(db, await memberOf(chat, actor), id)
  const [record] = await channelRecords(db, [channel], chat.now().getTime())
  if (!record) throw noChannelWithId(id)
  return record
}

/** Ids of a channel's active subscribers, for those who may see them. */
export async function channelMembers(chat: Chat, actor: Actor, id: number): Promise<number[]> {
  const member = await memberOf(chat, actor)
  const seen = await channelById(reader(chat), member, id)
  requireSubscriberSight(member, seen)
  return (await subscriberIds(reader(chat), id)).toSorted((a, b) => a - b)
}

/** Whether a user is subscribed to a channel. */
export async function subscriptionStatus(
  chat: Chat,
  actor: Actor,
  userId: number,
  channelId: number,
): Promise<boolean> {
  const member = await memberOf(chat, actor)
  await seenUserById(reader(chat), member, userId)
  const seen = await channelById(reader(chat), member, channelId)
  requireSubscriberSight(member, seen)
  return (await subscriberIds(reader(chat), channelId)).includes(userId)
}

/** Ids of the channels that a user is subscribed to, of those whose subscribers the caller may see. */
export async function channelsOfUser(chat: Chat, actor: Actor, userId: number): Promise<number[]> {
  const db = reader(chat)
  const member = await memberOf(chat, actor)
  await seenUserById(reader(chat), member, userId)
  const rows = await db
    .selectFrom('chat_subscription')
    .select('channel_id')
    .where('user_id', '=', userId)
    .where('is_active', '=', 1)
    .execute()
  const subscribed = new Set(rows.map(({ channel_id }) => channel_id))
  const known = await knownChannels(db, member)
  return known
    .filter((seen) => subscribed.has(seen.channel.id) && canSeeSubscribers(member, seen))
    .map(({ channel }) => channel.id)
}

async function memberOf(chat: Chat, actor: Actor): Promise<Member> {
  return loadMember(reader(chat), actor, chat.now().getTime())
}

/** Who may know of a channel sees its subscribers; guests where they are subscribed. */
function canSeeSubscribers(member: Member, seen: SeenChannel): boolean {
  return isSubscribed(seen) || !isGuest(member)
}

function requireSubscriberSight(member: Member, seen: SeenChannel): void {
  if (!canSeeSubscribers(member, seen)) throw badRequest('Insufficient permission')
}
