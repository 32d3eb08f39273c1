import { z } from 'zod'
import type { Store } from '../../store/port.ts'

const time = z.iso.datetime()

/** Facts that are kept of who settles payments, for those who look at the seller later; times are ISO 8601 UTC. */
const SCHEMAS = {
  /** Its last word on the listing of what is sold. */
  listing: z.object({
    status: z.enum(['success', 'processing', 'rejected']),
    reason: z.string().optional(),
    toldAt: time,
  }),
  /** Why payments were not settled, so that nothing was sold; null since they are. */
  stop: z.object({ reason: z.string().nullable(), sinceAt: time }),
}

type Kept = { [K in keyof typeof SCHEMAS]: z.output<(typeof SCHEMAS)[K]> }

/** Keeps it for the seller that is paid there: operations sold at one address are listed together, and each network settles by itself. */
export async function keepWords<K extends keyof Kept>(
  store: Pick<Store, 'write'>,
  kind: K,
  payee: string,
  words: Kept[K],
): Promise<void> {
  const row = { name: `${kind}:${payee.toLowerCase()}`, value: JSON.stringify(words) }
  await store.write(async (tx) =>
    tx
      .insertInto('setting')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute(),
  )
}

/** What was kept last; undefined where there was nothing yet. */
export async function findWords<K extends keyof Kept>(
  { db }: Pick<Store, 'db'>,
  kind: K,
  payee: string,
): Promise<Kept[K] | undefined> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', `${kind}:${payee.toLowerCase()}`)
    .executeTakeFirst()
  return row && (SCHEMAS[kind].parse(JSON.parse(row.value)) as Kept[K])
}

/** How many sellers of this store sell nothing now, since their payments are not settled. */
export async function countStops({ db }: Pick<Store, 'db'>): Promise<number> {
  const rows = await db
    .selectFrom('setting')
    .select('value')
    .where('name', 'like', 'stop:%')
    .execute()
  const stops = rows.map(({ value }) => SCHEMAS.stop.parse(JSON.parse(value)))
  return stops.filter(({ reason }) => reason !== null).length
}
