import { textAt, valueAt } from './exact-json.ts'
import type { HttpSource } from './source.ts'

const CURRENCIES: ReadonlySet<string> = new Set(['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'CHF', 'JPY'])
/** Currencies that it trades against others itself, in that order. */
const FIAT_PAIRS: ReadonlySet<string> = new Set(['EURUSD', 'GBPUSD', 'AUDUSD', 'EURGBP', 'EURJPY'])
/** Codes of its own. */
const CODES: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' }

const code = (symbol: string): string => CODES[symbol] ?? symbol

/** Kraken: price of the last trade. States no time; errors come with status 200. */
export const kraken: HttpSource = {
  name: 'kraken',
  base: 'https://api.kraken.com',
  covers: ({ asset, vs }) =>
    asset.kind === 'fiat'
      ? FIAT_PAIRS.has(asset.symbol + vs)
      : asset.venues.includes('k') && CURRENCIES.has(vs),
  path: ({ asset, vs }) => `/0/public/Ticker?pair=${code(asset.symbol)}${code(vs)}`,
  read(json) {
    const errors = valueAt(json, 'error')
    if (!Array.isArray(errors) || errors.length > 0) throw new Error('an error in the answer')
    // The key of the result is another spelling of the pair that was asked for.
    const results = valueAt(json, 'result')
    const keys = typeof results === 'object' && results !== null ? Object.keys(results) : []
    if (keys.length !== 1) throw new Error('another number of pairs')
    return { price: textAt(results, keys[0] ?? '', 'c', 0) }
  },
}
