import { textAt } from './exact-json.ts'
import { type HttpSource, secondsOfMs } from './source.ts'

/** OKX: price of the last trade against USDT. Errors come with status 200. */
export const okx: HttpSource = {
  name: 'okx',
  base: 'https://www.okx.com',
  quotesIn: 'USDT',
  covers: ({ asset, vs }) =>
    asset.kind === 'crypto' && asset.venues.includes('o') && (vs === 'USD' || vs === 'USDT'),
  path: ({ asset }) => `/api/v5/market/ticker?instId=${asset.symbol}-USDT`,
  read(json, { asset }) {
    if (textAt(json, 'code') !== '0') throw new Error('an error in the answer')
    if (textAt(json, 'data', 0, 'instId') !== `${asset.symbol}-USDT`)
      throw new Error('another pair')
    return {
      price: textAt(json, 'data', 0, 'last'),
      seconds: secondsOfMs(textAt(json, 'data', 0, 'ts')),
    }
  },
}
