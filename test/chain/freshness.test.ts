// @module-tag full
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { OperationError } from '../../src/contract/errors.ts'
import type {
  Age,
  Balances,
  Dated,
  NameAnswer,
  OnChain,
  TokenInfo,
} from '../../src/contract/onchain.ts'
import type { SourceObserver } from '../../src/lib/metrics.ts'
import { behindAfterMs, CHAINS } from '../../src/onchain/chains.ts'
import { callWith, type Caller, TEST_TIME } from '../support/call.ts'
import {
  type ChainTimes,
  MIXED_KINDS,
  NODE_KINDS,
  type NodeKind,
  startNode,
  type Worth,
} from '../support/chain-nodes.ts'
import { CHAIN_START_MAX_MS, type Hex, startChain, type TestChain } from '../support/chain.ts'
import {
  deployMock,
  placeEns,
  placeTokens,
  runtimeOf,
  shortString,
  tokenAddress,
} from '../support/contracts.ts'
import type { RpcProxy } from '../support/rpc-proxy.ts'

const HOLDER: Hex = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const OLD_OWNER: Hex = '0x0000000000000000000000000000000000000077'
const ETH_USD: Hex = '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419'
const BOUND_MS = behindAfterMs(CHAINS.ethereum)
const DAY_MS = 86_400_000
const signal = new AbortController().signal
let chains: ChainTimes
const token = tokenAddress(0)
const open: { close(): Promise<void> }[] = []

const at = async (ms: number) => startChain({ chainId: 1, at: new Date(TEST_TIME.getTime() + ms) })

beforeAll(async () => {
  const [current, late, behind, old, ahead] = await Promise.all([
    at(0),
    at(5_000 - BOUND_MS),
    at(-BOUND_MS - 1000),
    at(-3 * DAY_MS),
    at(3_600_000),
  ])
  chains = { current, late, behind, old, ahead }
  const furnish = async ([name, chain]: [string, TestChain]): Promise<void> => {
    const isUpToDate = name === 'current' || name === 'late'
    await chain.setBalance(HOLDER, isUpToDate ? 42n : 7n)
    const ens = await placeEns(chain)
    await ens.register('vitalik', { address: isUpToDate ? HOLDER : OLD_OWNER })
    if (isUpToDate) await placeTokens(chain, 1, HOLDER)
    const feed = await runtimeOf(chain, await deployMock(chain, 'Aggregator', ['string'], ['']))
    await chain.setCode(ETH_USD, feed)
    await chain.setStorage(ETH_USD, 0n, 8n)
    await chain.setStorage(ETH_USD, 1n, shortString('ETH / USD'))
    const latest = ['latest', false] as const
    const { timestamp } = await chain.rpc<{ timestamp: Hex }>('eth_getBlockByNumber', latest)
    const abi = parseAbi(['function set(int256 answer, uint256 updatedAt)'])
    const args = [isUpToDate ? 243_000_000_000n : 100_000_000_000n, BigInt(timestamp)] as const
    await chain.send({ to: ETH_USD, data: encodeFunctionData({ abi, args }) })
    // The one that is up to date is some blocks ahead of the others.
    if (name === 'current') await chain.mine(30)
    else await chain.mine(isUpToDate ? 20 : 1)
  }
  await Promise.all(Object.entries(chains).map(furnish))
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  for (const chain of Object.values(chains)) await chain.stop()
})
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close()
})

interface Bench {
  onchain: OnChain
  caller: Caller
  nodes: RpcProxy[]
  seen: string[]
}

async function benchOf(kinds: readonly Omit<NodeKind, 'worth'>[]): Promise<Bench> {
  const nodes = await Promise.all(kinds.map(async (kind) => startNode(kind, chains)))
  const seen: string[] = []
  const observeSource: SourceObserver = (...answer) => seen.push(answer.join(' '))
  const caller = callWith({
    onChain: {
      endpoints: { ethereum: nodes.map(({ url }) => url) },
      priceSources: { chainlink: undefined },
      observeSource,
    },
  })
  open.push(...nodes, caller)
  return { onchain: await caller.services.onchain(), caller, nodes, seen }
}

const NETWORK = { network: 'ethereum' } as const

/** Kinds of look-ups, and what each says when it is up to date. */
const LOOKUPS = {
  balance: {
    ask: async (onchain) => onchain.balances({ address: HOLDER, ...NETWORK, tokens: [] }, signal),
    isCurrent: (answer) => (answer as Balances).native.wei === '42',
  },
  name: {
    ask: async (onchain) =>
      onchain.resolveName({ name: 'vitalik.eth', ...NETWORK, records: [] }, signal),
    isCurrent: (answer) => (answer as NameAnswer).address === HOLDER,
  },
  gas: {
    ask: async (onchain) => onchain.gas({ ...NETWORK, gasLimit: '21000' }, signal),
    isCurrent: () => true,
  },
  token: {
    ask: async (onchain) => onchain.tokenInfo({ address: token, ...NETWORK }, signal),
    isCurrent: (answer) => (answer as TokenInfo).symbol === 'T0',
  },
} as const satisfies Record<string, Lookup>

interface Lookup {
  ask(onchain: OnChain): Promise<Dated & Age>
  isCurrent(answer: Dated): boolean
}

const LOOKUP_NAMES = Object.keys(LOOKUPS) as (keyof typeof LOOKUPS)[]

/** What an arrangement of nodes must come to: the best that any of them is worth. */
function bestOf(kinds: readonly { worth: Worth }[]): Worth {
  const worths = new Set(kinds.map(({ worth }) => worth))
  return worths.has('fresh') ? 'fresh' : worths.has('stale') ? 'stale' : 'none'
}

/** What an answer is worth by its own marks; `lie` where these are wrong. */
async function worthOf({ ask, isCurrent }: Lookup, onchain: OnChain): Promise<Worth | 'lie'> {
  try {
    const answer = await ask(onchain)
    const ageMs = TEST_TIME.getTime() - Date.parse(answer.asOf)
    const isStale = ageMs > BOUND_MS || ageMs < -30_000
    const age = isStale ? Math.trunc(ageMs / 1000) : Math.max(0, Math.trunc(ageMs / 1000))
    if (answer.ageSeconds !== age || answer.stale !== (isStale ? true : undefined)) return 'lie'
    if (isStale) return 'stale'
    return isCurrent(answer) ? 'fresh' : 'lie'
  } catch (thrown) {
    if (!(thrown instanceof OperationError) || thrown.code !== 'upstream_failed') throw thrown
    return 'none'
  }
}

const kindNames = Object.keys(NODE_KINDS) as (keyof typeof NODE_KINDS)[]
const pairs = kindNames.flatMap((first) => kindNames.map((second) => [first, second] as const))
describe('nodes that are behind, broken or limited', () => {
  it(`in ${pairs.length} orders of two, and ${kindNames.length} alone: no answer is old and unmarked`, async () => {
    for (const names of [...pairs, ...kindNames.map((name) => [name] as const)]) {
      const kinds = names.map((name) => NODE_KINDS[name])
      const { onchain, nodes } = await benchOf(kinds)
      expect(await worthOf(LOOKUPS.balance, onchain), names.join()).toBe(bestOf(kinds))
      for (const node of nodes) await node.close()
    }
  })

  it.each(LOOKUP_NAMES)('say as much by any look-up: %s', async (lookup) => {
    for (const kind of kindNames) {
      for (const names of [[kind], [kind, 'old'], ['old', kind], [kind, 'current']] as const) {
        const kinds = names.map((one) => NODE_KINDS[one])
        const { onchain, nodes } = await benchOf(kinds)
        // That there is no contract is nothing that a node knows which is behind.
        const best = bestOf(kinds)
        const worth = lookup === 'token' && best === 'stale' ? 'none' : best
        expect(await worthOf(LOOKUPS[lookup], onchain), names.join()).toBe(worth)
        for (const node of nodes) await node.close()
      }
    }
  })

  it.each(Object.keys(MIXED_KINDS) as (keyof typeof MIXED_KINDS)[])(
    'and nodes behind one address that are not equally far (%s): nothing old goes unmarked',
    async (mixed) => {
      for (const lookup of LOOKUP_NAMES) {
        const alone = await benchOf([MIXED_KINDS[mixed]])
        expect(await worthOf(LOOKUPS[lookup], alone.onchain), lookup).not.toBe('lie')
        const { onchain } = await benchOf([MIXED_KINDS[mixed], NODE_KINDS.current])
        expect(await worthOf(LOOKUPS[lookup], onchain), lookup).toBe('fresh')
      }
    },
  )
})

describe('a node that is behind', () => {
  it('is asked after the others for a while, and again when none of them answers', async () => {
    const { onchain, nodes, seen } = await benchOf([NODE_KINDS.old, NODE_KINDS.current])
    for (let turn = 1; turn < 5; turn += 1) {
      const address = `0x${turn.toString(16).padStart(40, '0')}`
      await onchain.balances({ address, ...NETWORK, tokens: [] }, signal)
    }
    expect(nodes.map(({ requests }) => requests.length)).toEqual([1, 4])
    expect(seen.slice(0, 3)).toEqual([
      'endpoint ethereum/0 behind',
      'endpoint ethereum/1 answered',
      'endpoint ethereum/1 answered',
    ])
    await nodes[1]?.close()
    expect(
      await onchain.balances({ address: HOLDER, ...NETWORK, tokens: [] }, signal),
    ).toMatchObject({
      native: { wei: '7' },
      stale: true,
      ageSeconds: 259_200,
    })
  })

  it('does not say that there is no contract', async () => {
    const { onchain } = await benchOf([NODE_KINDS.old])
    await expect(onchain.tokenInfo({ address: token, ...NETWORK }, signal)).rejects.toMatchObject({
      code: 'upstream_failed',
    })
  })

  it('is no source of prices, however fresh its feed seems beside its own block', async () => {
    for (const kind of ['old', 'behind', 'ahead'] as const) {
      const { onchain, seen } = await benchOf([NODE_KINDS[kind]])
      await expect(onchain.price({ symbol: 'ETH', vs: 'USD' }, signal)).rejects.toMatchObject({
        code: 'upstream_failed',
      })
      expect(seen).toContain('price chainlink behind')
    }
    const { onchain } = await benchOf([NODE_KINDS.old, NODE_KINDS.current])
    expect(await onchain.price({ symbol: 'ETH', vs: 'USD' }, signal)).toMatchObject({
      price: '2430',
    })
  })

  it('is found out by the clock of this server, also when an answer is remembered', async () => {
    const { onchain, caller, nodes } = await benchOf([NODE_KINDS.late])
    const { ask } = LOOKUPS.name
    expect(await ask(onchain)).not.toHaveProperty('stale')
    const count = nodes[0]?.requests.length
    expect(await ask(onchain)).toMatchObject({ ageSeconds: (BOUND_MS - 5000) / 1000 })
    expect(nodes[0]?.requests).toHaveLength(count ?? -1)
    caller.setTime(new Date(TEST_TIME.getTime() + 10_000))
    expect(await ask(onchain)).toMatchObject({ stale: true, ageSeconds: (BOUND_MS + 5000) / 1000 })
  })
})

describe('a quorum of two', () => {
  const asked = {
    balance: async (onchain: OnChain) =>
      onchain.balances({ address: HOLDER, ...NETWORK, tokens: [], quorum: 2 }, signal),
    name: async (onchain: OnChain) =>
      onchain.resolveName({ name: 'vitalik.eth', ...NETWORK, records: [], quorum: 2 }, signal),
  }

  it.each(['balance', 'name'] as const)(
    'of a %s: two that are up to date and agree, in any order',
    async (name) => {
      for (const names of [
        ['current', 'slow'],
        ['old', 'current', 'slow'],
        ['limited', 'current', 'ahead', 'current'],
      ] as const) {
        const { onchain } = await benchOf(names.map((one) => NODE_KINDS[one]))
        const answer = await asked[name](onchain)
        expect(answer).toMatchObject({ sources: 2 })
        expect(answer).not.toHaveProperty('stale')
      }
    },
  )

  it.each([
    [['current', 'old'], 1],
    [['old', 'old'], 0],
    [['old', 'behind', 'ahead'], 0],
    [['current'], 1],
    [['current', 'down', 'busy'], 1],
  ] as const)('%j are too few', async (names, sources) => {
    const { onchain } = await benchOf(names.map((one) => NODE_KINDS[one]))
    await expect(asked.balance(onchain)).rejects.toMatchObject({
      code: 'providers_disagree',
      fields: { sources },
    })
  })

  it('counts two addresses of one host once', async () => {
    const { nodes } = await benchOf([NODE_KINDS.current])
    const [{ url } = { url: '' }] = nodes
    const caller = callWith({ onChain: { endpoints: { ethereum: [`${url}/a`, `${url}/b`] } } })
    open.push(caller)
    await expect(asked.balance(await caller.services.onchain())).rejects.toMatchObject({
      fields: { sources: 1 },
    })
  })

  it('asks the one that is ahead about the block of the other, before it calls it a contradiction', async () => {
    await using moving = await startChain({ chainId: 1, at: TEST_TIME })
    const pay = async () => moving.send({ to: OLD_OWNER, value: '0x1' })
    await pay()
    const first = await startNode({ source: 'current' }, { ...chains, current: moving })
    open.push(first)
    // Between the two, the account is paid once more.
    const second = await startNode(
      {
        source: 'current',
        fault: () => {
          let isPaid = false
          return ({ id, method, params }, response) => {
            if (method !== 'eth_call' || isPaid) return false
            isPaid = true
            void pay()
              .then(async () => moving.rpc('eth_call', params))
              .then((result) => response.end(JSON.stringify({ jsonrpc: '2.0', id, result })))
            return true
          }
        },
      },
      { ...chains, current: moving },
    )
    open.push(second)
    const urls = [first.url, second.url]
    const caller = callWith({ onChain: { endpoints: { ethereum: urls } } })
    open.push(caller)
    const onchain = await caller.services.onchain()
    const answer = await onchain.balances(
      { address: OLD_OWNER, ...NETWORK, tokens: [], quorum: 2 },
      signal,
    )
    expect(answer).toMatchObject({ sources: 2, native: { wei: '1' } })
    expect(second.requests).toHaveLength(2)
  })

  it('is refused where two that are up to date say different things of one block', async () => {
    await using other = await startChain({ chainId: 1, at: TEST_TIME })
    await other.mine(Number(await chains.current.rpc('eth_blockNumber')) - 1)
    const { nodes } = await benchOf([NODE_KINDS.current])
    const caller = callWith({
      onChain: { endpoints: { ethereum: [nodes[0]?.url ?? '', other.url] } },
    })
    open.push(caller)
    await expect(asked.balance(await caller.services.onchain())).rejects.toMatchObject({
      code: 'providers_disagree',
      message: expect.stringContaining('contradict') as string,
    })
  })
})

describe('how far a node may be behind', () => {
  it('follows from the time between the blocks of its chain', () => {
    for (const chain of Object.values(CHAINS)) {
      expect(behindAfterMs(chain)).toBe(5 * chain.blockMs + 30_000)
    }
  })
})
