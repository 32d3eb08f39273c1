import type { PastPayment } from '../../contract/spending.ts'
import { DAY_MS } from '../../lib/durations.ts'
import type { Store } from '../../store/port.ts'
import type { JournalRow } from './journal.ts'
import { pastPayment } from './spender.ts'

/** Payments of one day or operation on one network. */
interface Spent {
  network: string
  calls: number
  /** Atomic units of the network's USDC. */
  units: number
}

/** What the wallet spent, from the buyer's journal. */
export interface Expenses {
  operations: (Spent & { operation: string })[]
  /** The latest first; `day` is a UTC date. */
  days: (Spent & { day: string })[]
}

/** Days that are listed one by one. */
const DAYS_MAX_COUNT = 30

/** Sums up the journal: the amounts spent, and those that still may be. Reads only. */
export async function readExpenses({ db }: Pick<Store, 'db'>): Promise<Expenses> {
  const payments = db
    .selectFrom('buyer_authorization')
    .select(({ fn }) => [
      'network',
      fn.countAll<number>().as('calls'),
      fn.sum<number | string>('units').as('units'),
    ])
    .where('state', 'in', ['open', 'spent'])
  const [operations, days] = await Promise.all([
    payments.select('operation').groupBy(['network', 'operation']).orderBy('operation').execute(),
    payments
      .select((eb) => eb('signed_ms', '-', eb('signed_ms', '%', DAY_MS)).as('since'))
      .groupBy(['network', 'since'])
      .orderBy('since', 'desc')
      .limit(DAYS_MAX_COUNT)
      .execute(),
  ])
  return {
    operations: operations.map(numbered),
    days: days.map(({ since, ...spent }) => ({
      ...numbered(spent),
      day: new Date(since).toISOString().slice(0, 10),
    })),
  }
}

/** Postgres returns a sum as text. */
function numbered<T extends { units: number | string }>(row: T): T & { units: number } {
  return { ...row, units: Number(row.units) }
}

/** Payments in the name of an account, the newest first, with the consent to each. */
export async function readPaymentsOf(
  { db }: Pick<Store, 'db'>,
  account: number,
  limit: number,
): Promise<(PastPayment & Pick<JournalRow, 'consent'>)[]> {
  const rows = await db
    .selectFrom('buyer_authorization')
    .selectAll()
    .where('account_id', '=', account)
    .orderBy('signed_ms', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...pastPayment(row), consent: row.consent }))
}
