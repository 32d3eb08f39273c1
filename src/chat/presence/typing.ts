import { requireSendableChannel, requireChannelById } from '../channels/access.ts'
import { loadSubscriberIds } from '../channels/subscriber-events.ts'
import type { EmittedEventOf } from '../events/event.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { CONVERSATION_MAX_USERS, TYPING_CHANNEL_MAX_SUBSCRIBERS } from '../limits.ts'
import { requireMessageById } from '../messages/access.ts'
import { loadAudiencesOf } from '../messages/edit/change-content.ts'
import { requireContentEdit } from '../messages/edit/edit-permission.ts'
import { requireDirectPermission } from '../messages/send/send-message.ts'
import { settingsOf } from '../personal/user-settings.ts'
import { readTopic } from '../topics/topic.ts'
import { findSeen } from '../users/find-users.ts'
import { apiEmail } from '../users/user-record.ts'

/** Where a user is typing (spec 4.3). */
export interface Typing {
  op: 'start' | 'stop'
  type: 'direct' | 'stream' | 'channel'
  to?: readonly number[] | undefined
  stream_id?: number | undefined
  topic?: string | undefined
}

/** Notifies the recipients who want typing notices that the caller is typing, or has stopped. */
export async function emitTyping(chat: Chat, actor: Actor, typing: Typing): Promise<void> {
  if (typing.type === 'direct') await emitDirect(chat, actor, typing)
  else await emitChannel(chat, actor, typing)
}

async function emitDirect(chat: Chat, actor: Actor, { op, to }: Typing): Promise<void> {
  const { user } = actor
  if (to === undefined) throw badRequest("Missing 'to' argument")
  if (to.length === 0) throw badRequest("Empty 'to' list")
  if (!settingsOf(user).send_private_typing_notifications) {
    throw badRequest('User has disabled typing notifications for direct messages')
  }
  if (to.length > CONVERSATION_MAX_USERS) throw badRequest('Too many recipients')
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const users = new Map([[user.id, user]])
  for (const id of to) {
    const one = await findSeen(db, member, id)
    if (!one?.is_active) throw badRequest(`Invalid user ID ${id}`)
    users.set(id, one)
  }
  const everybody = [...users.values()].toSorted((a, b) => a.id - b.id)
  await requireDirectPermission(chat, db, member, everybody)
  const recipients = everybody.map((one) => ({ user_id: one.id, email: apiEmail(chat, one) }))
  const payload = { ...base(chat, actor, op), message_type: 'direct', recipients } as const
  const others = everybody.map(({ id }) => id).filter((id) => id !== user.id)
  await publishTyping(chat, payload, { users: others.length > 0 ? others : [user.id] })
}

async function emitChannel(
  chat: Chat,
  actor: Actor,
  { op, stream_id, topic }: Typing,
): Promise<void> {
  if (stream_id === undefined) throw badRequest("Missing 'stream_id' argument")
  if (topic === undefined) throw badRequest('Missing topic')
  if (!settingsOf(actor.user).send_stream_typing_notifications) {
    throw badRequest('User has disabled typing notifications for channel messages')
  }
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const seen = await requireChannelById(db, member, stream_id)
  await requireSendableChannel(chat, db, member, seen)
  const subscribers = await loadSubscriberIds(db, stream_id)
  if (subscribers.length > TYPING_CHANNEL_MAX_SUBSCRIBERS) return
  const place = { message_type: 'stream', stream_id, topic: readTopic(topic) } as const
  await publishTyping(chat, { ...base(chat, actor, op), ...place }, { channel: stream_id })
}

function base(chat: Chat, { user }: Actor, op: 'start' | 'stop') {
  return { type: 'typing', op, sender: { user_id: user.id, email: apiEmail(chat, user) } } as const
}

async function publishTyping(
  chat: Chat,
  payload: EmittedEventOf<'typing'>,
  to: { users: number[] } | { channel: number },
): Promise<void> {
  await writeChat(chat, async ({ emit }) => emit({ payload, to, isTransient: true }))
}

/** Notifies those who can read a message of the caller that it is being edited, or no longer is. */
export async function emitTypingEdit(
  chat: Chat,
  actor: Actor,
  messageId: number,
  op: 'start' | 'stop',
): Promise<void> {
  const db = reader(chat)
  const nowMs = chat.now().getTime()
  const member = await loadMember(db, actor, nowMs)
  const { message } = await requireMessageById(db, member, messageId)
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
    const subscribers = await loadSubscriberIds(db, channel_id)
    if (subscribers.length > TYPING_CHANNEL_MAX_SUBSCRIBERS) return
  }
  await writeChat(chat, async ({ tx, emit }) => {
    const [to = { users: [] }] = await loadAudiencesOf(tx, message)
    const user_ids = typeof to === 'object' && 'users' in to ? to.users : []
    emit({
      payload: {
        type: 'typing_edit_message',
        op,
        sender_id: actor.user.id,
        message_id: messageId,
        recipient:
          channel_id === null
            ? { type: 'direct', user_ids }
            : { type: 'channel', channel_id, topic: message.topic },
      },
      to,
      isTransient: true,
    })
  })
}
