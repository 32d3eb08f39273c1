import type { OperatorFetch } from '../../contract/net.ts'
import type { RpcAccess } from '../../pay/chain/chain-client.ts'
import type { PaymentNetwork } from '../../pay/protocol/networks.ts'
import type { Config } from '../config/config.ts'

/**
 * How payments reach their chain: by `pay-rpc-url`; without it, on Base, by the addresses of `rpc-base`;
 * without either by the network's public node.
 */
export function payRpc(config: Config, network: PaymentNetwork, fetch: OperatorFetch): RpcAccess {
  const own = config['pay-rpc-url']
  const shared = network.id === 'eip155:8453' ? config['rpc-base'] : undefined
  return accessTo(own === undefined ? shared : [own], network, fetch)
}

/** How the wallet reaches another network that it pays on: by the network's setting for chain tools, else by its public node. */
export function otherRpc(config: Config, network: PaymentNetwork, fetch: OperatorFetch): RpcAccess {
  const setting = Object.hasOwn(RPC_SETTINGS, network.id)
    ? RPC_SETTINGS[network.id as keyof typeof RPC_SETTINGS]
    : undefined
  return accessTo(setting === undefined ? undefined : config[setting], network, fetch)
}

function accessTo(
  urls: readonly string[] | undefined,
  { publicRpcUrl }: PaymentNetwork,
  fetch: OperatorFetch,
): RpcAccess {
  const [url = publicRpcUrl, ...others] = urls ?? []
  return { url, others, fetch }
}

const RPC_SETTINGS = {
  'eip155:8453': 'rpc-base',
  'eip155:42161': 'rpc-arbitrum',
  'eip155:10': 'rpc-optimism',
  'eip155:137': 'rpc-polygon',
} as const satisfies Record<string, `rpc-${string}`>
