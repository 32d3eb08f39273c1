import type { PublicClient } from 'viem'
import { chainReader, type RpcAccess, TOKEN_ABI } from './chain-client.ts'
import type { PaymentNetwork } from './networks.ts'
import { createReferee, type Referee } from './referee.ts'

/** What the buyer asks the chain. Each throws when the chain cannot be read. */
export interface BuyerChain {
  referee: Referee
  /** Time of the latest block, in milliseconds since 1970: what an authorization expires by. */
  time(): Promise<number>
  /** Whether an authorization can no longer be used, because it was used or cancelled. */
  isUsed(payer: `0x${string}`, nonce: `0x${string}`): Promise<boolean>
  /** Atomic units of the network's USDC. */
  balance(address: `0x${string}`): Promise<number>
}

/** Opens the chain for the buyer. Nothing is dialled before the first question. */
export function openBuyerChain(network: PaymentNetwork, rpc: RpcAccess): BuyerChain {
  const client: PublicClient = chainReader(network, rpc)
  return {
    referee: createReferee(client),
    async time() {
      const { timestamp } = await client.getBlock({ blockTag: 'latest' })
      return Number(timestamp) * 1_000
    },
    isUsed: async (payer, nonce) =>
      client.readContract({
        address: network.asset.address,
        abi: TOKEN_ABI,
        functionName: 'authorizationState',
        args: [payer, nonce],
      }),
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
