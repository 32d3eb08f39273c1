import { NETWORKS } from '../../contract/onchain.ts'
import type { OnChainSettings } from '../../onchain/engine.ts'
import { onChainOnDemand } from '../../onchain/open.ts'
import { PRICE_SOURCE_NAMES } from '../../onchain/prices/names.ts'
import { type Config, ConfigError } from '../config/config.ts'

/** Dependencies of the on-chain engine. */
type Ground = Pick<
  OnChainSettings,
  'operatorFetch' | 'guardedFetch' | 'now' | 'log' | 'observeSource'
>

/** The on-chain engine of a configuration, loaded by its first call. Throws ConfigError. */
export function composeOnChain(config: Config, ground: Ground): ReturnType<typeof onChainOnDemand> {
  return onChainOnDemand({
    endpoints: Object.fromEntries(
      NETWORKS.flatMap((network) => {
        const urls = config[`rpc-${network}`]
        return urls ? [[network, urls]] : []
      }),
    ),
    ownChains: Object.entries(config.rpc).map(([network, chain]) => ({ network, ...chain })),
    priceSources: Object.fromEntries(config['price-sources'].map(priceSource)),
    priceSourcesMinCount: config['price-sources-min'],
    priceKeys: { coingecko: config['coingecko-key'] },
    allowPlainGateways: false,
    ...ground,
  })
}

function priceSource(entry: string): readonly [string, string | undefined] {
  const [name = '', ...rest] = entry.split('=')
  const address = rest.length > 0 ? rest.join('=') : undefined
  const isKnown = PRICE_SOURCE_NAMES.some((known) => known === name)
  if (
    !isKnown ||
    (address !== undefined && !/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
  ) {
    throw new ConfigError(
      `--price-sources: "${entry}" is neither one of ${PRICE_SOURCE_NAMES.join(', ')} nor such a name with =https://….`,
    )
  }
  return [name, address]
}
