import type { Migration } from '../migrate.ts'

/** Instance-wide state by name. */
export const setting: Migration = {
  name: 'setting',
  async up(db) {
    await db.schema
      .createTable('setting')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()
  },
}
