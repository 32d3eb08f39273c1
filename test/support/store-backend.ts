import type { Kysely } from 'kysely'
import { createLog } from '../../src/lib/log.ts'
import type { Migration } from '../../src/store/migrate.ts'
import { migrations } from '../../src/store/migrations.ts'
import type { Store, StoreKind } from '../../src/store/port.ts'

/** How a store test is opened; absent fields are the product's. */
export interface OpenOptions {
  migrations?: readonly Migration[]
  workDeadlineMs?: number
}

/** One of the two databases, for tests that run on both. */
export interface StoreBackend {
  kind: StoreKind
  /** Location of a database that does not exist yet or is empty. */
  newLocation(): string
  open(location: string, options?: OpenOptions): Promise<Store>
}

/** Log of the stores under test: quiet, their troubles are provoked. */
export const quietLog = createLog('silent')

/** A row of the table that only tests have: one column per type the schema rules allow. */
export interface SampleTable {
  id: number
  words: string | null
  big: number | bigint | boolean | null
  fraction: number | null
  bytes: Uint8Array | null
}

/** The migrations of the product and one that adds the table `sample`. */
export const withSample: readonly Migration[] = [
  ...migrations,
  {
    name: 'sample',
    async up(db) {
      await db.schema
        .createTable('sample')
        .addColumn('id', 'bigint', (column) => column.primaryKey())
        .addColumn('words', 'text')
        .addColumn('big', 'bigint')
        .addColumn('fraction', 'double precision')
        .addColumn('bytes', 'bytea')
        .execute()
    },
  },
]

/** The same reader or transaction, seeing the table of the tests. */
export function sample(db: unknown): Kysely<{ sample: SampleTable }> {
  return db as Kysely<{ sample: SampleTable }>
}

/** Adds a setting in a write of its own. */
export async function put(store: Store, name: string, value = ''): Promise<void> {
  await store.write(async (tx) => tx.insertInto('setting').values({ name, value }).execute())
}

/** Names of all committed settings, sorted. */
export async function names(store: Store): Promise<string[]> {
  const rows = await store.db.selectFrom('setting').select('name').execute()
  return rows.map((row) => row.name).sort()
}
