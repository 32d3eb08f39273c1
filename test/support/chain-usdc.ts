import { encodeFunctionData, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { createOperatorFetch } from '../../src/net/operator/operator-fetch.ts'
import { openChainReader, type RpcAccess } from '../../src/pay/chain/chain-client.ts'
import {
  createSettlementVerifier,
  type SettlementVerifier,
} from '../../src/pay/chain/settlement-verifier.ts'
import { PAYMENT_NETWORKS, type PaymentNetwork } from '../../src/pay/protocol/networks.ts'
import { createSignatureCheck, type SignatureCheck } from '../../src/pay/seller/check-signature.ts'
import { type ChainOptions, type Hex, startChain, type TestChain } from './chain.ts'
import { placeMock, placeMulticall3, shortString } from './contracts.ts'

/** The network of the specification, whose chain id the test chain borrows. */
export const [BASE] = PAYMENT_NETWORKS

const TOKEN_ABI = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
  'function cancelAuthorization(address, bytes32, uint8, bytes32, bytes32)',
])

/** A chain that passes for Base, with a token at the address of USDC. */
export interface UsdcChain extends AsyncDisposable {
  chain: TestChain
  network: PaymentNetwork
  rpc: RpcAccess
  verifier: SettlementVerifier
  signatures: SignatureCheck
  /** Gives money out of nothing. */
  mint(to: Hex, units: number): Promise<void>
  /** Atomic units of the token. */
  balance(of: Hex): Promise<number>
  /** A new account with that much of the token, and no ether. */
  account(units: number): Promise<PrivateKeyAccount>
  /** An account, new unless a key is given, with ether for gas and none of the token. */
  gasKey(key?: Hex): Promise<Hex>
  /** Moves all of an account's tokens away, as a buyer who empties its wallet. */
  drain(account: PrivateKeyAccount): Promise<void>
  /** Cancels an authorization on the chain, as its signer may at any time. */
  cancel(account: PrivateKeyAccount, nonce: Hex): Promise<void>
}

/** What kind of chain to start: one that passes for Base, or for another network of payments. */
export interface UsdcChainOptions extends Omit<ChainOptions, 'chainId'> {
  network?: PaymentNetwork
}

/** Starts such a chain. Needs no network beyond the one that fetches the node (see `startChain`). */
export async function startUsdcChain({
  network = BASE,
  ...options
}: UsdcChainOptions = {}): Promise<UsdcChain> {
  const chain = await startChain({ ...options, chainId: network.chainId })
  const { address: token, domain } = network.asset
  await Promise.all([
    chain.setStorage(token, DOMAIN_NAME_SLOT, shortString(domain.name)),
    placeMock(chain, 'TestUSDC', token),
    // Facilitators ask it many questions at once.
    placeMulticall3(chain),
  ])
  const rpc: RpcAccess = {
    url: chain.url,
    fetch: createOperatorFetch({ userAgent: 'Bellhop/test' }),
    pollMs: 20,
  }
  const reader = openChainReader(network, rpc)
  // The node takes the transactions of one account one after another only.
  let last: Promise<unknown> = Promise.resolve()
  const send = async (data: Hex): Promise<void> => {
    const sent = last.then(async () => chain.send({ to: token, data }))
    last = sent.catch(() => undefined)
    await sent
  }
  const mint = async (to: Hex, units: number): Promise<void> => {
    const data = encodeFunctionData({
      abi: TOKEN_ABI,
      functionName: 'mint',
      args: [to, BigInt(units)],
    })
    await send(data)
  }
  return {
    chain,
    network,
    rpc,
    verifier: createSettlementVerifier([reader], network, Date.now),
    signatures: createSignatureCheck(network, reader),
    mint,
    async balance(of) {
      const args = [of] as const
      return Number(
        await reader.readContract({
          address: token,
          abi: TOKEN_ABI,
          functionName: 'balanceOf',
          args,
        }),
      )
    },
    async account(units) {
      const account = privateKeyToAccount(generatePrivateKey())
      if (units > 0) await mint(account.address, units)
      return account
    },
    async gasKey(key = generatePrivateKey()) {
      await chain.setBalance(privateKeyToAccount(key).address, 10n ** 20n)
      return key
    },
    async drain({ address }) {
      const args = [address] as const
      const units = await reader.readContract({
        address: token,
        abi: TOKEN_ABI,
        functionName: 'balanceOf',
        args,
      })
      const sink = '0x000000000000000000000000000000000000dEaD'
      const data = encodeFunctionData({
        abi: TOKEN_ABI,
        functionName: 'transfer',
        args: [sink, units],
      })
      await chain.sendAs(address, { to: token, data })
    },
    async cancel(account, nonce) {
      const signature = await account.signTypedData({
        domain: { ...domain, chainId: network.chainId, verifyingContract: token },
        types: {
          CancelAuthorization: [
            { name: 'authorizer', type: 'address' },
            { name: 'nonce', type: 'bytes32' },
          ],
        },
        primaryType: 'CancelAuthorization',
        message: { authorizer: account.address, nonce },
      })
      const r = signature.slice(0, 66) as Hex
      const s: Hex = `0x${signature.slice(66, 130)}`
      const v = Number.parseInt(signature.slice(130, 132), 16)
      const args = [account.address, nonce, v, r, s] as const
      const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'cancelAuthorization', args })
      await send(data)
    },
    [Symbol.asyncDispose]: chain.stop,
  }
}

/** Slot of the token's contract that holds the name of its domain. */
const DOMAIN_NAME_SLOT = 4n
