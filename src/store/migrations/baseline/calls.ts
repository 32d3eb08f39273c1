import type { Kysely } from 'kysely'
import { createIndex, createKeyedTable, createNumberedTable } from '../../chat-columns.ts'
import type { StoreKind } from '../../port.ts'

/** Creates the tables of what calls leave: usage by keys, noted calls, tasks, and questions that were answered. */
export async function createCalls(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await createKeys(db)
  const logged =
    'started_ms:n surface operation uses_chat:n account_id:n? client? way? program_id? message_id:n? arguments? ' +
    'paid? outcome? took_ms:n? message? hint?'
  await createNumberedTable(db, kind, 'logged_call', logged)
  await createIndex(db, 'logged_call', ['account_id', 'id'])
  await createTasks(db)
  await createKeyedTable(db, 'answered_question', ['id'], 'id expires_at:n')
  await createIndex(db, 'answered_question', ['expires_at'])
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('key_usage')
    .addColumn('key_name', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('calls', 'bigint', (column) => column.notNull())
    .addColumn('units', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('key_usage_pk', ['key_name', 'day'])
    .execute()
  await db.schema
    .createTable('key_plan')
    .addColumn('key_name', 'text', (column) => column.primaryKey())
    .addColumn('words', 'text', (column) => column.notNull())
    .execute()
}

async function createTasks(db: Kysely<unknown>): Promise<void> {
  await createKeyedTable(
    db,
    'mcp_task',
    ['id'],
    // What may be long comes last: sums of bytes must not read past it.
    'id principal status tool program? account_id:n? runner created_ms:n updated_ms:n expires_ms:n ' +
      'bytes:n arguments? resumption? question? outcome?',
  )
  await createIndex(db, 'mcp_task', ['principal', 'bytes'])
  await createIndex(db, 'mcp_task', ['runner', 'status'])
  await createIndex(db, 'mcp_task', ['expires_ms'])
  await createKeyedTable(db, 'mcp_runner', ['id'], 'id leased_until_ms:n')
}
