import { badRequest } from '../failures.ts'
import { groupsOf } from '../groups/membership.ts'
import { findById } from '../people/find.ts'
import type { Chat, Reader } from '../port.ts'
import { isGuest, type Member } from '../viewer.ts'
import { canReadChannel, channelGroups, isSubscribed, type SeenChannel } from './access.ts'

/** Throws unless the member may send to the channel; a bot may what its owner may. */
export async function canSendTo(
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
  return (await groupsOf(db, owner, realm.waiting_period_threshold, nowMs)).has(group)
}
