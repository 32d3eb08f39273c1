import { sql } from 'kysely'
import { createIndex, createKeyedTable } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** Unread messages of which people are told by mail, unless they read them before. */
export const missedMail: Migration = {
  name: 'missed-mail',
  async up(db) {
    const columns = 'user_id:n message_id:n created_at:n due_at:n'
    await createKeyedTable(db, 'chat_missed_mail', ['user_id', 'message_id'], columns)
    await createIndex(db, 'chat_missed_mail', ['due_at'])
    await sql`insert into chat_counter (name, value) values ('mailed', -1)`.execute(db)
  },
}
