import { scheduleBackgroundJob } from '../../store/background-job-queue.ts'
import type { Message, Tx, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { WEBHOOK_CALLS_MAX_COUNT } from './limits.ts'
import { OUTGOING_BOT, WEBHOOK_JOB } from './port.ts'

/** What a service is told of why it is called. */
type Trigger = 'mention' | 'direct_message'

/**
 * Queues calls of services whose bots are sent a message, or mentioned by one. Bots do not trigger each other, so that two of
 * them cannot answer each other for ever. `mentioned` are the ids of those who receive the message and are mentioned by name.
 */
export async function queueServiceCalls(
  chat: Chat,
  tx: Tx,
  message: Message,
  { sender, users, mentioned }: { sender: User; users: readonly User[]; mentioned: number[] },
): Promise<void> {
  if (sender.is_bot) return
  const directBots = users.filter(
    ({ bot_type, is_active }) => bot_type === OUTGOING_BOT && is_active,
  )
  const named = users.length > 0 ? [] : await outgoingBotsAmong(tx, mentioned)
  const calls = [
    ...directBots.map(({ id }) => ({ bot_id: id, trigger_name: 'direct_message' as Trigger })),
    ...named.map((id) => ({ bot_id: id, trigger_name: 'mention' as Trigger })),
  ]
  if (calls.length === 0) return
  const nowMs = chat.now().getTime()
  const common = { message_id: message.id, created_at: nowMs, due_at: nowMs, attempts: 0 }
  await tx
    .insertInto('chat_webhook_call')
    .values(calls.map((call) => ({ ...call, ...common })))
    .execute()
  await bound(chat, tx)
  await scheduleBackgroundJob(tx, WEBHOOK_JOB, nowMs)
}

async function outgoingBotsAmong(tx: Tx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('chat_user')
    .select('id')
    .where('id', 'in', [...ids])
    .where('bot_type', '=', OUTGOING_BOT)
    .where('is_active', '=', 1)
    .execute()
  return rows.map(({ id }) => id)
}

/** Services that are down for long must not fill the database: the oldest calls are dropped. */
async function bound(chat: Chat, tx: Tx): Promise<void> {
  const kept = await tx
    .selectFrom('chat_webhook_call')
    .select('id')
    .orderBy('id', 'desc')
    .offset(WEBHOOK_CALLS_MAX_COUNT)
    .limit(1)
    .executeTakeFirst()
  if (!kept) return
  await tx.deleteFrom('chat_webhook_call').where('id', '<=', kept.id).execute()
  chat.log.warn(
    { max: WEBHOOK_CALLS_MAX_COUNT },
    'too many calls of services wait; the oldest went',
  )
}
