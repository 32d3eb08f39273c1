import type { FetchOptions, GuardedFetch, OperatorFetch } from '../contract/net.ts'
import type {
  Balances,
  GasAnswer,
  NameAnswer,
  Network,
  OnChain,
  Price,
  TokenInfo,
} from '../contract/onchain.ts'
import type { Principal } from '../contract/principal.ts'
import type { Log } from '../lib/log.ts'
import { CHAINS } from './chains.ts'
import { requireWanted } from './failures.ts'
import { FreshCache } from './fresh-cache.ts'
import type { Hex } from './hex.ts'
import { openPrices } from './prices/prices.ts'
import { openRpc, type Rpc } from './rpc/rpc.ts'

/** Responses remembered, per kind. */
const CACHE_MAX_COUNT = 200

/** Milliseconds for which an answer is as good as a new one. */
const FRESH_MS = { balances: 2000, price: 10_000, name: 300_000, noName: 30_000 } as const

/** What reading the chains needs. */
export interface OnChainSettings {
  /** Endpoints that the operator prefers, by network; public ones where there are none. */
  endpoints: Readonly<Partial<Record<Network, readonly string[]>>>
  /** Where price providers are found instead of at home, by name. With any, only those are asked. */
  priceSources: Readonly<Record<string, string | undefined>>
  /** Fewest providers that a price needs. Default 1. */
  priceSourcesMinCount?: number
  /** Keys of price providers, by name. */
  priceKeys: Readonly<Record<string, string | undefined>>
  /** Reaches the endpoints above. */
  operatorFetch: OperatorFetch
  /** Reaches what contracts name. */
  guardedFetch: GuardedFetch
  /** Whether offchain gateways without TLS are asked too. */
  allowPlainGateways: boolean
  now(): Date
  log: Log
}

/** Opens all reads of the chains. What each needs is loaded by its first call. */
export function openOnChain(settings: OnChainSettings): OnChain {
  const { operatorFetch: fetch, log } = settings
  const rpcs = new Map<Network, Rpc>()
  const rpcOf = (network: Network): Rpc => {
    const chain = CHAINS[network]
    const endpoints = settings.endpoints[network] ?? chain.endpoints
    const rpc = rpcs.get(network) ?? openRpc({ chain, endpoints, fetch, log })
    rpcs.set(network, rpc)
    return rpc
  }
  const cacheFor = <T>(maxAgeMs: (value: T) => number): FreshCache<T> =>
    new FreshCache<T>({ maxCount: CACHE_MAX_COUNT, maxAgeMs })
  const prices = openPrices(settings, () => rpcOf('ethereum'))
  const balances = cacheFor<Balances>(() => FRESH_MS.balances)
  const spots = cacheFor<Price>(() => FRESH_MS.price)
  const names = cacheFor<NameAnswer>(({ name, address }) =>
    name === null || address === null ? FRESH_MS.noName : FRESH_MS.name,
  )
  const fees = cacheFor<GasAnswer>(({ network }) => blockMsOf(network))
  const infos = cacheFor<TokenInfo>(({ network }) => blockMsOf(network))

  const onChain: OnChain = {
    balances: async (question, signal) =>
      balances.get(keyOf(question), signal, async (shared) => {
        const { readBalances } = await import('./balances.ts')
        return readBalances(rpcOf(question.network), question, shared)
      }),
    price: async (question, signal) =>
      spots.get(keyOf(question), signal, async (shared) => prices(question, shared)),
    resolveName: async (question, signal, principal) =>
      names.get(keyOf({ ...question, access: hostAccessOf(principal) }), signal, async (shared) => {
        const { resolveName } = await import('./names/ens.ts')
        const gateways = {
          fetch: async (url: string, options: FetchOptions) =>
            settings.guardedFetch(url, { ...options, principal }),
          allowPlainHttp: settings.allowPlainGateways,
        }
        const ens = { rpc: rpcOf('ethereum'), gateways }
        return resolveName(ens, { ...question, chain: CHAINS[question.network] }, shared)
      }),
    gas: async ({ network, gasLimit, data = '0x' }, signal) =>
      fees.get(keyOf({ network, gasLimit, data }), signal, async (shared) => {
        const { readGas } = await import('./gas.ts')
        const nativePrice = async (): Promise<string | null> => {
          try {
            const pair = { symbol: CHAINS[network].native, vs: 'USD' }
            return (
              await onChain.price(
                pair,
                AbortSignal.any([shared, AbortSignal.timeout(PRICE_WAIT_MAX_MS)]),
              )
            ).price
          } catch {
            requireWanted(shared)
            return null
          }
        }
        const question = { gasLimit: BigInt(gasLimit), data: data as Hex, nativePrice }
        return readGas(rpcOf(network), question, shared)
      }),
    tokenInfo: async (question, signal) =>
      infos.get(keyOf(question), signal, async (shared) => {
        const { readTokenInfo } = await import('./token.ts')
        return readTokenInfo(rpcOf(question.network), question.address, shared)
      }),
  }
  return onChain
}

/** Whether what excepted hosts say is for a principal: it is kept apart from what is for everybody. */
function hostAccessOf(principal: Principal | undefined): boolean {
  return principal?.reachesAllowedHosts ?? false
}

/** Milliseconds that a gas answer waits for a price; without one it has no dollars. */
const PRICE_WAIT_MAX_MS = 2500

function keyOf(question: object): string {
  return JSON.stringify(question)
}

function blockMsOf(network: string): number {
  const chain = Object.values(CHAINS).find(({ id }) => network === `eip155:${id}`)
  return chain?.blockMs ?? 0
}
