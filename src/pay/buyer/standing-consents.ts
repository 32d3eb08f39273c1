import { DAY_MS } from '../../lib/durations.ts'
import type { Store, Work } from '../../store/port.ts'
import type { StandingConsentTable } from '../../store/tables/schema.ts'
import { unitsToUsd } from '../protocol/money.ts'

/** A database or a transaction in it. */
type Reader = Pick<Store['db'], 'selectFrom'>

/** One agent and one seller. */
export type Pair = Pick<StandingConsentTable, 'account_id' | 'host' | 'network' | 'pay_to'>

/** A consent that stands until it is ended, as its owner sees it. */
export interface StandingConsent {
  id: number
  account: number
  host: string
  payTo: string
  network: string
  usdPerDay: string
  /** What counts towards it today. */
  usdToday: string
  /** ISO 8601 UTC. */
  madeAt: string
}

/**
 * What an agent has signed for between the two midnights (UTC) around a time, in atomic units; to one seller where it is named, and all agents
 * together where none is.
 * What expired unused is not part of it.
 */
export async function sumOfDay(db: Reader, who: Partial<Pair>, atMs: number): Promise<number> {
  const dayMs = atMs - (atMs % DAY_MS)
  let sum = db
    .selectFrom('buyer_authorization')
    .select((eb) =>
      eb.cast<number>(eb.fn.coalesce(eb.fn.sum('units'), eb.lit(0)), 'bigint').as('units'),
    )
    .where('state', 'in', ['open', 'spent'])
    .where('signed_ms', '>=', dayMs)
    .where('signed_ms', '<', dayMs + DAY_MS)
  for (const name of ['account_id', 'host', 'network', 'pay_to'] as const) {
    const value = who[name]
    if (value !== undefined) sum = sum.where(name, '=', value)
  }
  return (await sum.executeTakeFirstOrThrow()).units
}

/** Whether a consent stands for one more amount on the day of a time. */
export async function isStanding(
  db: Reader,
  { account_id, host, network, pay_to }: Pair,
  units: number,
  atMs: number,
): Promise<boolean> {
  const pair = { account_id, host, network, pay_to }
  const consent = await db
    .selectFrom('standing_consent')
    .select('units_per_day')
    .where('account_id', '=', account_id)
    .where('host', '=', host)
    .where('network', '=', network)
    .where('pay_to', '=', pay_to)
    .executeTakeFirst()
  if (!consent) return false
  return (await sumOfDay(db, pair, atMs)) + units <= consent.units_per_day
}

/** Lets a consent stand, in place of the one before of this agent and seller. */
export async function storeStanding(
  write: <T>(work: Work<T>) => Promise<T>,
  pair: Pair,
  { unitsPerDay: units_per_day, atMs: made_ms }: { unitsPerDay: number; atMs: number },
): Promise<void> {
  const { account_id, host, network, pay_to } = pair
  await write(async (tx) =>
    tx
      .insertInto('standing_consent')
      .values({ account_id, host, network, pay_to, units_per_day, made_ms })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'host', 'network', 'pay_to'])
          .doUpdateSet({ units_per_day, made_ms }),
      )
      .execute(),
  )
}

/** The consents that stand for an agent, the newest first. */
export async function listStanding(
  { db }: Pick<Store, 'db'>,
  account: number,
  atMs: number,
): Promise<StandingConsent[]> {
  const rows = await db
    .selectFrom('standing_consent')
    .selectAll()
    .where('account_id', '=', account)
    .orderBy('id', 'desc')
    .execute()
  return Promise.all(
    rows.map(async ({ id, account_id, host, pay_to, network, units_per_day, made_ms }) => ({
      id,
      account: account_id,
      host,
      payTo: pay_to,
      network,
      usdPerDay: unitsToUsd(units_per_day),
      usdToday: unitsToUsd(await sumOfDay(db, { account_id, host, network, pay_to }, atMs)),
      madeAt: new Date(made_ms).toISOString(),
    })),
  )
}

/** Ends a consent of an agent at once; returns whether there was one. */
export async function endStanding(
  { write }: Pick<Store, 'write'>,
  { id, account }: { id: number; account: number },
): Promise<boolean> {
  return write(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('standing_consent')
      .where('id', '=', id)
      .where('account_id', '=', account)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  })
}
