import type { Kysely } from 'kysely'
import { createKeyedTable } from '../../chat-columns.ts'

/** Creates the tables of instance-wide state, background jobs, and servers that share a store. */
export async function createServers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('setting')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
  await createKeyedTable(db, 'background_job', ['name'], 'name owner leased_until_ms:n due_at:n')
  await createKeyedTable(db, 'instance', ['id'], 'id url seen_at:n files?')
}
