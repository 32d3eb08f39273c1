import { findNewestEventId } from '../kernel/event-log.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember, type Member } from '../kernel/requester.ts'
import type { Channel, User } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../kernel/unit-of-work.ts'
import { UNREAD_MAX_MESSAGES } from '../limits.ts'
import { findNewestMessageId } from '../messages/access.ts'
import { readAndTell } from '../messages/marking/mark-read.ts'
import { loadUnreadIn } from '../messages/read-state.ts'
import {
  canAdministerChannel,
  requireChannelByName,
  isInChannelGroup,
  type SeenChannel,
} from './access.ts'
import { loadOutsiders, loadSubscriberIds, loadWatchers } from './subscriber-events.ts'
import { requireSubscriptionCount, loadPrincipalsOrCaller } from './subscribers.ts'
import { goneChannels } from './visibility.ts'

/** Which channels were left, and which had been left before, by name. */
export interface Unsubscribed {
  removed: string[]
  not_removed: string[]
}

/** Unsubscribes the caller, or others where one of the three cases of spec 4.5 allows it. */
export async function unsubscribe(
  chat: Chat,
  actor: Actor,
  names: readonly string[],
  principals: number[] | string[] | undefined,
): Promise<Unsubscribed> {
  return writeChat(chat, await planUnsubscribe(chat, actor, names, principals))
}

/** Checks whether channels may be left, and returns the work that leaves them in a unit of work. */
export async function planUnsubscribe(
  chat: Chat,
  actor: Actor,
  names: readonly string[],
  principals?: number[] | string[],
): Promise<(unit: ChatWork) => Promise<Unsubscribed>> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const channels: SeenChannel[] = []
  for (const name of names) channels.push(await requireChannelByName(db, member, name))
  const users = await loadPrincipalsOrCaller(chat, db, member, principals)
  requireSubscriptionCount(names.length, users.length)
  for (const seen of channels) {
    for (const user of users) requireRemoval(member, seen, user)
  }
  return async (unit) => {
    const result: Unsubscribed = { removed: [], not_removed: [] }
    for (const { channel } of channels) {
      const left = await unsubscribeUsers(chat, unit, channel, users)
      const list = left.length > 0 ? result.removed : result.not_removed
      list.push(channel.name)
    }
    return result
  }
}

function requireRemoval(member: Member, { channel }: SeenChannel, user: User): void {
  const isOwn = user.id === member.user.id || user.bot_owner_id === member.user.id
  const isAllowed =
    isOwn ||
    canAdministerChannel(member, channel) ||
    isInChannelGroup(member, channel, 'can_remove_subscribers_group')
  if (!isAllowed) throw badRequest('Insufficient permission')
}

/** Ends subscriptions and notifies everybody affected. Returns the users who were subscribed. */
export async function unsubscribeUsers(
  chat: Chat,
  { tx, emit }: ChatWork,
  channel: Channel,
  users: readonly User[],
): Promise<User[]> {
  const before = new Set(await loadSubscriberIds(tx, channel.id))
  const removed = users.filter(({ id }) => before.has(id))
  if (removed.length === 0) return []
  const ids = removed.map(({ id }) => id)
  await readWhatIsLeft({ tx, emit }, channel, removed)
  const ends = { to_event: await findNewestEventId(tx), to_message: await findNewestMessageId(tx) }
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
  const mayKnow = await loadOutsiders(chat, tx, channel)
  const blind = removed.filter((user) => !mayKnow(user)).map((user) => user.id)
  if (blind.length > 0) {
    emit({ payload: goneChannels([stream_id]), to: { users: blind } })
  }
  emit({
    payload: { type: 'subscription', op: 'peer_remove', stream_ids: [stream_id], user_ids: ids },
    to: await loadWatchers(chat, tx, channel),
  })
  return removed
}

/** Users leaving by one call, above which their clients are not told one by one which messages count as read by that. */
const TOLD_MAX_COUNT = 100

/** Marks what is in a channel as read for users who leave it: it must not come back as unread when they return. */
async function readWhatIsLeft(
  { tx, emit }: Pick<ChatWork, 'tx' | 'emit'>,
  channel: Channel,
  users: readonly User[],
): Promise<void> {
  if (users.length > TOLD_MAX_COUNT) {
    await tx
      .updateTable('chat_subscription')
      .set({ read_up_to: await findNewestMessageId(tx) })
      .where('channel_id', '=', channel.id)
      .where(
        'user_id',
        'in',
        users.map(({ id }) => id),
      )
      .execute()
    return
  }
  for (const user of users) {
    const unread = await loadUnreadIn(tx, user, channel.id, UNREAD_MAX_MESSAGES)
    await readAndTell({ tx, emit }, user, unread)
  }
}
