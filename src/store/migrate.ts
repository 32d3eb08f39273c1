import { sql, type Kysely, type Transaction } from 'kysely'
import { StoreRefused, toOperationError } from '../contract/errors.ts'
import type { Log } from '../lib/log.ts'
import { unavailable } from './faults.ts'
import type { StoreKind, StoreReader } from './port.ts'
import type { Schema } from './tables/schema.ts'

/** Longest time all pending migrations together may take. */
export const MIGRATION_DEADLINE_MS = 600_000

/** Name of the migration that makes the store of the first release: what has others without it was made before. */
export const FIRST_RELEASE = '0.1.0'

/** One step of the schema, written with Kysely's schema builder so that it runs on both databases. */
export interface Migration {
  /** Name by which a database remembers that it has had it: unique, and never changed. */
  name: string
  /** `kind` is for the rare statement that the two databases spell differently. */
  up(db: Kysely<unknown>, kind: StoreKind): Promise<void>
}

/** The table that says which migrations a database has had. Not part of the schema that operations see. */
interface History {
  migration: { name: string; applied_at: string }
}

/**
 * Gives the database the migrations that it has not had, in order, in the given transaction, which must keep
 * every other process out: when one of them fails, the database stays as it was. Throws `StoreRefused` before
 * anything is written when another version of this program has made the database.
 */
export async function migrate(
  transaction: Transaction<Schema>,
  kind: StoreKind,
  migrations: readonly Migration[],
  log: Log,
): Promise<void> {
  const tx = transaction as unknown as Kysely<History>
  const applied = await beginHistory(tx, kind)
  requireKnown(applied, migrations)
  for (const migration of migrations) {
    const { name } = migration
    if (applied.has(name)) continue
    await migration.up(tx as unknown as Kysely<unknown>, kind)
    const row = { name, applied_at: new Date().toISOString() }
    await tx.insertInto('migration').values(row).execute()
    log.info({ migration: name }, 'the store was migrated')
  }
}

/**
 * Reads which migrations a store has had; throws `unavailable` when that does not work, and `StoreRefused` when a newer version has
 * upgraded it since it was opened.
 */
export async function requireReadable(
  db: StoreReader,
  migrations: readonly Migration[],
): Promise<void> {
  try {
    requireKnown(await readHistory(db), migrations)
  } catch (error) {
    if (toOperationError(error).code === 'unavailable') throw error
    throw unavailable('The store cannot be read.', error)
  }
}

/** Returns the names of the migrations that the database has had; makes the table of them where there is none. */
async function beginHistory(tx: Kysely<History>, kind: StoreKind): Promise<Set<string>> {
  if (!(await hasHistory(tx, kind))) {
    await tx.schema
      .createTable('migration')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('applied_at', 'text', (column) => column.notNull())
      .execute()
    return new Set()
  }
  return readHistory(tx)
}

/** The names of the migrations that a database has had. */
async function readHistory(db: StoreReader): Promise<Set<string>> {
  const history = db as unknown as Kysely<History>
  const rows = await history.selectFrom('migration').select('name').execute()
  return new Set(rows.map(({ name }) => name))
}

async function hasHistory(tx: Kysely<History>, kind: StoreKind): Promise<boolean> {
  const { rows } = await (
    kind === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name = 'migration'`
      : sql`select 1 where to_regclass('migration') is not null`
  ).execute(tx)
  return rows.length > 0
}

function requireKnown(applied: ReadonlySet<string>, migrations: readonly Migration[]): void {
  const unknown = applied.difference(new Set(migrations.map(({ name }) => name)))
  if (unknown.size === 0) return
  const names = [...unknown].join(', ')
  const made = applied.has(FIRST_RELEASE) ? 'newer' : 'older'
  throw new StoreRefused(made, new Error(`Migrations that are not known here: ${names}.`))
}
