import type { Selectable } from 'kysely'
import { toOperationError } from '../../contract/errors.ts'
import { KNOWN_WEIGHT } from '../../contract/principal.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { cleanLine } from '../../lib/text.ts'
import type { ChatWebhookCallTable } from '../../store/tables/chat-account-tables.ts'
import type { Message, Reader, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { loadConversationMembers } from '../messages/fetch/load-messages.ts'
import { mention, sayAsServer } from '../messages/send/say-as-server.ts'
import { type Sending, send } from '../messages/send/send-message.ts'
import { findById } from '../users/find-users.ts'
import { type BotService, loadServices } from './bot-service.ts'
import {
  WEBHOOK_ANSWER_MAX_BYTES,
  WEBHOOK_ATTEMPTS_MAX_COUNT,
  WEBHOOK_TIMEOUT_MS,
} from './limits.ts'
import { makePayload, UnsaidMessage } from './make-payload.ts'
import { type ServiceClient, SERVICE_FORMATS } from './port.ts'

type ServiceCall = Selectable<ChatWebhookCallTable>

/** Calls made at once. */
const BATCH_MAX_COUNT = 16

/** First pause after a failure; each further one is four times as long. */
const RETRY_MIN_MS = 2_000

/** Time to the next run where no call is queued; queueing one begins a run. */
const REST_MS = HOUR_MS

/** Longest text of a failure that the owner of a bot is shown. */
const REASON_MAX_CHARS = 300

/** Calls the services that are due, until none is or the signal aborts. Returns when the next one is. For one process at a time. */
export async function callServices(chat: Chat, signal: AbortSignal): Promise<{ nextInMs: number }> {
  const { serviceClient } = chat
  if (!serviceClient) return { nextInMs: REST_MS }
  const db = reader(chat)
  while (!signal.aborted) {
    const due = await db
      .selectFrom('chat_webhook_call')
      .selectAll()
      .where('due_at', '<=', chat.now().getTime())
      .orderBy('due_at')
      .orderBy('id')
      .limit(BATCH_MAX_COUNT)
      .execute()
    if (due.length === 0) break
    const services = await loadServices(
      db,
      due.map(({ bot_id }) => bot_id),
    )
    await Promise.all(
      due.map(async (call) => {
        const service = services.get(call.bot_id)
        await (service ? makeCall(chat, serviceClient, call, service, signal) : end(chat, call))
      }),
    )
  }
  const { next } = await db
    .selectFrom('chat_webhook_call')
    .select((eb) => eb.fn.min('due_at').as('next'))
    .executeTakeFirstOrThrow()
  return { nextInMs: next === null ? REST_MS : Math.max(0, next - chat.now().getTime()) }
}

async function makeCall(
  chat: Chat,
  client: ServiceClient,
  call: ServiceCall,
  service: BotService,
  signal: AbortSignal,
): Promise<void> {
  const db = reader(chat)
  const bot = await findById(db, call.bot_id)
  if (!bot?.is_active) return end(chat, call)
  let message: Message | undefined
  try {
    const payload = await makePayload(chat, db, bot, service, call)
    if (!payload) return await end(chat, call)
    message = payload.message
    const { status, body } = await client.call(service.url, {
      contentType: payload.contentType,
      body: payload.body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(WEBHOOK_TIMEOUT_MS)]),
      principal: {
        id: `chat user ${bot.bot_owner_id ?? bot.id}`,
        weight: KNOWN_WEIGHT,
        reachesAllowedHosts: true,
      },
      maxBytes: WEBHOOK_ANSWER_MAX_BYTES,
    })
    if (status >= 200 && status < 300) {
      const content = readAnswer(body, service)
      // First, so that a process that dies in between never answers twice.
      await end(chat, call)
      if (content !== undefined) await answer(chat, db, bot, payload.message, content)
      return
    }
    const reason = `The service answered with the status code ${status}.`
    if (status < 500 && status !== 429) return await giveUp(chat, call, bot, reason)
    await retry(chat, call, bot, reason)
  } catch (thrown) {
    if (signal.aborted) return
    const { code, message: reason, retryable } = toOperationError(thrown)
    chat.log.info({ err: thrown, bot: bot.id, message: message?.id }, 'a service was not called')
    if (code === 'internal' || !retryable)
      await giveUp(chat, call, bot, plainReason(thrown, reason))
    else await retry(chat, call, bot, reason)
  }
}

/** The fault in words for the owner; faults of ours say no more than that. */
function plainReason(thrown: unknown, reason: string): string {
  return thrown instanceof BadAnswer || thrown instanceof UnsaidMessage ? thrown.message : reason
}

/** An answer that is not what services answer. */
class BadAnswer extends Error {}

/** The text that a service wants to be sent; undefined where it wants none. */
function readAnswer(body: Uint8Array, service: BotService): string | undefined {
  if (body.byteLength === 0) return undefined
  let read: unknown
  try {
    read = JSON.parse(new TextDecoder().decode(body))
  } catch {
    throw new BadAnswer('The service answered with what is no JSON.')
  }
  if (typeof read !== 'object' || read === null) {
    throw new BadAnswer('The service answered with what is no JSON object.')
  }
  const fields = read as Record<string, unknown>
  if (service.interface === SERVICE_FORMATS.slack) return nonBlankText(fields['text'])
  if (fields['response_not_required'] === true) return undefined
  return nonBlankText(fields['content'] ?? fields['response_string'])
}

function nonBlankText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.replaceAll('\0', '') : undefined
}

/** Sends what a service said, where the message was, by all rules for messages of its bot. */
async function answer(
  chat: Chat,
  db: Reader,
  bot: User,
  message: Message,
  content: string,
): Promise<void> {
  const to = await destinationOf(db, message)
  await send(chat, { user: bot, client: 'OutgoingWebhookResponse' }, { to, content })
}

async function destinationOf(db: Reader, message: Message): Promise<Sending['to']> {
  if (message.channel_id !== null) {
    return { channel: message.channel_id, topic: message.topic }
  }
  const members = await loadConversationMembers(db, [message])
  return { users: members.get(message.conversation_id ?? 0) ?? [] }
}

async function end(chat: Chat, { id }: ServiceCall): Promise<void> {
  await writeChat(chat, async ({ tx }) =>
    tx.deleteFrom('chat_webhook_call').where('id', '=', id).execute(),
  )
}

async function retry(chat: Chat, call: ServiceCall, bot: User, reason: string): Promise<void> {
  const attempts = call.attempts + 1
  if (attempts >= WEBHOOK_ATTEMPTS_MAX_COUNT) return giveUp(chat, call, bot, reason)
  const due_at = chat.now().getTime() + RETRY_MIN_MS * 4 ** call.attempts
  await writeChat(chat, async ({ tx }) =>
    tx
      .updateTable('chat_webhook_call')
      .set({ attempts, due_at })
      .where('id', '=', call.id)
      .execute(),
  )
}

/** Ends a call that failed, and tells the owner of the bot. */
async function giveUp(chat: Chat, call: ServiceCall, bot: User, reason: string): Promise<void> {
  await writeChat(chat, async (unit) => {
    await unit.tx.deleteFrom('chat_webhook_call').where('id', '=', call.id).execute()
    const owner = bot.bot_owner_id === null ? undefined : await findById(unit.tx, bot.bot_owner_id)
    if (!owner?.is_active) return
    const what = `Message ${call.message_id} could not be handed on to the service of ${mention(bot)}.`
    await sayAsServer(
      chat,
      unit,
      { to: owner },
      `${what} ${cleanLine(reason).slice(0, REASON_MAX_CHARS)}`,
    )
  })
}
