import { createIndex, createNumberedTable } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** Folders of channels, and what people want to be reminded of. */
export const foldersAndReminders: Migration = {
  name: 'folders-and-reminders',
  async up(db, kind) {
    await createNumberedTable(
      db,
      kind,
      'chat_folder',
      'name name_key description rendered_description position:n creator_id:n? created_at:n is_archived:n',
    )
    await createNumberedTable(
      db,
      kind,
      'chat_reminder',
      'user_id:n message_id:n note content rendered deliver_at:n failure?',
    )
    await createIndex(db, 'chat_reminder', ['user_id'])
    await createIndex(db, 'chat_reminder', ['deliver_at'])
  },
}
