import type { OperationError } from '../contract/errors.ts'
import type { FetchOptions, GuardedFetch, OperatorFetch } from '../contract/net.ts'
import type {
  Balances,
  ContractReading,
  Dated,
  GasAnswer,
  NameAnswer,
  Network,
  OnChain,
  Price,
  Quorum,
  TokenInfo,
  TransactionAnswer,
} from '../contract/onchain.ts'
import { NETWORKS } from '../contract/onchain.ts'
import type { Principal } from '../contract/principal.ts'
import type { Log } from '../lib/log.ts'
import type { SourceObserver, SourceOutcome } from '../lib/metrics.ts'
import { once } from '../lib/once.ts'
import { type Chain, CHAINS } from './chains.ts'
import { allBehind, notAContract, requireWanted, unknownNetwork } from './failures.ts'
import { FreshCache } from './fresh-cache.ts'
import type { Hex } from './hex.ts'
import { keptAnswers } from './kept-answers.ts'
import { openOwnChain, type OwnChain } from './own-chains.ts'
import { openPrices } from './prices/prices.ts'
import { readContractQuestion, readTransactionQuestion } from './require-questions.ts'
import { isFresh } from './rpc/freshness.ts'
import { type Nodes, openNodes, type Reading } from './rpc/nodes.ts'

/** Responses remembered, per kind. */
const CACHE_MAX_COUNT = 200

/** Milliseconds for which an answer is as good as a new one. */
const FRESH_MS = { balances: 2000, price: 10_000, name: 300_000, noName: 30_000 } as const

/** What reading the chains needs. */
export interface OnChainSettings {
  /** Endpoints that the operator prefers, by network; public ones where there are none. */
  endpoints: Readonly<Partial<Record<Network, readonly string[]>>>
  /** Further chains, for contracts and transactions alone. */
  ownChains?: readonly OwnChain[]
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
  /** The clock by which the age of every answer is measured. */
  now(): Date
  log: Log
  /** Counts what endpoints and price providers answer. */
  observeSource?: SourceObserver
}

/** Opens all reads of the chains. What each needs is loaded by its first call. */
export function openOnChain(settings: OnChainSettings): OnChain {
  const { operatorFetch: fetch, log, now, observeSource } = settings
  const opened = new Map<string, Nodes>()
  const nodesFor = (chain: Chain): Nodes => {
    const { network, endpoints } = chain
    const observe = (endpoint: number, outcome: SourceOutcome): void =>
      observeSource?.('endpoint', `${network}/${endpoint}`, outcome)
    const nodes = opened.get(network) ?? openNodes({ chain, endpoints, fetch, log, now, observe })
    opened.set(network, nodes)
    return nodes
  }
  const nodesOf = (network: Network): Nodes => {
    const chain = CHAINS[network]
    return nodesFor({ ...chain, endpoints: settings.endpoints[network] ?? chain.endpoints })
  }
  const ownChains = new Map(
    (settings.ownChains ?? []).map((own) => [
      own.network,
      once(async () => openOwnChain(own, fetch, new AbortController().signal)),
    ]),
  )
  /** Of the five networks, or one that the operator added. */
  const nodesNamed = async (network: string): Promise<Nodes> => {
    if (isNetwork(network)) return nodesOf(network)
    const open = ownChains.get(network)
    if (!open) throw unknownNetwork([...NETWORKS, ...ownChains.keys()])
    return nodesFor(await open())
  }
  const kept = <T extends Dated>(maxAgeMs: (answer: T, chain: Chain) => number) =>
    keptAnswers<T>(now, { maxCount: CACHE_MAX_COUNT, maxAgeMs })
  const prices = openPrices(settings, () => nodesOf('ethereum'))
  const balances = kept<Balances>(() => FRESH_MS.balances)
  const spots = new FreshCache<Price>({
    maxCount: CACHE_MAX_COUNT,
    maxAgeMs: () => FRESH_MS.price,
  })
  const names = kept<NameAnswer>(({ name, address }) =>
    name === null || address === null ? FRESH_MS.noName : FRESH_MS.name,
  )
  const fees = kept<GasAnswer>((_, { blockMs }) => blockMs)
  const infos = kept<TokenInfo>((_, { blockMs }) => blockMs)
  const readings = kept<ContractReading & { hasCode: boolean }>((_, { blockMs }) => blockMs)
  const transactions = kept<TransactionAnswer>((_, { blockMs }) => blockMs)

  const onChain: OnChain = {
    balances: async (question, signal) => {
      const nodes = nodesOf(question.network)
      return balances(question, nodes.chain, signal, async (shared) => {
        const { readBalances } = await import('./balances.ts')
        const reading: Reading<Balances> = async (rpc, own) => readBalances(rpc, question, own)
        return readBy(nodes, question, reading, shared)
      })
    },
    price: async (question, signal) =>
      spots.get(JSON.stringify(question), signal, async (shared) => prices(question, shared)),
    resolveName: async (question, signal, principal) => {
      const nodes = nodesOf('ethereum')
      const key = { ...question, access: hostAccessOf(principal) }
      return names(key, nodes.chain, signal, async (shared) => {
        const { resolveName } = await import('./names/ens.ts')
        const gateways = {
          fetch: async (url: string, options: FetchOptions) =>
            settings.guardedFetch(url, { ...options, principal }),
          allowPlainHttp: settings.allowPlainGateways,
        }
        const query = { ...question, chain: CHAINS[question.network] }
        const reading: Reading<NameAnswer> = async (rpc, own) =>
          resolveName({ rpc, gateways }, query, own)
        return readBy(nodes, question, reading, shared)
      })
    },
    gas: async ({ network, gasLimit, data = '0x' }, signal) => {
      const nodes = nodesOf(network)
      return fees({ gasLimit, data }, nodes.chain, signal, async (shared) => {
        const { readGas } = await import('./gas.ts')
        const nativePrice = once(async (): Promise<string | null> => {
          try {
            const pair = { symbol: nodes.chain.native, vs: 'USD' }
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
        })
        const question = { gasLimit: BigInt(gasLimit), data: data as Hex, nativePrice }
        return nodes.read(async (rpc, own) => readGas(rpc, question, own), shared)
      })
    },
    tokenInfo: async (question, signal) => {
      const nodes = nodesOf(question.network)
      return infos(question, nodes.chain, signal, async (shared) => {
        const { readTokenInfo } = await import('./token.ts')
        const info = await nodes.read(
          async (rpc, own) => readTokenInfo(rpc, question.address, own),
          shared,
        )
        if (info.codeSize === 0) throw noCodeAt(nodes.chain, info, now())
        return info
      })
    },
    readContract: async (question, signal) => {
      const nodes = await nodesNamed(question.network)
      const { hasCode: _, ...answer } = await readings(
        question,
        nodes.chain,
        signal,
        async (shared) => {
          const [{ readContract }, query] = await Promise.all([
            import('./calls/read-contract.ts'),
            readContractQuestion(question),
          ])
          const reading = await nodes.read(
            async (rpc, own) => readContract(rpc, query, own),
            shared,
          )
          if (!reading.hasCode) throw noCodeAt(nodes.chain, reading, now())
          return reading
        },
      )
      return answer
    },
    transaction: async (question, signal) => {
      const nodes = await nodesNamed(question.network)
      return transactions(question, nodes.chain, signal, async (shared) => {
        const [{ isFinal, readTransaction }, query] = await Promise.all([
          import('./transactions/read-transaction.ts'),
          readTransactionQuestion(question),
        ])
        return nodes.read(async (rpc, own) => readTransaction(rpc, query, own), shared, isFinal)
      })
    },
  }
  return onChain
}

/** A reading of one node, or of two that say the same where that is asked for. */
async function readBy<T extends Dated>(
  nodes: Nodes,
  { quorum = 1 }: { quorum?: Quorum | undefined },
  reading: Reading<T>,
  signal: AbortSignal,
): Promise<T> {
  return quorum === 1 ? nodes.read(reading, signal) : nodes.agree(reading, signal)
}

/** The error for an address without code. A node that is behind does not know, since code may have come since. */
function noCodeAt(chain: Chain, block: Dated, now: Date): OperationError {
  return isFresh(chain, block, now) ? notAContract(chain.network) : allBehind(chain.network)
}

/** Whether what excepted hosts say is for a principal: it is kept apart from what is for everybody. */
function hostAccessOf(principal: Principal | undefined): boolean {
  return principal?.reachesAllowedHosts ?? false
}

/** Milliseconds that a gas answer waits for a price; without one it has no dollars. */
const PRICE_WAIT_MAX_MS = 2500

function isNetwork(name: string): name is Network {
  return NETWORKS.some((network) => network === name)
}
