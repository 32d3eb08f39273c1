import { readKeyUsage } from '../../core/plans/key-plans.ts'
import type { Store } from '../../store/port.ts'
import { csvCell } from './csv-cell.ts'

/** `bellhop usage`: calls, dollars and downloaded bytes of each day and key as CSV (RFC 4180), of keys that have a plan; the latest day first. */
export async function usageCsv(store: Pick<Store, 'db'>): Promise<string> {
  const rows = await readKeyUsage(store)
  return [
    'day,key,calls,usd,bytes',
    ...rows.map(
      ({ day, key, calls, usd, bytes }) => `${day},${csvCell(key)},${calls},${usd},${bytes}`,
    ),
  ].join('\r\n')
}
