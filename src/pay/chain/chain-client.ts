import { createPublicClient, defineChain, http, parseAbi, type PublicClient } from 'viem'
import type { OperatorFetch } from '../../contract/net.ts'
import type { PaymentNetwork } from '../protocol/networks.ts'

/** How a chain is reached: an RPC URL of the operator, and the fetch function to use. */
export interface RpcAccess {
  url: string
  /** Further nodes, which are asked before one alone says that an authorization was never used. */
  others?: readonly string[]
  fetch: OperatorFetch
  /** Interval between checks for a pending transaction. Default `POLL_MS`. */
  pollMs?: number
}

/** Pause between two receipt polls: an eighth of Base's block time. */
const POLL_MS = 250

/** Longest wait for one answer of the RPC server. */
const RPC_MAX_MS = 8_000

/** The parts of USDC (FiatToken v2) that payments use: ERC-20 and EIP-3009. */
export const TOKEN_ABI = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

/** Stands for the real address, which may hold a key: viem writes what it knows into every error. */
const RPC_ALIAS = 'http://rpc.invalid/'

/** A chain as viem describes it, without the addresses it would otherwise dial by itself. */
function viemChain({ chainId, title }: PaymentNetwork) {
  return defineChain({
    id: chainId,
    name: title,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [RPC_ALIAS] } },
  })
}

/** The operator's fetch in the form that viem takes. */
function fetchThrough({ url, fetch: operatorFetch }: RpcAccess): typeof globalThis.fetch {
  return async (_alias, init = {}) => {
    const { status, headers, body } = await operatorFetch(url, {
      signal: init.signal ?? AbortSignal.timeout(RPC_MAX_MS),
      headers: Object.fromEntries(new Headers(init.headers)),
      deadlineMs: RPC_MAX_MS,
      ...(typeof init.body === 'string' ? { body: init.body } : {}),
    })
    return new Response(Uint8Array.from(body), {
      status,
      headers: { 'content-type': headers['content-type'] ?? 'application/json' },
    })
  }
}

/** The options that every client of one RPC server shares. */
function clientOptions(network: PaymentNetwork, rpc: RpcAccess) {
  return {
    chain: viemChain(network),
    transport: http(RPC_ALIAS, {
      fetchFn: fetchThrough(rpc),
      timeout: RPC_MAX_MS,
      retryCount: 2,
    }),
    pollingInterval: rpc.pollMs ?? POLL_MS,
    cacheTime: 0,
    // Otherwise a payer's contract could make this process fetch any address (ERC-3668).
    ccipRead: false as const,
  }
}

/** Opens a reader of the chain. Nothing is connected before its first question. */
export function openChainReader(network: PaymentNetwork, rpc: RpcAccess): PublicClient {
  return createPublicClient(clientOptions(network, rpc))
}

/** A reader of each node of a chain, in the order they are asked. */
export type ChainReaders = readonly [PublicClient, ...PublicClient[]]

/** Opens a reader of each node. */
export function openChainReaders(network: PaymentNetwork, rpc: RpcAccess): ChainReaders {
  const open = (url: string): PublicClient => openChainReader(network, { ...rpc, url })
  return [open(rpc.url), ...(rpc.others ?? []).map(open)]
}
