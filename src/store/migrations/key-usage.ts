import type { Migration } from '../migrate.ts'

/** Calls of each bearer key on each day. */
export const keyUsage: Migration = {
  name: 'key-usage',
  async up(db) {
    await db.schema
      .createTable('key_usage')
      .addColumn('key_name', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('calls', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('key_usage_pk', ['key_name', 'day'])
      .execute()
  },
}
