import { OperationError } from '../../contract/errors.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Chat } from '../kernel/types.ts'
import { type ChatWork, writeChat } from '../kernel/unit-of-work.ts'
import { requireMessageById } from '../messages/access.ts'
import { deliver } from '../messages/send/deliver.ts'
import { findNoticeBot } from '../organization/bootstrap.ts'
import { findById } from '../users/find-users.ts'
import { loadDue } from './load-due.ts'
import type { Reminder } from './reminder-record.ts'
import { writeReminder } from './write-reminder.ts'

/**
 * Sends the reminders that are due, each once across processes. What a message says is read anew; of one that is gone, or that its
 * reader may not see any more, nothing is said.
 */
export async function deliverReminders(chat: Chat): Promise<void> {
  const due = await loadDue(chat, 'chat_reminder')
  for (const row of due) await writeChat(chat, async (unit) => deliverOne(chat, unit, row))
}

async function deliverOne(chat: Chat, unit: ChatWork, row: Reminder): Promise<void> {
  const { tx, emit } = unit
  const { numDeletedRows } = await tx
    .deleteFrom('chat_reminder')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return
  const { user_id } = row
  emit({
    payload: { type: 'reminders', op: 'remove', reminder_id: row.id },
    to: { users: [user_id] },
  })
  const [bot, user] = [await findNoticeBot(chat, tx), await findById(tx, user_id)]
  if (!bot || !user?.is_active) return
  const written = await reminderText(chat, unit, row)
  if (!written) return
  const users = [bot, user].toSorted((a, b) => a.id - b.id)
  await deliver(chat, unit, { sender: bot, client: 'Internal', to: { users }, ...written })
}

async function reminderText(chat: Chat, { tx }: ChatWork, { user_id, message_id, note }: Reminder) {
  const user = await findById(tx, user_id)
  if (!user) return undefined
  const member = await loadMember(tx, { user, client: '' }, chat.now().getTime())
  try {
    const found = await requireMessageById(tx, member, message_id)
    return await writeReminder(chat, tx, member, found, note)
  } catch (thrown) {
    if (!(thrown instanceof OperationError) || thrown.code === 'unavailable') throw thrown
    return undefined
  }
}
