import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { cleanLine } from '../../lib/text.ts'
import type { ChatPushTable } from '../../store/tables/chat-account-tables.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Message, Reader, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { loadReadableMessages } from '../messages/access.ts'
import { loadConversationMembers } from '../messages/fetch/load-messages.ts'
import { readStates } from '../messages/read-state.ts'
import { loadMessagesOf } from '../narrow/find-messages.ts'
import { requireUserById } from '../users/find-users.ts'
import { avatarUrl } from '../users/user-record.ts'

/** A queued notification, as stored. */
export type Push = Selectable<ChatPushTable>

/** Longest text of a message that a notification shows. */
const CONTENT_MAX_CHARS = 200

/**
 * The payload for a device, before encryption (the public API's format): of a message, or which notifications to remove.
 * Undefined when there is nothing left to send: read, deleted, no longer visible.
 */
export async function makePayload(
  chat: Chat,
  db: Reader,
  user: User,
  { kind, message_ids, created_at }: Push,
): Promise<Record<string, unknown> | undefined> {
  const nowMs = chat.now().getTime()
  const member = await loadMember(db, { user, client: '' }, nowMs)
  const about = { realm_url: chat.url, realm_name: member.realm.name, user_id: user.id }
  const ids = JSON.parse(message_ids) as number[]
  if (kind === 'test') return { ...about, type: 'test', time: Math.floor(created_at / 1_000) }
  if (kind === 'remove') return { ...about, type: 'remove', message_ids: ids }
  const [found] = await loadReadableMessages(db, member, ids)
  const [message] = found ? await loadMessagesOf(db, [found.message.id]) : []
  if (!found || !message) return undefined
  const { seen } = found
  const state = (await readStates(db, user, ids)).get(message.id)
  if (!state?.isReceived || state.isRead) return undefined
  const sender = await requireUserById(db, message.sender_id)
  return {
    ...about,
    type: 'message',
    message_id: message.id,
    time: Math.floor(message.sent_at / 1_000),
    content: contentOf(message),
    sender_id: sender.id,
    sender_full_name: sender.full_name,
    sender_avatar_url: new URL(avatarUrl(chat, sender), chat.url).href,
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

/** The members of a conversation of more than two. */
async function groupOf(db: Reader, message: Message): Promise<{ pm_users?: string }> {
  const members = await loadConversationMembers(db, [message])
  const ids = members.get(message.conversation_id ?? 0) ?? []
  return ids.length > 2 ? { pm_users: ids.toSorted((a, b) => a - b).join(',') } : {}
}

/** The text without invisible characters; what is hidden by a spoiler stays hidden. */
function contentOf({ content }: Message): string {
  return cleanLine(withoutSpoilers(content), CONTENT_MAX_CHARS)
}

/** Markdown with dots in place of what spoilers hide. */
export function withoutSpoilers(content: string): string {
  return content.replaceAll(/^(`{3,})spoiler[^\n]*\n[\s\S]*?(?:^\1$|$(?![\s\S]))/gm, '(…)')
}

/** First byte of a push key: secret-box authenticated encryption (XSalsa20 with Poly1305), spec 4.8. */
const SECRET_BOX = 0x31

const KEY_BYTES = 32
const NONCE_BYTES = 24

/** Throws unless a text is standard Base64 of a push key: the byte of the cipher, and its key. */
export function requirePushKey(pushKey: string): void {
  const bytes = Buffer.from(pushKey, 'base64')
  const isBase64 = bytes.toString('base64') === pushKey
  if (!isBase64 || bytes.byteLength !== 1 + KEY_BYTES || bytes[0] !== SECRET_BOX) {
    throw badRequest('Invalid `push_key`')
  }
}

/** Encrypts a text for the device that has the key. Returns Base64 of nonce, authenticator and ciphertext. */
export async function seal(pushKey: string, text: string): Promise<string> {
  // Loaded on first use: servers without pushes do not need it.
  const { xsalsa20poly1305 } = await import('@noble/ciphers/salsa')
  const key = Buffer.from(pushKey, 'base64').subarray(1)
  const nonce = randomBytes(NONCE_BYTES)
  const box = xsalsa20poly1305(key, nonce).encrypt(Buffer.from(text, 'utf8'))
  return Buffer.concat([nonce, box]).toString('base64')
}
