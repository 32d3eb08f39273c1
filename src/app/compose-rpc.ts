import type { OperatorFetch } from '../contract/net.ts'
import type { RpcAccess } from '../pay/chain-client.ts'
import type { PaymentNetwork } from '../pay/networks.ts'
import type { Config } from './config/config.ts'

/**
 * How payments reach their chain: by `pay-rpc-url`; without it, on Base, by the first address of `rpc-base`;
 * without either by the network's public node.
 */
export function payRpc(config: Config, network: PaymentNetwork, fetch: OperatorFetch): RpcAccess {
  const [shared] = network.id === 'eip155:8453' ? (config['rpc-base'] ?? []) : []
  return { url: config['pay-rpc-url'] ?? shared ?? network.publicRpcUrl, fetch }
}
