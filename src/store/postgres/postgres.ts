import type { Log } from '../../lib/log.ts'
import { BatchWriter } from '../batch/batch-writer.ts'
import { requireRoundTrip } from '../check.ts'
import { WORK_DEADLINE_MS } from '../deadline.ts'
import { unavailable } from '../faults.ts'
import { migrate, MIGRATION_DEADLINE_MS, type Migration, requireReadable } from '../migrate.ts'
import { migrations as allMigrations } from '../migrations.ts'
import type { Store } from '../port.ts'
import { PostgresBatches } from './postgres-batch.ts'
import { PostgresDoorbell } from './postgres-doorbell.ts'
import { openLookUps } from './postgres-look-ups.ts'
import { type PoolOptions, PostgresPool } from './postgres-pool.ts'
import { openPostgresReader } from './postgres-reader.ts'
import { requireSchema } from './require-schema.ts'

/** Where the shared database is, and the log for its faults. */
export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`; the user must own the schema to migrate it. */
  url: string
  log: Log
  /** Schema that holds this store alone, made where it is missing; else that of the connection. */
  schema?: string | undefined
  /** Address of the database itself, where `url` is that of a pooler. */
  listenUrl?: string | undefined
  /** Most connections of this process, when not `POOL_DEFAULT_CONNECTIONS`. */
  maxConnections?: number | undefined
  /** Other migrations than the product's, for tests. */
  migrations?: readonly Migration[]
  /** Another deadline than `WORK_DEADLINE_MS`, for tests. */
  workDeadlineMs?: number
}

/**
 * Makes the schema where it is missing, and migrates, keeping all writers out, over a connection of its own, which may wait longer
 * than those that serve calls.
 */
async function migratePostgres(
  options: PoolOptions,
  migrations: readonly Migration[],
): Promise<void> {
  const pool = new PostgresPool({ ...options, statementMaxMs: MIGRATION_DEADLINE_MS })
  const writer = new BatchWriter(new PostgresBatches(pool), MIGRATION_DEADLINE_MS)
  try {
    if (options.schema !== undefined) await requireSchema(pool, options.schema)
    await writer.write(async (tx) => migrate(tx, 'postgres', migrations, options.log))
  } finally {
    await pool.end()
  }
}

/**
 * Opens (and migrates) a Postgres database that any number of processes may share. Throws
 * `unavailable` when it cannot be reached, `StoreRefused` when another version of this program has made it.
 * Later outages end as soon as the server is back.
 */
export async function openPostgres({
  url,
  log,
  schema,
  listenUrl = url,
  maxConnections,
  migrations = allMigrations,
  workDeadlineMs = WORK_DEADLINE_MS,
}: PostgresOptions): Promise<Store> {
  const options = { url, log, schema }
  await migratePostgres(options, migrations)
  const pool = new PostgresPool({ ...options, ...(maxConnections ? { maxConnections } : {}) })
  const doorbell = new PostgresDoorbell({ ...options, url: listenUrl })
  const writer = new BatchWriter(new PostgresBatches(pool, doorbell), workDeadlineMs)
  const lookUps = openLookUps(options)
  const db = openPostgresReader(pool, lookUps)
  let closing: Promise<void> | undefined

  const store: Store = {
    kind: 'postgres',
    doorbell,
    db,
    connections: () => pool.connections,
    write: async (work) => writer.write(work),
    writeJointly: async (work, input) => writer.writeJointly(work, input),
    async check({ deep = false } = {}) {
      if (closing) throw unavailable('The store is closed.')
      await requireReadable(store.db, migrations)
      if (deep) await requireRoundTrip(store)
    },
    async close() {
      closing ??= (async () => {
        await writer.close()
        const ends = [pool, lookUps.records, lookUps.texts].map(async (one) => one.end())
        await Promise.all([...ends, doorbell.close()])
      })()
      await closing
    },
  }
  return store
}
