import { textAt } from './exact-json.ts'
import { FIATS } from './fiats.ts'
import type { HttpSource } from './source.ts'

/** Coinbase: spot prices of what it trades, and exchange rates of currencies. States no time. */
export const coinbase: HttpSource = {
  name: 'coinbase',
  base: 'https://api.coinbase.com',
  covers: ({ asset, vs }) => asset.kind === 'fiat' || (asset.venues.includes('c') && FIATS.has(vs)),
  path: ({ asset, vs }) =>
    asset.kind === 'fiat'
      ? `/v2/exchange-rates?currency=${asset.symbol}`
      : `/v2/prices/${asset.symbol}-${vs}/spot`,
  read(json, { asset, vs }) {
    if (asset.kind === 'fiat') {
      if (textAt(json, 'data', 'currency') !== asset.symbol) throw new Error('another currency')
      return { price: textAt(json, 'data', 'rates', vs) }
    }
    const isPair =
      textAt(json, 'data', 'base') === asset.symbol && textAt(json, 'data', 'currency') === vs
    if (!isPair) throw new Error('another pair')
    return { price: textAt(json, 'data', 'amount') }
  },
}
