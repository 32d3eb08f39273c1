import { encodeFunctionData, type PublicClient } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { chainReader, type RpcAccess } from './chain-client.ts'
import type { PaymentNetwork } from './networks.ts'

/** Gas of one settlement of USDC, with room for the proxy and a first-time payee. */
const SETTLE_GAS = 120_000n

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
 * Opens the gas account. Transactions are prepared side by side and take their nonce only at the last
 * step, one after another: viem's own manager takes it first, so that a call which would revert leaves
 * a gap that no later transaction can pass.
 */
export function openGasWallet(key: Hex, network: PaymentNetwork, rpc: RpcAccess): GasWallet {
  const client = chainReader(network, rpc)
  const account = privateKeyToAccount(key)
  let nextNonce: number | undefined
  let turn: Promise<unknown> = Promise.resolve()

  async function broadcast(sign: (nonce: number) => Promise<Hex>): Promise<Hex> {
    const { address } = account
    const nonce = nextNonce ?? (await client.getTransactionCount({ address, blockTag: 'pending' }))
    // Known again only when the node has taken it: it may have been used by another process.
    nextNonce = undefined
    const hash = await client.sendRawTransaction({ serializedTransaction: await sign(nonce) })
    nextNonce = nonce + 1
    return hash
  }

  async function send({ to, data }: { to: Hex; data: Hex }): Promise<Hex> {
    const [gas, fees] = await Promise.all([
      client.estimateGas({ account, to, data }),
      client.estimateFeesPerGas(),
    ])
    const { chainId } = network
    const sign = async (nonce: number) =>
      account.signTransaction({ to, data, gas, ...fees, nonce, type: 'eip1559', chainId })
    const sent = turn.then(async () => {
      const isRead = nextNonce === undefined
      try {
        return await broadcast(sign)
      } catch (thrown) {
        // A remembered nonce may be out of date; one that was just read is not.
        if (isRead) throw thrown
        return broadcast(sign)
      }
    })
    turn = sent.catch(() => undefined)
    return sent
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
