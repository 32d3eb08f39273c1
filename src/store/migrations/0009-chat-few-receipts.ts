import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Indexes of the receipts that are looked for in most fetches and are few among those of a user: of messages kept without having
 * been received, and of messages marked unread. With the flags, which SQLite would otherwise rather read along the key than fetch
 * for each row.
 */
export const chatFewReceipts: Migration = {
  name: 'chat few receipts',
  async up(db) {
    await sql`create index chat_receipt_historical on chat_receipt (user_id, message_id, flags)
      where (flags & 32) <> 0`.execute(db)
    await sql`create index chat_receipt_unread on chat_receipt (user_id, message_id)
      where is_read = 0`.execute(db)
  },
}
