import { toScaled } from '../decimal.ts'
import type { Asset } from './assets.ts'
import { textAt, valueAt } from './exact-json.ts'
import type { HttpSource } from './source.ts'

/** Below this the provider does not believe itself. */
const CONFIDENCE_MIN = '0.9'

const keyOf = ({ coingecko, contract }: Asset): string | undefined => {
  if (coingecko !== undefined) return `coingecko:${coingecko}`
  return contract && `${contract.network}:${contract.address}`
}

/** DefiLlama: dollars for anything that has a CoinGecko id or a contract, from exchanges on chain. */
export const defillama: HttpSource = {
  name: 'defillama',
  base: 'https://coins.llama.fi',
  covers: ({ asset, vs }) => vs === 'USD' && keyOf(asset) !== undefined,
  path: ({ asset }) => `/prices/current/${keyOf(asset)}`,
  read(json, { asset }) {
    const coin = valueAt(json, 'coins', keyOf(asset) ?? '')
    const confidence = valueAt(coin, 'confidence')
    if (typeof confidence !== 'string' || toScaled(confidence) < toScaled(CONFIDENCE_MIN)) {
      throw new Error('low confidence')
    }
    return { price: textAt(coin, 'price'), seconds: textAt(coin, 'timestamp') }
  },
}
