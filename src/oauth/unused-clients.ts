import type { Transaction } from 'kysely'
import type { Schema } from '../store/tables/schema.ts'
import { UNUSED_CLIENTS_MAX_COUNT } from './limits.ts'

/** Name of a network without a known address. */
export const UNKNOWN_NETWORK = 'unknown'

/**
 * Makes room for one more registration that nobody was let in by yet, within a unit of work: where there are as many as there may
 * be, the oldest of the network that has most goes.
 */
export async function makeRoom(tx: Transaction<Schema>): Promise<void> {
  const unused = tx.selectFrom('oauth_record').where('network', 'is not', null)
  const { count } = await unused
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count < UNUSED_CLIENTS_MAX_COUNT) return
  const largest = await unused
    .select(['network', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('network')
    .orderBy('count', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const oldest = unused
    .where('network', '=', largest.network)
    .select('id')
    .orderBy('expires_at')
    .orderBy('id')
    .limit(count - UNUSED_CLIENTS_MAX_COUNT + 1)
  for (const { id } of await oldest.execute()) {
    await tx.deleteFrom('oauth_record').where('kind', '=', 'Client').where('id', '=', id).execute()
  }
}
