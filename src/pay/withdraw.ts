import { encodeFunctionData, parseAbi } from 'viem'
import type { Secret } from '../lib/secret.ts'
import { openChainReader, type RpcAccess, TOKEN_ABI } from './chain-client.ts'
import { openGasWallet } from './gas-wallet.ts'
import type { PaymentNetwork } from './networks.ts'

type Hex = `0x${string}`

const TRANSFER_ABI = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])

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
    async send(key, { to, units }) {
      const wallet = openGasWallet(key, network, rpc)
      const data = encodeFunctionData({
        abi: TRANSFER_ABI,
        functionName: 'transfer',
        args: [to, BigInt(units)],
      })
      const hash = await wallet.send({ to: asset, data })
      const { status } = await client.waitForTransactionReceipt({ hash, timeout: CONFIRM_MAX_MS })
      if (status !== 'success') throw new Error(`The transfer failed: ${hash}`)
      return hash
    },
  }
}
