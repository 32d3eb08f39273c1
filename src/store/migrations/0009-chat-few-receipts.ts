import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Indexes of the receipts that are looked for in most fetches and are few among those of a user: of what he
 * keeps without having received it, and of what he has marked unread. With the flags, which SQLite would otherwise
 * rather read along the key than fetch for each row.
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
