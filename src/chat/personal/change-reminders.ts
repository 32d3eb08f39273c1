import { countChars } from '../../lib/text.ts'
import { badRequest, noRecord } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { requireMessageById } from '../messages/access.ts'
import { REMINDER_NOTE_MAX_CHARS, reminderRecord } from './reminder-record.ts'
import { writeReminder } from './write-reminder.ts'

/** Most reminders of one account. */
const REMINDERS_MAX_COUNT = 1_000

/** What the caller wants to be reminded of, and when (UNIX seconds). */
export interface ReminderWish {
  messageId: number
  at: number
  note: string
}

/** Adds a reminder of a message that the caller may read. Returns its id. */
export async function addReminder(
  chat: Chat,
  actor: Actor,
  { messageId, at, note: written }: ReminderWish,
): Promise<number> {
  const user_id = actor.user.id
  const note = written.trim()
  if (countChars(note) > REMINDER_NOTE_MAX_CHARS) {
    throw badRequest(`Maximum reminder note length: ${REMINDER_NOTE_MAX_CHARS} characters`)
  }
  if (note.includes('\0')) throw badRequest('Argument "note" must not contain null bytes.')
  if (at * 1_000 <= chat.now().getTime()) {
    throw badRequest('Scheduled delivery time must be in the future.')
  }
  const member = await loadMember(reader(chat), actor, chat.now().getTime())
  const found = await requireMessageById(reader(chat), member, messageId)
  const { content, rendered } = await writeReminder(chat, reader(chat), member, found, note)
  return writeChat(chat, async ({ tx, emit }) => {
    const others = await tx
      .selectFrom('chat_reminder')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    if (others.count >= REMINDERS_MAX_COUNT) throw badRequest('Too many reminders.')
    const row = await tx
      .insertInto('chat_reminder')
      .values({
        user_id,
        message_id: messageId,
        note,
        content,
        rendered: rendered.html,
        deliver_at: at,
        failure: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const reminders = [reminderRecord(row)]
    emit({ payload: { type: 'reminders', op: 'add', reminders }, to: { users: [user_id] } })
    return row.id
  })
}

/** Deletes a reminder of the caller. */
export async function deleteReminder(chat: Chat, { user }: Actor, id: number): Promise<void> {
  await writeChat(chat, async ({ tx, emit }) => {
    const { numDeletedRows } = await tx
      .deleteFrom('chat_reminder')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw noRecord('Reminder does not exist')
    emit({
      payload: { type: 'reminders', op: 'remove', reminder_id: id },
      to: { users: [user.id] },
    })
  })
}
