import { readKeyUsage } from '../../core/plans/key-plans.ts'
import type { Store } from '../../store/port.ts'
import { csvCell } from './csv-cell.ts'

/** `bellhop usage`: calls and dollars of each day and key as CSV (RFC 4180), of keys that have a plan; the latest day first. */
export async function usageCsv(store: Pick<Store, 'db'>): Promise<string> {
  const rows = await readKeyUsage(store)
  return [
    'day,key,calls,usd',
    ...rows.map(({ day, key, calls, usd }) => `${day},${csvCell(key)},${calls},${usd}`),
  ].join('\r\n')
}
