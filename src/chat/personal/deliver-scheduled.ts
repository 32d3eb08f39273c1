import { OperationError } from '../../contract/errors.ts'
import { accountDeactivated, badRequest } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import type { User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../kernel/unit-of-work.ts'
import { SCHEDULED_LATE_MAX_SECONDS } from '../limits.ts'
import { deliver } from '../messages/send/deliver.ts'
import { prepareSending } from '../messages/send/send-message.ts'
import { findNoticeBot } from '../organization/bootstrap.ts'
import { renderMessage } from '../rendering/render-message.ts'
import { findById } from '../users/find-users.ts'
import { destinationOf } from './change-scheduled.ts'
import { loadDue } from './load-due.ts'
import { recipientsOf, type Scheduled, scheduledRecord } from './scheduled-record.ts'

/**
 * Sends the messages that are due, each exactly once across processes: the row is deleted in the transaction that stores the
 * message. A message that may no longer be sent is kept, and its sender notified.
 */
export async function deliverDue(chat: Chat): Promise<void> {
  const due = await loadDue(chat, 'chat_scheduled')
  for (const row of due) {
    try {
      await deliverOne(chat, row)
    } catch (error) {
      // Writes that fail for now are retried.
      if (!(error instanceof OperationError) || error.code === 'unavailable') throw error
      await fail(chat, row, error.message)
    }
  }
}

async function deliverOne(chat: Chat, row: Scheduled): Promise<void> {
  const sender = await findById(reader(chat), row.user_id)
  if (!sender?.is_active) throw accountDeactivated()
  if (chat.now().getTime() / 1_000 - row.deliver_at > SCHEDULED_LATE_MAX_SECONDS) {
    throw badRequest('Message could not be sent at the scheduled time.')
  }
  const actor = { user: sender, client: row.client }
  const to = destinationOf({
    type: row.type as 'stream' | 'private',
    to: recipientsOf(row),
    topic: row.topic,
  })
  const prepared = await prepareSending(chat, actor, { to, content: row.content })
  await writeChat(chat, async (unit) => {
    if (!(await isUnchanged(unit, row))) return
    await unit.tx.deleteFrom('chat_scheduled').where('id', '=', row.id).execute()
    const isReadBySender = row.is_read_by_sender === null ? undefined : row.is_read_by_sender === 1
    await deliver(chat, unit, { sender, client: row.client, ...prepared, isReadBySender })
    unit.emit({
      payload: { type: 'scheduled_messages', op: 'remove', scheduled_message_id: row.id },
      to: { users: [sender.id] },
    })
  })
}

/** Whether the message is still to be sent as it was read: not sent by another process, changed or dropped. */
async function isUnchanged({ tx }: ChatWork, { id, revision }: Scheduled): Promise<boolean> {
  const row = await tx
    .selectFrom('chat_scheduled')
    .select('id')
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row !== undefined
}

async function fail(chat: Chat, row: Scheduled, failure: string): Promise<void> {
  await writeChat(chat, async (unit) => {
    if (!(await isUnchanged(unit, row))) return
    const revision = row.revision + 1
    const { tx, emit } = unit
    await tx
      .updateTable('chat_scheduled')
      .set({ failure, revision })
      .where('id', '=', row.id)
      .execute()
    const scheduled_message = scheduledRecord({ ...row, failure, revision })
    emit({
      payload: { type: 'scheduled_messages', op: 'update', scheduled_message },
      to: { users: [row.user_id] },
    })
    const sender = await findById(tx, row.user_id)
    if (sender?.is_active) await emitSender(chat, unit, sender, row, failure)
  })
}

async function emitSender(
  chat: Chat,
  unit: ChatWork,
  sender: User,
  { deliver_at, client }: Scheduled,
  failure: string,
): Promise<void> {
  const bot = await findNoticeBot(chat, unit.tx)
  if (!bot) return
  const time = new Date(deliver_at * 1_000).toISOString()
  const content = `The message you scheduled for <time:${time}> was not sent: ${failure}`
  const member = await loadMember(unit.tx, { user: sender, client }, chat.now().getTime())
  // Names in the reason are user content: they must not mention anybody.
  const options = { author: { chat, member }, isNotice: true }
  const rendered = await renderMessage(unit.tx, content, options)
  const users = [bot, sender].toSorted((a, b) => a.id - b.id)
  await deliver(chat, unit, { sender: bot, client: 'Internal', to: { users }, content, rendered })
}
