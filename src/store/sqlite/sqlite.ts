import { sql } from 'kysely'
import type { Log } from '../../lib/log.ts'
import { BatchWriter } from '../batch/batch-writer.ts'
import { requireRoundTrip } from '../check.ts'
import { Deadline, WORK_DEADLINE_MS } from '../deadline.ts'
import { DamageRecord, StoreDamaged, unavailable } from '../faults.ts'
import { migrate, MIGRATION_DEADLINE_MS, type Migration, requireReadable } from '../migrate.ts'
import { migrations as allMigrations } from '../migrations.ts'
import type { Store } from '../port.ts'
import { SqliteBatches } from './sqlite-batch.ts'
import { openConnections } from './sqlite-file.ts'
import { openReader } from './sqlite-reader.ts'

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
  const { reader, writer, sync, close } = await openConnections(path)
  const damage = new DamageRecord()
  const db = openReader(reader, damage)
  const writes = new BatchWriter(new SqliteBatches(writer, sync, log), workDeadlineMs)
  let closing: Promise<void> | undefined

  const store: Store = {
    kind: 'sqlite',
    db,
    write: async (work) => writes.write(work).catch(damage.note),
    writeJointly: async (work, input) => writes.writeJointly(work, input).catch(damage.note),
    async check({ deep = false } = {}) {
      if (closing) throw unavailable('The store is closed.')
      damage.check()
      await requireReadable(store.db, migrations)
      if (!deep) return
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
      const [first] = rows
      if (first?.integrity_check !== 'ok') {
        damage.note(new StoreDamaged('The store is damaged.', first))
      }
      await requireRoundTrip(store)
    },
    async close() {
      closing ??= (async () => {
        await writes.close()
        close()
      })()
      await closing
    },
  }
  try {
    // BEGIN IMMEDIATE lets one process migrate; the others then find nothing left to do.
    const deadline = new Deadline(MIGRATION_DEADLINE_MS)
    await writes.write(async (tx) => migrate(tx, 'sqlite', migrations, log), deadline)
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}
