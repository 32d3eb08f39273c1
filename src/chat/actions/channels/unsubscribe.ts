import {
  canAdministerChannel,
  channelByName,
  isInChannelGroup,
  type SeenChannel,
} from '../../channels/access.ts'
import { checkSubscriptionCount, principalsOr } from '../../channels/principals.ts'
import { badRequest } from '../../failures.ts'
import type { Actor, Chat, User } from '../../port.ts'
import { loadMember, type Member } from '../../viewer.ts'
import { type ChatWork, reader, writeChat } from '../../write.ts'
import { unsubscribeUsers } from './unsubscribe-users.ts'

/** Which channels were left, and which had been left before, by name. */
export interface Unsubscribed {
  removed: string[]
  not_removed: string[]
}

/** Ends subscriptions of the caller, or of others where one of the three cases of spec 4.5 allows it. */
export async function unsubscribe(
  chat: Chat,
  actor: Actor,
  names: readonly string[],
  principals: number[] | string[] | undefined,
): Promise<Unsubscribed> {
  return writeChat(chat, await planUnsubscribe(chat, actor, names, principals))
}

/** The same as a part of a unit of work, after everything was checked. */
export async function planUnsubscribe(
  chat: Chat,
  actor: Actor,
  names: readonly string[],
  principals?: number[] | string[],
): Promise<(unit: ChatWork) => Promise<Unsubscribed>> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const channels: SeenChannel[] = []
  for (const name of names) channels.push(await channelByName(db, member, name))
  const users = await principalsOr(chat, db, member, principals)
  checkSubscriptionCount(names.length, users.length)
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
