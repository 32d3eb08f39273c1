import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFunctionData, keccak256, type PublicClient } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { InTurn } from '../../lib/in-turn.ts'
import type { Secret } from '../../lib/secret.ts'
import { TRANSACTION_MAX_GAS } from '../limits.ts'
import type { PaymentNetwork } from '../protocol/networks.ts'
import { openChainReader, type RpcAccess } from './chain-client.ts'

/** Gas of one settlement of USDC, with room for the proxy and a first-time payee. */
const SETTLE_GAS = 120_000n

/** Attempts to send a transaction when other processes with the same key take its nonce, and the pause between. */
const NONCE_MAX_ATTEMPTS = 12
const NONCE_PAUSE_MS = 40

/** Messages of nodes for a used nonce, and for an already known transaction. */
const NONCE_TAKEN = /nonce too low|nonce.{0,20}already|underpriced/i
const ALREADY_SENT = /already known|already imported/i

type Hex = `0x${string}`

/** The account that pays for settlements. */
export interface GasWallet {
  address: Hex
  client: PublicClient
  /** Sends a transaction that calls a contract; throws when it would revert. Resolves to its hash. */
  call(request: ContractCall): Promise<Hex>
  send(request: { to: Hex; data: Hex }): Promise<Hex>
  /** How many settlements the balance pays for at today's price. */
  settlementsLeft(): Promise<number>
}

/** A call of a contract, in viem's words. */
export interface ContractCall {
  address: Hex
  abi: readonly unknown[]
  functionName: string
  args: readonly unknown[]
}

/**
 * Opens the gas account. Transactions are prepared concurrently and take their nonce only at the last step, one after another:
 * viem's own manager takes it first, so that a call which would revert leaves a gap that no later transaction can pass.
 */
export function openGasWallet(key: Secret, network: PaymentNetwork, rpc: RpcAccess): GasWallet {
  const client = openChainReader(network, rpc)
  const account = privateKeyToAccount(key.reveal() as Hex)
  let nextNonce: number | undefined
  const turns = new InTurn()

  async function broadcast(sign: (nonce: number) => Promise<Hex>): Promise<Hex> {
    const { address } = account
    const nonce = nextNonce ?? (await client.getTransactionCount({ address, blockTag: 'pending' }))
    // Remembered only once the node has accepted it: another process may have used it.
    nextNonce = undefined
    const serializedTransaction = await sign(nonce)
    const hash = await client.sendRawTransaction({ serializedTransaction }).catch((thrown) => {
      // A response was lost, and the client resent the transaction.
      if (ALREADY_SENT.test(String(thrown))) return keccak256(serializedTransaction)
      throw thrown
    })
    nextNonce = nonce + 1
    return hash
  }

  /** Other processes may use the same key: if the nonce is taken, the next one is tried. */
  async function broadcastOnce(sign: (nonce: number) => Promise<Hex>): Promise<Hex> {
    for (let attempt = 1; ; attempt++) {
      const isRead = nextNonce === undefined
      try {
        return await broadcast(sign)
      } catch (thrown) {
        // Nodes may report an outdated nonce in other words.
        const isTaken = !isRead || NONCE_TAKEN.test(String(thrown))
        if (!isTaken || attempt === NONCE_MAX_ATTEMPTS) throw thrown
        await sleep(Math.random() * NONCE_PAUSE_MS * attempt)
      }
    }
  }

  async function send({ to, data }: { to: Hex; data: Hex }): Promise<Hex> {
    const [gas, fees] = await Promise.all([
      client.estimateGas({ account, to, data }),
      client.estimateFeesPerGas(),
    ])
    if (gas > TRANSACTION_MAX_GAS) throw new Error(`This transaction would use ${gas} gas.`)
    const { chainId } = network
    const sign = async (nonce: number) =>
      account.signTransaction({ to, data, gas, ...fees, nonce, type: 'eip1559', chainId })
    return turns.run(async () => broadcastOnce(sign))
  }

  return {
    address: account.address,
    client,
    send,
    async call({ address, ...request }) {
      return send({ to: address, data: encodeFunctionData(request as never) })
    },
    async settlementsLeft() {
      const { address } = account
      const [balance, price] = await Promise.all([
        client.getBalance({ address }),
        client.getGasPrice(),
      ])
      return Number(balance / (SETTLE_GAS * (price || 1n)))
    },
  }
}
