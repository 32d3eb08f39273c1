import { type Kysely, sql } from 'kysely'
import type { Store } from './port.ts'
import type { Schema } from './tables/schema.ts'

/** Reads as if nothing changed meanwhile; writers are not kept waiting. For long readings by programs of their own. */
export async function readConsistently<T>(
  { kind, db }: Pick<Store, 'kind' | 'db'>,
  work: (snapshot: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  // The store's type offers what reads without a transaction only.
  const all = db as Kysely<Schema>
  if (kind === 'sqlite') return all.transaction().execute(work)
  return all
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      // Between two readings, as much as a file may be written.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot)
      return work(snapshot)
    })
}
