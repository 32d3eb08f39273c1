import type { Migration } from '../migrate.ts'

/** How far an export has come that is being written. */
export const exportProgress: Migration = {
  name: 'export-progress',
  async up(db) {
    for (const column of ['messages_written', 'messages_total']) {
      await db.schema.alterTable('chat_export').addColumn(column, 'bigint').execute()
    }
  },
}
