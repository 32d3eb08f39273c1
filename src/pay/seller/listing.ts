import { z } from 'zod'
import type { Store } from '../../store/port.ts'
import type { ListingOutcome } from './facilitator.ts'

/** What the facilitator said last of the listing of what is sold, and when. */
export interface KnownListing extends ListingOutcome {
  /** ISO 8601 UTC. */
  toldAt: string
}

const knownSchema = z.object({
  status: z.enum(['success', 'processing', 'rejected']),
  reason: z.string().optional(),
  toldAt: z.string(),
})

/** Operations sold at one address are listed together. */
function nameOf(payTo: string): string {
  return `listing:${payTo.toLowerCase()}`
}

/** Keeps what the facilitator said, for those who look at the seller later. */
export async function keepListing(
  store: Pick<Store, 'write'>,
  payTo: string,
  listing: KnownListing,
): Promise<void> {
  const row = { name: nameOf(payTo), value: JSON.stringify(listing) }
  await store.write(async (tx) =>
    tx
      .insertInto('setting')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute(),
  )
}

/** What was kept last; undefined where nothing was said yet. */
export async function findListing(
  { db }: Pick<Store, 'db'>,
  payTo: string,
): Promise<KnownListing | undefined> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', nameOf(payTo))
    .executeTakeFirst()
  if (!row) return undefined
  const { status, reason, toldAt } = knownSchema.parse(JSON.parse(row.value))
  return { status, toldAt, ...(reason === undefined ? {} : { reason }) }
}
