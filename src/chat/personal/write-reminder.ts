import type { Member } from '../kernel/requester.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import type { SeenMessage } from '../messages/access.ts'
import { loadConversationMembers } from '../messages/fetch/load-messages.ts'
import { messageAddress } from '../rendering/mentions.ts'
import { renderMessage, type RenderedMessage } from '../rendering/render-message.ts'
import { findById } from '../users/find-users.ts'

/** Longest part of a message that a reminder quotes. */
const QUOTE_MAX_CHARS = 8_000

/** Writes what a reminder says: where the message is, the note, and what it says now. */
export async function writeReminder(
  chat: Chat,
  db: Reader,
  member: Member,
  { message, seen }: SeenMessage,
  note: string,
): Promise<{ content: string; rendered: RenderedMessage }> {
  const sender = await findById(db, message.sender_id)
  const path = seen
    ? messageAddress(seen.channel, message.topic, message.id)
    : `/#narrow/dm/${await usersOf(db, message)}/near/${message.id}`
  const place = seen
    ? `#**${seen.channel.name}>${message.topic}@${message.id}**`
    : 'the following direct message'
  const noted = note === '' ? '.' : `. Note:\n > ${note.replaceAll('\n', '\n > ')}`
  const quoted = message.content.slice(0, QUOTE_MAX_CHARS)
  const fence = '`'.repeat(Math.max(3, longestFence(quoted) + 1))
  const link = `${chat.url.replace(/\/$/, '')}${path}`
  const content =
    `You requested a reminder for ${place}${noted}\n\n` +
    `@_**${sender?.full_name ?? 'Somebody'}|${message.sender_id}** [said](${link}):\n` +
    `${fence}quote\n${quoted}\n${fence}`
  // Quoted text may mention anybody: they must not be notified.
  const options = { author: { chat, member }, isNotice: true }
  return { content, rendered: await renderMessage(db, content, options) }
}

async function usersOf(db: Reader, message: SeenMessage['message']): Promise<string> {
  const members = await loadConversationMembers(db, [message])
  const ids = members.get(message.conversation_id ?? 0) ?? []
  return `${ids.join(',')}-${ids.length > 2 ? 'group' : 'dm'}`
}

function longestFence(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
}
