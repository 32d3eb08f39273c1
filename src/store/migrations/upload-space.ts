import { type Kysely, sql } from 'kysely'
import { createKeyedTable } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** What uploads take on disk, by who pays for them, also those that are on their way in or out. */
export const uploadSpace: Migration = {
  name: 'upload-space',
  async up(db) {
    await createKeyedTable(db, 'chat_upload_space', ['payer_id'], 'payer_id:n bytes:n')
    await sql`insert into chat_upload_space
      select coalesce(bot_owner_id, u.id), sum(bytes) from chat_attachment
      join chat_user u on u.id = owner_id group by coalesce(bot_owner_id, u.id)`.execute(db)
    await sql`insert into chat_upload_space
      select 0, sum(bytes) from chat_public_file having count(*) > 0`.execute(db)
    await describeLooseFiles(db)
    await sql`insert into chat_loose_file (file_key, since, payer_id, bytes, state)
      select r.id, created_at, coalesce(bot_owner_id, u.id), bytes, 'arriving' from chat_resumable r
      join chat_user u on u.id = owner_id
      where attachment_id is null and r.id not in (select file_key from chat_loose_file)`.execute(
      db,
    )
  },
}

/** Until now, loose files were only those that had been moved to where files are kept. */
async function describeLooseFiles(db: Kysely<unknown>): Promise<void> {
  for (const name of ['payer_id', 'bytes']) {
    await db.schema
      .alterTable('chat_loose_file')
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
  }
  await db.schema
    .alterTable('chat_loose_file')
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('kept'))
    .execute()
}
