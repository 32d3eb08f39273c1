import { channelById } from '../../channels/access.ts'
import { canSendTo } from '../../channels/posting.ts'
import { subscriberIds } from '../../channels/watchers.ts'
import { badRequest } from '../../failures.ts'
import { CONVERSATION_MAX_USERS, TYPING_CHANNEL_MAX_SUBSCRIBERS } from '../../limits.ts'
import { readTopic } from '../../messages/topic.ts'
import { findSeen } from '../../people/find.ts'
import { apiEmail } from '../../people/user-record.ts'
import { settingsOf } from '../../people/user-settings.ts'
import type { Actor, Chat } from '../../port.ts'
import { loadMember } from '../../viewer.ts'
import { reader, writeChat } from '../../write.ts'
import { checkDirectPermission } from '../messages/send.ts'

/** Where somebody types (spec 4.3). */
export interface Typing {
  op: 'start' | 'stop'
  type: 'direct' | 'stream' | 'channel'
  to?: readonly number[] | undefined
  stream_id?: number | undefined
  topic?: string | undefined
}

/** Tells the others who are concerned and want to know that the caller types, or has stopped. */
export async function tellTyping(chat: Chat, actor: Actor, typing: Typing): Promise<void> {
  if (typing.type === 'direct') await tellDirect(chat, actor, typing)
  else await tellChannel(chat, actor, typing)
}

async function tellDirect(chat: Chat, actor: Actor, { op, to }: Typing): Promise<void> {
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
  await checkDirectPermission(chat, db, member, everybody)
  const recipients = everybody.map((one) => ({ user_id: one.id, email: apiEmail(chat, one) }))
  const payload = { ...base(chat, actor, op), message_type: 'direct', recipients }
  const others = everybody.map(({ id }) => id).filter((id) => id !== user.id)
  await tell(chat, payload, { users: others.length > 0 ? others : [user.id] })
}

async function tellChannel(
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
  const seen = await channelById(db, member, stream_id)
  await canSendTo(chat, db, member, seen)
  const subscribers = await subscriberIds(db, stream_id)
  if (subscribers.length > TYPING_CHANNEL_MAX_SUBSCRIBERS) return
  const place = { message_type: 'stream', stream_id, topic: readTopic(topic) }
  await tell(chat, { ...base(chat, actor, op), ...place }, { channel: stream_id })
}

function base(chat: Chat, { user }: Actor, op: 'start' | 'stop') {
  return { type: 'typing', op, sender: { user_id: user.id, email: apiEmail(chat, user) } }
}

async function tell(
  chat: Chat,
  payload: { type: string },
  to: { users: number[] } | { channel: number },
): Promise<void> {
  await writeChat(chat, async ({ emit }) => emit({ payload, to, isTransient: true }))
}
