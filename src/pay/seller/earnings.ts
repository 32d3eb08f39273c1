import { DAY_MS } from '../../lib/durations.ts'
import type { Store } from '../../store/port.ts'

/** Total amount on one network, with the number of payments. */
export interface Takings {
  network: string
  calls: number
  /** Atomic units of the network's USDC. */
  units: number
}

/** Sales, from the seller's ledger. */
export interface Earnings {
  operations: (Takings & { operation: string })[]
  /** The latest first; `day` is a UTC date. */
  days: (Takings & { day: string })[]
  /** Payments whose work is done and that are not settled yet. */
  open: (Takings & { operation: string })[]
  /** Settlements that failed: nothing was delivered for them. */
  refused: Takings[]
}

/** Days that are listed one by one. */
const DAYS_MAX_COUNT = 30

/** Sums up the ledger. Reads only; it may be open in other processes. */
export async function readEarnings({ db }: Pick<Store, 'db'>): Promise<Earnings> {
  const payments = db
    .selectFrom('seller_payment')
    .select(({ fn }) => [
      'network',
      fn.countAll<number>().as('calls'),
      fn.sum<number | string>('units').as('units'),
    ])
  const byOperation = payments
    .select('operation')
    .groupBy(['network', 'operation'])
    .orderBy('network')
    .orderBy('operation')
  const [operations, days, open, refused] = await Promise.all([
    byOperation.where('state', '=', 'settled').execute(),
    payments
      .select((eb) => eb('closed_ms', '-', eb('closed_ms', '%', DAY_MS)).as('since'))
      .where('state', '=', 'settled')
      .groupBy(['network', 'since'])
      .orderBy('since', 'desc')
      .limit(DAYS_MAX_COUNT)
      .execute(),
    byOperation.where('state', 'in', ['working', 'settling']).execute(),
    payments.where('state', '=', 'refused').groupBy('network').execute(),
  ])
  return {
    operations: operations.map(summed),
    days: days.map(({ since, ...takings }) => ({
      ...summed(takings),
      day: new Date(Number(since)).toISOString().slice(0, 10),
    })),
    open: open.map(summed),
    refused: refused.map(summed),
  }
}

/** Postgres returns a sum as text, since it may be too large; amounts of this book are not. */
function summed<T extends { units: number | string }>(row: T): T & { units: number } {
  return { ...row, units: Number(row.units) }
}
