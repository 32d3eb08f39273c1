import type { Migration } from '../migrate.ts'

/** Adds the limits of keys that the operator changes while servers run. */
export const keyPlans: Migration = {
  name: 'key-plans',
  async up(db) {
    await db.schema
      .createTable('key_plan')
      .addColumn('key_name', 'text', (column) => column.primaryKey())
      .addColumn('words', 'text', (column) => column.notNull())
      .execute()
  },
}
