import { createIndex, createKeyedTable } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** Pictures of accounts, and smaller ones of uploads. */
export const pictures: Migration = {
  name: 'pictures',
  async up(db) {
    await db.schema.alterTable('chat_user').addColumn('avatar_path', 'text').execute()
    const columns = 'attachment_id:n format file_key bytes:n media_type'
    await createKeyedTable(db, 'chat_thumbnail', ['attachment_id', 'format'], columns)
    await createIndex(db, 'chat_thumbnail', ['file_key'])
  },
}
