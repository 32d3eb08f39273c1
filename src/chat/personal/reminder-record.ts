import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { ChatReminderTable } from '../../store/tables/chat-folder-tables.ts'
import type { Reader } from '../kernel/rows.ts'

/** Longest note that a reminder has with it. */
export const REMINDER_NOTE_MAX_CHARS = 500

/** A reminder, as stored. */
export type Reminder = Selectable<ChatReminderTable>

/** A reminder as clients read it: a direct message to oneself, later. */
export const reminderSchema = z.object({
  reminder_id: z.int(),
  type: z.literal('private'),
  to: z.array(z.int()),
  content: z.string(),
  rendered_content: z.string(),
  scheduled_delivery_timestamp: z.int(),
  failed: z.boolean(),
  reminder_target_message_id: z.int(),
})

/** A reminder as clients read it. */
export type ReminderRecord = z.infer<typeof reminderSchema>

/** A reminder as clients read it. */
export function reminderRecord(row: Reminder): ReminderRecord {
  return {
    reminder_id: row.id,
    type: 'private',
    to: [row.user_id],
    content: row.content,
    rendered_content: row.rendered,
    scheduled_delivery_timestamp: row.deliver_at,
    failed: row.failure !== null,
    reminder_target_message_id: row.message_id,
  }
}

/** A user's reminders, the next one first. */
export async function loadReminderRecords(db: Reader, userId: number): Promise<ReminderRecord[]> {
  const rows = await db
    .selectFrom('chat_reminder')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('deliver_at')
    .orderBy('id')
    .execute()
  return rows.map(reminderRecord)
}
