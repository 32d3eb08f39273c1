import type { PublicClient } from 'viem'
import { openChainReader, type RpcAccess, TOKEN_ABI } from './chain-client.ts'
import type { PaymentNetwork } from './networks.ts'
import { createSettlementVerifier, type SettlementVerifier } from './settlement-verifier.ts'

/** Chain reads of the buyer. Each throws when the chain cannot be read. */
export interface BuyerChain {
  verifier: SettlementVerifier
  /** Atomic units of the network's USDC. */
  balance(address: `0x${string}`): Promise<number>
}

/** Opens the chain for the buyer. Nothing is connected before the first question. */
export function openBuyerChain(network: PaymentNetwork, rpc: RpcAccess): BuyerChain {
  const client: PublicClient = openChainReader(network, rpc)
  return {
    verifier: createSettlementVerifier(client, network),
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
