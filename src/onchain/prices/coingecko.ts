import type { Network } from '../../contract/onchain.ts'
import { textAt } from './exact-json.ts'
import { FIATS } from './fiats.ts'
import type { HttpSource, Pair } from './source.ts'

/** Names of the networks there. */
const PLATFORMS: Readonly<Record<Network, string>> = {
  ethereum: 'ethereum',
  base: 'base',
  arbitrum: 'arbitrum-one',
  optimism: 'optimistic-ethereum',
  polygon: 'polygon-pos',
}

const OPTIONS = 'include_last_updated_at=true&precision=full'

const keyOf = ({ asset: { coingecko: id, contract } }: Pair): string =>
  id ?? contract?.address.toLowerCase() ?? ''

/** CoinGecko: averages over exchanges, refreshed every minute, for almost everything; few calls without a key. */
export const coingecko: HttpSource = {
  name: 'coingecko',
  base: 'https://api.coingecko.com',
  keyHeader: 'x-cg-demo-api-key',
  covers: (pair) =>
    pair.asset.kind === 'crypto' &&
    keyOf(pair) !== '' &&
    (FIATS.has(pair.vs) || pair.vs === 'BTC' || pair.vs === 'ETH'),
  path(pair) {
    const vs = pair.vs.toLowerCase()
    const { coingecko: id, contract } = pair.asset
    if (id !== undefined || !contract) {
      return `/api/v3/simple/price?ids=${id}&vs_currencies=${vs}&${OPTIONS}`
    }
    const query = `contract_addresses=${contract.address.toLowerCase()}&vs_currencies=${vs}&${OPTIONS}`
    return `/api/v3/simple/token_price/${PLATFORMS[contract.network]}?${query}`
  },
  read: (json, pair) => ({
    price: textAt(json, keyOf(pair), pair.vs.toLowerCase()),
    seconds: textAt(json, keyOf(pair), 'last_updated_at'),
  }),
}
