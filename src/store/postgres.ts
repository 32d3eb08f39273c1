import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Log } from '../lib/log.ts'
import { checkRoundTrip, checkTrivially } from './check.ts'
import { isConflict, unavailable } from './faults.ts'
import { migrate, MIGRATION_DEADLINE_MS, type Migration } from './migrate.ts'
import { migrations as allMigrations } from './migrations.ts'
import type { Store, Work } from './port.ts'
import { createPool, type PoolOptions } from './postgres-pool.ts'
import type { Schema } from './schema.ts'
import { runUnit, WORK_DEADLINE_MS } from './unit.ts'

/** Longest time a unit of work is run again and again because others get in its way. */
const CONFLICT_RETRY_MAX_MS = 10_000

/** Bounds of the growing random pause between two runs. */
const CONFLICT_PAUSE_FIRST_MS = 2
const CONFLICT_PAUSE_MAX_MS = 100

/** Key of the advisory lock that one migrating process holds: `bell` in ASCII. */
const MIGRATION_LOCK = 0x62_65_6c_6c

/** Where the shared database is, and the log for its faults. */
export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`; the user must own the schema to migrate it. */
  url: string
  log: Log
  /** Other migrations than the product's, for tests. */
  migrations?: readonly Migration[]
  /** Another deadline than `WORK_DEADLINE_MS`, for tests. */
  workDeadlineMs?: number
}

/** Runs a unit again while other transactions get in its way. */
async function retryConflicts<T>(unit: () => Promise<T>): Promise<T> {
  const endsAt = performance.now() + CONFLICT_RETRY_MAX_MS
  for (let pauseMs = CONFLICT_PAUSE_FIRST_MS; ; pauseMs *= 2) {
    try {
      return await unit()
    } catch (error) {
      if (!isConflict(error)) throw error
      if (performance.now() > endsAt) {
        throw unavailable('Too many writes want the same rows.', error, 'Try again in a moment.')
      }
    }
    await sleep(Math.random() * Math.min(pauseMs, CONFLICT_PAUSE_MAX_MS))
  }
}

async function connect(options: PoolOptions): Promise<Kysely<Schema>> {
  return new Kysely({ dialect: new PostgresDialect({ pool: await createPool(options) }) })
}

/** Migrates over a connection of its own, which may wait longer than those that serve calls. */
async function migratePostgres(
  options: PoolOptions,
  migrations: readonly Migration[],
): Promise<void> {
  const db = await connect({ ...options, answerMaxMs: MIGRATION_DEADLINE_MS })
  try {
    await runUnit(
      db,
      async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx)
        await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx)
        await migrate(tx, 'postgres', migrations, options.log)
      },
      { isolation: 'read committed', deadlineMs: MIGRATION_DEADLINE_MS },
    )
  } finally {
    await db.destroy()
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
  migrations = allMigrations,
  workDeadlineMs = WORK_DEADLINE_MS,
}: PostgresOptions): Promise<Store> {
  await migratePostgres({ url, log }, migrations)
  const db = await connect({ url, log })
  const running = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  async function write<T>(work: Work<T>): Promise<T> {
    if (closing) throw unavailable('The store is closed.')
    // Serializable, so that units behave on both databases as if they ran one after another.
    const outcome = retryConflicts(async () =>
      runUnit(db, work, { isolation: 'serializable', deadlineMs: workDeadlineMs }),
    )
    running.add(outcome)
    try {
      return await outcome
    } finally {
      running.delete(outcome)
    }
  }

  const store: Store = {
    kind: 'postgres',
    // The type that forbids writing is not structurally a Kysely.
    db: db as never,
    write,
    async check({ deep = false } = {}) {
      if (closing) throw unavailable('The store is closed.')
      await checkTrivially(store.db)
      if (deep) await checkRoundTrip(store)
    },
    async close() {
      closing ??= (async () => {
        await Promise.allSettled(running)
        await db.destroy()
      })()
      await closing
    },
  }
  return store
}
