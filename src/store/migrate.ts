import { sql, type Kysely, type Transaction } from 'kysely'
import type { Log } from '../lib/log.ts'
import { unavailable } from './faults.ts'
import type { StoreKind } from './port.ts'
import type { Schema } from './schema.ts'

/** Longest time all pending migrations together may take. */
export const MIGRATION_DEADLINE_MS = 600_000

/** One step of the schema, written with Kysely's schema builder so that it runs on both databases. */
export interface Migration {
  name: string
  /** `kind` is for the rare statement that the two databases spell differently. */
  up(db: Kysely<unknown>, kind: StoreKind): Promise<void>
}

/** The table that says which migrations a database has had. Not part of the schema that operations see. */
interface History {
  migration: { version: number; name: string; applied_at: string }
}

async function hasHistory(tx: Kysely<History>, kind: StoreKind): Promise<boolean> {
  const { rows } =
    kind === 'sqlite'
      ? await sql`select 1 from sqlite_master where type = 'table' and name = 'migration'`.execute(
          tx,
        )
      : await sql`select 1 where to_regclass('migration') is not null`.execute(tx)
  return rows.length > 0
}

/**
 * Brings the database up to the last migration, in the given transaction, which must keep every other
 * process out. The version of a database is the number of migrations it has had. Throws `unavailable`
 * when that is more than this program knows.
 */
export async function migrate(
  transaction: Transaction<Schema>,
  kind: StoreKind,
  migrations: readonly Migration[],
  log: Log,
): Promise<void> {
  const tx = transaction as unknown as Kysely<History>
  if (!(await hasHistory(tx, kind))) {
    await tx.schema
      .createTable('migration')
      .addColumn('version', 'bigint', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('applied_at', 'text', (column) => column.notNull())
      .execute()
  }
  const last = await tx
    .selectFrom('migration')
    .select('version')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const version = last?.version ?? 0
  if (version > migrations.length) {
    throw unavailable(
      `The store has schema version ${version}; this program knows ${migrations.length}.`,
      undefined,
      'A newer Bellhop has used this store. The operator should upgrade this one.',
    )
  }
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue
    await migration.up(tx as unknown as Kysely<unknown>, kind)
    const row = {
      version: index + 1,
      name: migration.name,
      applied_at: new Date().toISOString(),
    }
    await tx.insertInto('migration').values(row).execute()
    log.info({ version: row.version, migration: row.name }, 'the store was migrated')
  }
}
