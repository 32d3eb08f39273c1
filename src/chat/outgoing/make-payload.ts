import { loadMember } from '../kernel/requester.ts'
import type { Message, Reader, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { requireMessageById } from '../messages/access.ts'
import { loadMessages } from '../messages/fetch/load-messages.ts'
import { apiEmail } from '../users/user-record.ts'
import type { BotService } from './bot-service.ts'
import { SERVICE_FORMATS } from './port.ts'

/** A message that the format of a service has no way to say; in words for the owner of its bot. */
export class UnsaidMessage extends Error {}

/** A message that a service is told of, and what is sent to it. */
export interface Payload {
  message: Message
  contentType: string
  body: string
}

/**
 * What a service is sent, in the format that it takes. Undefined where its bot may not read the message any more. Throws where the
 * format has no way to say it.
 */
export async function makePayload(
  chat: Chat,
  db: Reader,
  bot: User,
  service: BotService,
  { message_id, trigger_name }: { message_id: number; trigger_name: string },
): Promise<Payload | undefined> {
  const requester = await loadMember(db, { user: bot, client: '' }, chat.now().getTime())
  const found = await requireMessageById(db, requester, message_id).catch(() => undefined)
  if (!found) return undefined
  const form = { applyMarkdown: false, clientExtavatar: false, allowEmptyTopicName: true }
  const [record] = await loadMessages(chat, db, requester, [found.message], form)
  if (!record) return undefined
  const { message } = found
  if (service.interface === SERVICE_FORMATS.slack) {
    if (!found.seen) throw new UnsaidMessage('Slack-compatible services take no direct messages.')
    const fields = slackFields(chat, bot, service, record, found.seen.channel)
    const body = new URLSearchParams(fields).toString()
    return { message, contentType: 'application/x-www-form-urlencoded', body }
  }
  const { flags: _, ...fields } = record
  const body = {
    bot_email: apiEmail(chat, bot),
    bot_full_name: bot.full_name,
    data: message.content,
    message: { ...fields, rendered_content: message.rendered },
    token: service.token,
    trigger: trigger_name,
  }
  return { message, contentType: 'application/json', body: JSON.stringify(body) }
}

/** The fields that Slack's outgoing webhooks have. */
function slackFields(
  chat: Chat,
  bot: User,
  service: BotService,
  record: Record<string, unknown>,
  channel: { id: number; name: string },
): Record<string, string> {
  const timestamp = String(record['timestamp'])
  return {
    token: service.token,
    team_id: 'T1',
    team_domain: chat.realmHost,
    channel_id: `C${channel.id}`,
    channel_name: channel.name,
    thread_ts: timestamp,
    timestamp,
    user_id: `U${String(record['sender_id'])}`,
    user_name: String(record['sender_full_name']),
    text: String(record['content']),
    trigger_word: bot.full_name,
    service_id: String(bot.id),
  }
}
