import { sql } from 'kysely'
import type { Log } from '../lib/log.ts'
import { retryWhileBusy } from './busy-retry.ts'
import { checkRoundTrip, checkTrivially } from './check.ts'
import { Deadline } from './deadline.ts'
import { sqliteFault, unavailable } from './faults.ts'
import { GroupCommit } from './group-commit.ts'
import { migrate, MIGRATION_DEADLINE_MS, type Migration } from './migrate.ts'
import { migrations as allMigrations } from './migrations.ts'
import type { Store, Work } from './port.ts'
import { openConnections, readDataVersion } from './sqlite-file.ts'
import { openReader } from './sqlite-reader.ts'
import { SqliteUnits } from './sqlite-unit.ts'
import { WORK_DEADLINE_MS } from './unit.ts'

/** Where the embedded database is, and the log for its faults. */
export interface SqliteOptions {
  /** A file path, or `:memory:` for a database that goes with the store. */
  path: string
  log: Log
  /** Other migrations than the product's, for tests. */
  migrations?: readonly Migration[]
  /** Another deadline than `WORK_DEADLINE_MS`, for tests. */
  workDeadlineMs?: number
}

/**
 * Opens (and creates or migrates) the embedded database. Several processes may open the same file on
 * a local disk. Throws `unavailable` when it cannot be opened, `StoreRefused` when another version of this
 * program has made it.
 */
export async function openSqlite({
  path,
  log,
  migrations = allMigrations,
  workDeadlineMs = WORK_DEADLINE_MS,
}: SqliteOptions): Promise<Store> {
  const { reader, writer, close } = await openConnections(path)
  const db = openReader(reader)
  const units = new SqliteUnits(writer)
  let isApart = false
  const readVersion = () => readDataVersion(writer)
  const commits = new GroupCommit({
    async begin(apart) {
      await retryWhileBusy(() => writer.exec('begin immediate'), { readVersion })
      isApart = apart
    },
    commit() {
      try {
        writer.exec('commit')
      } catch (error) {
        log.error({ err: error }, 'a batch of writes could not be committed')
        if (writer.isTransaction) writer.exec('rollback')
        const fault = sqliteFault(error)
        throw fault === error ? unavailable('The write could not be committed.', error) : fault
      }
    },
    isOpen: () => writer.isTransaction,
  })
  let closing: Promise<void> | undefined

  async function submit<T>(work: Work<T>, deadline: Deadline): Promise<T> {
    if (closing) throw unavailable('The store is closed.')
    return commits.submit(async () => units.run(work, { deadline, isApart }))
  }

  const workDeadline = new Deadline(workDeadlineMs)

  const store: Store = {
    kind: 'sqlite',
    // The type that forbids writing is not structurally a Kysely.
    db: db as never,
    write: async (work) => submit(work, workDeadline),
    async check({ deep = false } = {}) {
      if (closing) throw unavailable('The store is closed.')
      await checkTrivially(store.db)
      if (!deep) return
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
      const [first] = rows
      if (first?.integrity_check !== 'ok') {
        throw unavailable('The store is damaged.', first, 'The operator should restore a backup.')
      }
      await checkRoundTrip(store)
    },
    async close() {
      closing ??= (async () => {
        await commits.idle()
        close()
      })()
      await closing
    },
  }
  try {
    // BEGIN IMMEDIATE lets one process migrate; the others then find nothing left to do.
    const deadline = new Deadline(MIGRATION_DEADLINE_MS)
    await submit(async (tx) => migrate(tx, 'sqlite', migrations, log), deadline)
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}
