import { encodeFunctionData, parseAbi } from 'viem'
import type { Secret } from '../../lib/secret.ts'
import { openChainReader, type RpcAccess, TOKEN_ABI } from '../chain/chain-client.ts'
import { openGasWallet } from '../chain/gas-wallet.ts'
import type { PaymentNetwork } from '../protocol/networks.ts'
import { PERMIT2 } from '../protocol/permits.ts'

type Hex = `0x${string}`

const TOKEN_CALLS = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function approve(address spender, uint256 value) returns (bool)',
])

/** Longest wait for the transaction to be in a block. */
const CONFIRM_MAX_MS = 60_000

/** The way out of a wallet. Each throws when the chain cannot be read. */
export interface WithdrawalChain {
  /** Atomic units of the network's USDC. */
  balance(address: Hex): Promise<number>
  /** Wei. */
  ether(address: Hex): Promise<bigint>
  /** Transfers USDC; throws unless it has arrived. Resolves to the hash of the transaction. */
  send(key: Secret, transfer: { to: Hex; units: number }): Promise<Hex>
  /** Sets what permits may move; throws unless that is done. Resolves to the hash of the transaction. */
  allow(key: Secret, units: number): Promise<Hex>
}

/** Opens it. Nothing is connected before the first question. */
export function openWithdrawal(network: PaymentNetwork, rpc: RpcAccess): WithdrawalChain {
  const client = openChainReader(network, rpc)
  const { address: asset } = network.asset
  return {
    async balance(address) {
      const args = [address] as const
      const question = { address: asset, abi: TOKEN_ABI, functionName: 'balanceOf', args } as const
      return Number(await client.readContract(question))
    },
    ether: async (address) => client.getBalance({ address }),
    send: async (key, { to, units }) => call(key, 'transfer', to, units),
    allow: async (key, units) => call(key, 'approve', PERMIT2, units),
  }

  async function call(
    key: Secret,
    functionName: 'transfer' | 'approve',
    address: Hex,
    units: number,
  ): Promise<Hex> {
    const wallet = openGasWallet(key, network, rpc)
    const args = [address, BigInt(units)] as const
    const data = encodeFunctionData({ abi: TOKEN_CALLS, functionName, args })
    const hash = await wallet.send({ to: asset, data })
    const { status } = await client.waitForTransactionReceipt({ hash, timeout: CONFIRM_MAX_MS })
    if (status !== 'success') throw new Error(`The transaction failed: ${hash}`)
    return hash
  }
}
