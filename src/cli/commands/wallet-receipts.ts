import type { PastPayment, Spending } from '../../contract/spending.ts'
import { csvCell } from './csv-cell.ts'

/** Payments that are read at once. */
const PAGE_COUNT = 200

const COLUMNS = [
  'signedAt',
  'operation',
  'host',
  'payTo',
  'usd',
  'network',
  'state',
  'answered',
  'transaction',
  'reason',
] as const satisfies readonly (keyof PastPayment)[]

/** `bellhop wallet receipts`: every payment of the journal as CSV (RFC 4180), the latest first. */
export async function receiptsCsv(spending: Pick<Spending, 'history'>): Promise<string> {
  const lines: string[] = [COLUMNS.join(',')]
  const seen = new Set<string>()
  for (let before: string | undefined; ;) {
    const page = await spending.history({ limit: PAGE_COUNT, before })
    for (const payment of page) {
      lines.push(COLUMNS.map((column) => csvCell(payment[column])).join(','))
    }
    const last = page.at(-1)?.signedAt
    if (page.length < PAGE_COUNT || last === undefined || seen.has(last)) break
    seen.add(last)
    before = last
  }
  return lines.join('\r\n')
}
