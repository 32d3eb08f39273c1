import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Postgres gets the stems of messages from the chat from now on, as it splits words itself. What it has made of
 * the messages there are is dropped; the counter `unindexed` is the newest of them that waits for its words.
 */
export const chatSearch: Migration = {
  name: 'chat search',
  async up(db, kind) {
    if (kind === 'sqlite') return
    await sql`truncate chat_message_words`.execute(db)
    await sql`insert into chat_counter (name, value)
      select 'unindexed', coalesce(max(id), 0) from chat_message`.execute(db)
  },
}
