import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Lets Postgres find words among some blocks of messages, without looking at all messages that have them. */
export const blocksOfWords: Migration = {
  name: 'blocks-of-words',
  async up(db, kind) {
    // The index of the other database keeps the order of messages.
    if (kind === 'sqlite') return
    await sql`drop index chat_message_words_index`.execute(db)
    await sql`create index chat_message_words_index on chat_message_words
      using gin (words, (array[rowid >> 12])) with (gin_pending_list_limit = 1024)`.execute(db)
  },
}
