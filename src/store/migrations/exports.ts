import { createNumberedTable } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** Exports that administrators asked for. */
export const exports: Migration = {
  name: 'exports',
  async up(db, kind) {
    const columns =
      'user_id:n export_type started_at:n finished_at:n? failed_at:n? deleted_at:n? path?'
    await createNumberedTable(db, kind, 'chat_export', columns)
  },
}
