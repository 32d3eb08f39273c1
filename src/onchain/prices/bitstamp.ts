import { textAt } from './exact-json.ts'
import type { HttpSource } from './source.ts'

const CURRENCIES: ReadonlySet<string> = new Set(['USD', 'EUR', 'GBP'])
const FIAT_PAIRS: ReadonlySet<string> = new Set(['EURUSD', 'GBPUSD'])

/** Bitstamp: price of the last trade. */
export const bitstamp: HttpSource = {
  name: 'bitstamp',
  base: 'https://www.bitstamp.net',
  covers: ({ asset, vs }) =>
    asset.kind === 'fiat'
      ? FIAT_PAIRS.has(asset.symbol + vs)
      : asset.venues.includes('s') && CURRENCIES.has(vs),
  path: ({ asset, vs }) => `/api/v2/ticker/${(asset.symbol + vs).toLowerCase()}/`,
  read: (json) => ({ price: textAt(json, 'last'), seconds: textAt(json, 'timestamp') }),
}
