import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Up to which id SQLite's full-text index holds the words of messages: newer ones are taken up in batches. */
export const chatWords: Migration = {
  name: 'chat words',
  async up(db, kind) {
    if (kind !== 'sqlite') return
    await sql`insert into chat_counter (name, value)
      select 'words', coalesce(max(id), 0) from chat_message`.execute(db)
  },
}
