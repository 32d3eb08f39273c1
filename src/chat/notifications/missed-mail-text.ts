import { cleanLine, firstChars } from '../../lib/text.ts'
import type { Message, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../messages/message-record.ts'
import type { Realm } from '../organization/realm-settings.ts'
import { settingsOf } from '../personal/user-settings.ts'
import { messageAddress } from '../rendering/mentions.ts'
import { withoutSpoilers } from './payload.ts'

/** Longest text of one message in a mail, and most messages of one. */
const CONTENT_MAX_CHARS = 2_000
const MESSAGES_MAX_COUNT = 20

/** Longest subject. */
const SUBJECT_MAX_CHARS = 200

/** Value of `realm_name_in_email_notifications_policy` with which subjects name the organization. */
const ALWAYS_NAMED = 2

/** Unread messages of one topic or one conversation, the oldest first, for one user. */
export interface MissedConversation {
  /** Undefined for direct messages. */
  channel: { id: number; name: string } | undefined
  /** The other people in a direct conversation. */
  others: readonly User[]
  messages: readonly (Message & { sender: User })[]
}

/** A mail that tells of them: subject and text, as its reader's settings have it. */
export function missedMailText(
  chat: Pick<Chat, 'url'>,
  realm: Pick<Realm, 'name'>,
  user: User,
  { channel, others, messages }: MissedConversation,
): { subject: string; text: string } {
  const settings = settingsOf(user)
  const first = messages[0]!
  const isOpen = settings.message_content_in_email_notifications
  const place = channel
    ? `#${channel.name} > ${first.topic || EMPTY_TOPIC_DISPLAY_NAME}`
    : `Direct messages with ${others.map(({ full_name }) => full_name).join(', ') || 'yourself'}`
  const organization = cleanLine(realm.name, SUBJECT_MAX_CHARS)
  const prefix =
    settings.realm_name_in_email_notifications_policy === ALWAYS_NAMED ? `[${organization}] ` : ''
  const subject = cleanLine(`${prefix}${isOpen ? place : 'New messages'}`, SUBJECT_MAX_CHARS)
  const link = channel
    ? messageAddress(channel, first.topic, first.id)
    : `/#narrow/dm/${others.map(({ id }) => id).join(',') || user.id}-dm/near/${first.id}`
  const body = isOpen
    ? conversationText(messages)
    : `There are ${messages.length} new messages for you. Their text is not mailed, as your settings say.`
  const foot = [
    '--',
    `Read and answer: ${chat.url}${link}`,
    `You get this mail since you were not there. Your settings at ${chat.url} say what is mailed.`,
  ]
  return { subject, text: `${body}\n\n${foot.join('\n')}\n` }
}

function conversationText(messages: MissedConversation['messages']): string {
  const texts = messages
    .slice(0, MESSAGES_MAX_COUNT)
    .map(
      ({ sender, content }) =>
        `${cleanLine(sender.full_name, SUBJECT_MAX_CHARS)}:\n${excerptOf(content)}`,
    )
  const rest = messages.length - texts.length
  return [...texts, ...(rest > 0 ? [`… and ${rest} more.`] : [])].join('\n\n')
}

function excerptOf(content: string): string {
  const open = withoutSpoilers(content)
  const text = firstChars(open, CONTENT_MAX_CHARS)
  return text.length < open.length ? `${text} …` : text
}
