import { textAt } from './exact-json.ts'
import type { HttpSource } from './source.ts'

/**
 * Binance: price of the last trade against USDT. Its market-data host serves all countries. States no time.
 */
export const binance: HttpSource = {
  name: 'binance',
  base: 'https://data-api.binance.vision',
  quotesIn: 'USDT',
  covers: ({ asset, vs }) =>
    asset.kind === 'crypto' && asset.venues.includes('b') && (vs === 'USD' || vs === 'USDT'),
  path: ({ asset }) => `/api/v3/ticker/price?symbol=${asset.symbol}USDT`,
  read(json, { asset }) {
    if (textAt(json, 'symbol') !== `${asset.symbol}USDT`) throw new Error('another pair')
    return { price: textAt(json, 'price') }
  },
}
