import type { Kysely } from 'kysely'
import { createKeyedTable } from '../../chat-columns.ts'

/** Creates the tables of instance-wide state and background jobs. */
export async function createSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('setting')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
  await createKeyedTable(db, 'background_job', ['name'], 'name owner leased_until:n due_at:n')
}
