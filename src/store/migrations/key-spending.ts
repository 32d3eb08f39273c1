import type { Migration } from '../migrate.ts'

/** What each bearer key has spent on each day. */
export const keySpending: Migration = {
  name: 'key-spending',
  async up(db) {
    await db.schema
      .alterTable('key_usage')
      .addColumn('units', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
