import { sql } from 'kysely'
import { createKeyedTable } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** What messages and their earlier versions take, by who pays for them. */
export const usageByMessages: Migration = {
  name: 'usage-by-messages',
  async up(db) {
    await createKeyedTable(db, 'chat_message_space', ['payer_id'], 'payer_id:n bytes:n')
    await sql`insert into chat_message_space
      select coalesce(u.bot_owner_id, u.id), sum(t.bytes) from (
        select sender_id, octet_length(content) + octet_length(rendered) as bytes from chat_message
        union all
        select m.sender_id,
          coalesce(octet_length(e.prev_content), 0) + coalesce(octet_length(e.prev_rendered), 0)
        from chat_edit e join chat_message m on m.id = e.message_id
      ) t join chat_user u on u.id = t.sender_id where u.is_bot = 0 or u.bot_owner_id is not null
      group by coalesce(u.bot_owner_id, u.id)`.execute(db)
  },
}
