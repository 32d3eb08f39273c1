import type { Selectable } from 'kysely'
import type { ChatPushTable } from '../../store/chat-account-tables.ts'
import { cleanLine } from '../../text.ts'
import { readableMessages } from '../messages/access.ts'
import { conversationMembers } from '../messages/load-messages.ts'
import { readStates } from '../messages/read-state.ts'
import { userById } from '../people/find.ts'
import { avatarUrl } from '../people/user-record.ts'
import type { Chat, Message, Reader, User } from '../port.ts'
import { loadMember } from '../viewer.ts'

/** A queued notification, as stored. */
export type Push = Selectable<ChatPushTable>

/** Longest text of a message that a notification shows. */
const CONTENT_MAX_CHARS = 200

/**
 * What a device is told, before it is encrypted (the public API's format): of a message, or which messages
 * to show no more. Undefined where there is nothing to tell any more: read, deleted, out of sight.
 */
export async function payloadOf(
  chat: Chat,
  db: Reader,
  user: User,
  { kind, message_ids }: Push,
): Promise<Record<string, unknown> | undefined> {
  const nowMs = chat.now().getTime()
  const member = await loadMember(db, { user, client: '' }, nowMs)
  const about = { realm_url: chat.url, realm_name: member.realm.name, user_id: user.id }
  const ids = JSON.parse(message_ids) as number[]
  if (kind === 'remove') return { ...about, type: 'remove', message_ids: ids }
  const [found] = await readableMessages(db, member, ids)
  if (!found) return undefined
  const { message, seen } = found
  const state = (await readStates(db, user, ids)).get(message.id)
  if (!state?.isReceived || state.isRead) return undefined
  const sender = await userById(db, message.sender_id)
  return {
    ...about,
    type: 'message',
    message_id: message.id,
    time: Math.floor(message.sent_at / 1_000),
    content: contentOf(message),
    sender_id: sender.id,
    sender_full_name: sender.full_name,
    sender_avatar_url: avatarUrl(chat, sender),
    ...(seen
      ? {
          recipient_type: 'channel',
          channel_id: seen.channel.id,
          channel_name: seen.channel.name,
          topic: message.topic,
        }
      : { recipient_type: 'direct', ...(await groupOf(db, message)) }),
  }
}

/** Everybody in a conversation of more than two. */
async function groupOf(db: Reader, message: Message): Promise<{ pm_users?: string }> {
  const members = await conversationMembers(db, [message])
  const ids = members.get(message.conversation_id ?? 0) ?? []
  return ids.length > 2 ? { pm_users: ids.toSorted((a, b) => a - b).join(',') } : {}
}

/** The text without marks that nobody sees; what is hidden by a spoiler stays hidden. */
function contentOf({ content }: Message): string {
  const open = content.replaceAll(/^(`{3,})spoiler[^\n]*\n[\s\S]*?(?:^\1$|$(?![\s\S]))/gm, '(…)')
  return cleanLine(open, CONTENT_MAX_CHARS)
}
