import { loadMembersOf } from '../groups/membership.ts'
import { ROLES, SYSTEM_GROUPS } from '../groups/system-groups.ts'
import type { Audience } from '../kernel/event-log.ts'
import type { Channel, Reader, Tx, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import type { ChatWork } from '../kernel/unit-of-work.ts'
import { loadRealm } from '../organization/store-realm.ts'
import { channelGroups } from './access.ts'

/**
 * Notifies those who may know of a user's channels that the user has left or rejoined the subscriber lists, which hold active
 * users only.
 */
export async function emitSubscriberActive(
  chat: Chat,
  { tx, emit }: ChatWork,
  { id: userId }: User,
  isActive: boolean,
): Promise<void> {
  const channels = await tx
    .selectFrom('chat_subscription')
    .innerJoin('chat_channel', 'chat_channel.id', 'chat_subscription.channel_id')
    .selectAll('chat_channel')
    .where('chat_subscription.user_id', '=', userId)
    .where('chat_subscription.is_active', '=', 1)
    .orderBy('chat_channel.id')
    .execute()
  const byAudience = new Map<string, { to: Audience; stream_ids: number[] }>()
  for (const channel of channels) {
    const to = await loadWatchers(chat, tx, channel)
    const key = JSON.stringify(to)
    const group = byAudience.get(key) ?? { to, stream_ids: [] }
    group.stream_ids.push(channel.id)
    byAudience.set(key, group)
  }
  const op = isActive ? 'peer_add' : 'peer_remove'
  for (const { to, stream_ids } of byAudience.values()) {
    emit({ payload: { type: 'subscription', op, stream_ids, user_ids: [userId] }, to })
  }
}

/** Whether a user may know of a channel without being subscribed. */
export type OutsiderTest = (user: Pick<User, 'id' | 'role'>) => boolean

/**
 * Users who may know of a channel without being subscribed: of a web-public one everybody, of a public one all but guests, of a
 * private one administrators and members of the groups in its settings.
 */
export async function loadOutsiders(
  chat: Pick<Chat, 'now'>,
  tx: Tx,
  channel: Channel,
): Promise<OutsiderTest> {
  if (channel.is_web_public) return () => true
  if (!channel.is_private) return ({ role }) => role <= ROLES.member
  const { can_administer_channel_group, can_add_subscribers_group, can_subscribe_group } =
    channelGroups(channel)
  const groups = new Set([
    can_administer_channel_group,
    can_add_subscribers_group,
    can_subscribe_group,
  ])
  groups.delete(SYSTEM_GROUPS.nobody)
  const { waiting_period_threshold: waiting } = await loadRealm(tx)
  const members = new Set<number>()
  for (const group of groups) {
    for (const id of await loadMembersOf(tx, group, waiting, chat.now().getTime())) members.add(id)
  }
  return ({ id, role }) => role <= ROLES.administrator || (role <= ROLES.member && members.has(id))
}

/** Users who may know of a channel and are therefore notified of changes to its settings. */
export async function loadWatchers(
  chat: Pick<Chat, 'now'>,
  tx: Tx,
  channel: Channel,
): Promise<Audience> {
  if (channel.is_web_public) return 'all'
  if (!channel.is_private) {
    const subscribed = await subscriberRows(tx, channel.id)
    if (subscribed.every(({ role }) => role < ROLES.guest)) return 'members'
  }
  return { users: [...(await loadWatcherIds(chat, tx, channel))] }
}

/** Ids of the active users who may know of a channel. */
export async function loadWatcherIds(
  chat: Pick<Chat, 'now'>,
  tx: Tx,
  channel: Channel,
): Promise<ReadonlySet<number>> {
  const subscribed = await loadSubscriberIds(tx, channel.id)
  const mayKnow = await loadOutsiders(chat, tx, channel)
  const everybody = await tx
    .selectFrom('chat_user')
    .select(['id', 'role'])
    .where('is_active', '=', 1)
    .execute()
  return new Set([...subscribed, ...everybody.filter(mayKnow).map(({ id }) => id)])
}

/** Ids of the users subscribed to a channel now. */
export async function loadSubscriberIds(tx: Reader, channelId: number): Promise<number[]> {
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
