import { firstChars } from '../../../lib/text.ts'
import { fenceFor } from '../../../markdown/code.ts'
import { badRequest } from '../../kernel/failures.ts'
import { loadMember } from '../../kernel/requester.ts'
import type { User } from '../../kernel/rows.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { reader, writeChat } from '../../kernel/unit-of-work.ts'
import { MESSAGE_MAX_CHARS, TOPIC_MAX_CHARS } from '../../limits.ts'
import { findNoticeBot } from '../../organization/bootstrap.ts'
import { renderMessage } from '../../rendering/render-message.ts'
import { requireUserById } from '../../users/find-users.ts'
import { requireMessageById, type SeenMessage } from '../access.ts'
import { requireMessageSpace } from '../message-space.ts'
import { deliver } from '../send/deliver.ts'
import { REPORT_REASONS, type ReportReason } from './report-reasons.ts'

/** Reason and note of a report. */
export interface Report {
  messageId: number
  reason: ReportReason
  note: string
}

/** Longest text of a report around the reported message. */
const FRAME_MAX_CHARS = 2_500

/** Posts a reported message to the channel for reports. Throws where there is none. */
export async function reportMessage(chat: Chat, actor: Actor, report: Report): Promise<void> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const found = await requireMessageById(db, member, report.messageId)
  if (report.reason === 'other' && report.note === '') {
    throw badRequest('An explanation is required.')
  }
  const channelId = member.realm.moderation_request_channel_id
  const channel = await db
    .selectFrom('chat_channel')
    .selectAll()
    .where('id', '=', channelId)
    .where('is_archived', '=', 0)
    .where('is_private', '=', 1)
    .executeTakeFirst()
  const bot = await findNoticeBot(chat, db)
  if (!channel || !bot) {
    throw badRequest('Moderation request channel must be specified to enable message reporting.')
  }
  const sender = await requireUserById(db, found.message.sender_id)
  const content = wordsOf(actor.user, sender, found, report)
  // Reported texts are user content: they must not mention anybody.
  const options = { author: { chat, member }, isNotice: true }
  const rendered = await renderMessage(db, content, options)
  const topic = firstChars(`${sender.full_name}'s moderation requests`, TOPIC_MAX_CHARS)
  await requireMessageSpace(chat, db, actor.user, { content, rendered })
  await writeChat(chat, async (unit) => {
    await deliver(chat, unit, {
      sender: bot,
      author: actor.user,
      client: 'Internal',
      to: { channel, topic },
      content,
      rendered,
    })
  })
}

function wordsOf(
  reporter: User,
  sender: User,
  { message, seen }: SeenMessage,
  { reason, note }: Report,
): string {
  const where = seen
    ? `in #**${seen.channel.name}>${message.topic}@${message.id}**`
    : 'in a direct message'
  const text = firstChars(message.content, MESSAGE_MAX_CHARS - FRAME_MAX_CHARS)
  const lines = [
    `${mention(reporter)} has reported a message sent by ${mention(sender)} ${where}.`,
    `- Reason: **${REPORT_REASONS[reason]}**`,
    ...(note === '' ? [] : ['- Notes:', fenced('text', note)]),
    fenced(`spoiler Message ${message.id}`, fenced('text', text)),
  ]
  return lines.join('\n')
}

/** A fence that the text itself cannot close, and that opens no other block. */
function fenced(kind: string, text: string): string {
  const fence = fenceFor(text)
  return `${fence}${kind}\n${text}\n${fence}`
}

function mention({ full_name, id }: User): string {
  return `@_**${full_name}|${id}**`
}
