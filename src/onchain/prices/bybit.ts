import { textAt } from './exact-json.ts'
import { type HttpSource, secondsOfMs } from './source.ts'

/** Bybit: price of the last trade against USDT. Errors come with status 200. */
export const bybit: HttpSource = {
  name: 'bybit',
  base: 'https://api.bybit.com',
  quotesIn: 'USDT',
  covers: ({ asset, vs }) =>
    asset.kind === 'crypto' && asset.venues.includes('y') && (vs === 'USD' || vs === 'USDT'),
  path: ({ asset }) => `/v5/market/tickers?category=spot&symbol=${asset.symbol}USDT`,
  read(json, { asset }) {
    if (textAt(json, 'retCode') !== '0') throw new Error('an error in the answer')
    if (textAt(json, 'result', 'list', 0, 'symbol') !== `${asset.symbol}USDT`) {
      throw new Error('another pair')
    }
    return {
      price: textAt(json, 'result', 'list', 0, 'lastPrice'),
      seconds: secondsOfMs(textAt(json, 'time')),
    }
  },
}
