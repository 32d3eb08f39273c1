import { openChainReaders, type RpcAccess, TOKEN_ABI } from '../chain/chain-client.ts'
import {
  type PermittedTransfer,
  type PermitVerdict,
  verifyPermit,
} from '../chain/permit-verifier.ts'
import { createSettlementVerifier, type SettlementVerifier } from '../chain/settlement-verifier.ts'
import type { PaymentNetwork } from '../protocol/networks.ts'
import { PERMIT2 } from '../protocol/permits.ts'

/** Chain reads of the buyer. Each throws when the chain cannot be read. */
export interface BuyerChain {
  verifier: SettlementVerifier
  /** State on chain of a transfer that was permitted. */
  verifyPermit(transfer: PermittedTransfer): Promise<PermitVerdict>
  /** What permits of an account may move, in atomic units. */
  allowance(address: `0x${string}`): Promise<number>
  /** Atomic units of the network's USDC. */
  balance(address: `0x${string}`): Promise<number>
}

/** Opens the chain for the buyer. Nothing is connected before the first question. */
export function openBuyerChain(
  network: PaymentNetwork,
  rpc: RpcAccess,
  now: () => number,
): BuyerChain {
  const nodes = openChainReaders(network, rpc)
  const [client] = nodes
  return {
    verifier: createSettlementVerifier(nodes, network, now),
    verifyPermit: async (transfer) => verifyPermit(nodes, network.blockMinMs, transfer, now),
    async allowance(address) {
      const units = await client.readContract({
        address: network.asset.address,
        abi: TOKEN_ABI,
        functionName: 'allowance',
        args: [address, PERMIT2],
      })
      return Number(units)
    },
    async balance(address) {
      const units = await client.readContract({
        address: network.asset.address,
        abi: TOKEN_ABI,
        functionName: 'balanceOf',
        args: [address],
      })
      return Number(units)
    },
  }
}
