import { subscriberIds } from '../../channels/watchers.ts'
import { badRequest } from '../../failures.ts'
import { TYPING_CHANNEL_MAX_SUBSCRIBERS } from '../../limits.ts'
import { messageById } from '../../messages/access.ts'
import { requireContentEdit } from '../../messages/edit-permission.ts'
import { settingsOf } from '../../people/user-settings.ts'
import type { Actor, Chat } from '../../port.ts'
import { loadMember } from '../../viewer.ts'
import { reader, writeChat } from '../../write.ts'
import { audienceOf } from '../messages/change-content.ts'

/** Tells those who read a message of the caller that he edits it, or has stopped. */
export async function tellTypingEdit(
  chat: Chat,
  actor: Actor,
  messageId: number,
  op: 'start' | 'stop',
): Promise<void> {
  const db = reader(chat)
  const nowMs = chat.now().getTime()
  const member = await loadMember(db, actor, nowMs)
  const { message } = await messageById(db, member, messageId)
  requireContentEdit(member, message, nowMs)
  const { channel_id } = message
  const settings = settingsOf(actor.user)
  if (channel_id === null && !settings.send_private_typing_notifications) {
    throw badRequest('User has disabled typing notifications for direct messages')
  }
  if (channel_id !== null) {
    if (!settings.send_stream_typing_notifications) {
      throw badRequest('User has disabled typing notifications for channel messages')
    }
    const subscribers = await subscriberIds(db, channel_id)
    if (subscribers.length > TYPING_CHANNEL_MAX_SUBSCRIBERS) return
  }
  await writeChat(chat, async ({ tx, emit }) => {
    const to = await audienceOf(tx, message)
    const recipient =
      channel_id === null
        ? { type: 'direct', user_ids: typeof to === 'object' && 'users' in to ? to.users : [] }
        : { type: 'channel', channel_id, topic: message.topic }
    const payload = {
      type: 'typing_edit_message',
      op,
      sender_id: actor.user.id,
      message_id: messageId,
      recipient,
    }
    emit({ payload, to, isTransient: true })
  })
}
