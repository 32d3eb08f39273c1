import { createPublicClient, erc20Abi, http } from 'viem'
import { createOperatorFetch } from '../src/net/operator/operator-fetch.ts'
import { readBalances } from '../src/onchain/balances.ts'
import { CHAINS } from '../src/onchain/chains.ts'
import { RPC_TRY_MAX_MS } from '../src/onchain/limits.ts'
import { Endpoint } from '../src/onchain/rpc/endpoint.ts'
import { readByMulticall } from '../src/onchain/rpc/multicall.ts'
import type { Rpc } from '../src/onchain/rpc/rpc.ts'
import { type Hex, startChain, type TestChain } from '../test/support/chain.ts'
import { placeMulticall3, placeTokens } from '../test/support/contracts.ts'
import { startRpcProxy } from '../test/support/rpc-proxy.ts'
import { machineLine, recordSection } from './record.ts'

const HOLDER: Hex = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const TOKENS = 100
const ROUNDS = 25
const signal = new AbortController().signal
const MULTICALL_TARGET = 5
const READER_TARGET = 15
const OVERHEAD_TARGET_MS = 10

/** One way to read the wallet. */
type Contender = () => Promise<unknown>

/** Measures a wallet of 100 tokens read by us, through Multicall3, and by single reads, on a local chain. */
export async function run(): Promise<void> {
  await using chain = await startChain({ chainId: 1 })
  await placeMulticall3(chain)
  const tokens = await placeTokens(chain, TOKENS, HOLDER)
  const contenders = await contendersOf(chain, tokens)
  const times = new Map<string, number[]>()
  for (let round = -2; round < ROUNDS; round += 1) {
    // Each round starts at another entry, so that none always follows the heaviest.
    const order = Object.entries(contenders)
    const turned = order.map((_, index) => order[(index + round + order.length) % order.length])
    for (const [name, contender] of turned.filter((entry) => entry !== undefined)) {
      const startedAt = performance.now()
      await contender()
      if (round >= 0) times.set(name, [...(times.get(name) ?? []), performance.now() - startedAt])
    }
  }
  const requests = await requestsOf(chain, tokens)
  const middle = (name: string): number => median(times.get(name) ?? [])
  const single = middle('300 single reads')
  const rows = Object.keys(contenders).map((name) => [
    name,
    middle(name).toFixed(1),
    name.includes('100 tokens') || name === '300 single reads'
      ? (single / middle(name)).toFixed(1)
      : '',
    String(requests[name] ?? 1),
  ])
  const overhead = middle('1 token') - middle('floor: eth_chainId')
  const text = [
    machineLine(),
    '',
    'A wallet on a local anvil, median of interleaved rounds. Single reads are viem `readContract` calls, all at once.',
    '',
    '| what | ms | times as fast as single reads | requests |',
    '| --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    `Targets: 100 tokens at least ${READER_TARGET} times as fast as single reads, through Multicall3 at least ${MULTICALL_TARGET} times; one token at most ${OVERHEAD_TARGET_MS} ms over the floor (${overhead.toFixed(1)} ms).`,
  ].join('\n')
  console.log(text)
  recordSection('onchain', 'On-chain reads', text)
}

async function contendersOf(
  chain: TestChain,
  tokens: readonly Hex[],
): Promise<Record<string, Contender>> {
  const fetch = createOperatorFetch({ userAgent: 'Bellhop/bench' })
  const endpoint = new Endpoint(fetch, CHAINS.ethereum, chain.url)
  const read =
    (reading: (rpc: Rpc, own: AbortSignal) => Promise<unknown>): Contender =>
    async () =>
      endpoint.read(reading, 'latest', { signal, deadlineMs: RPC_TRY_MAX_MS })
  const client = createPublicClient({ transport: http(chain.url) })
  const singleReads: Contender = async () =>
    Promise.all(
      tokens.flatMap((address) => [
        client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [HOLDER] }),
        client.readContract({ address, abi: erc20Abi, functionName: 'decimals' }),
        client.readContract({ address, abi: erc20Abi, functionName: 'symbol' }),
      ]),
    )
  return {
    'floor: eth_chainId': read(async (rpc, own) => rpc.ask('eth_chainId', [], (id) => id, own)),
    '1 token': read(async (rpc, own) =>
      readBalances(rpc, { address: HOLDER, tokens: tokens.slice(0, 1) }, own),
    ),
    '100 tokens': read(async (rpc, own) => readBalances(rpc, { address: HOLDER, tokens }, own)),
    '100 tokens through Multicall3': read(async (rpc, own) =>
      readByMulticall(rpc, HOLDER, tokens, own),
    ),
    '300 single reads': singleReads,
  }
}

/** Counts what each way costs an endpoint, apart from the timed rounds. */
async function requestsOf(
  chain: TestChain,
  tokens: readonly Hex[],
): Promise<Readonly<Record<string, number>>> {
  await using proxy = await startRpcProxy(chain.url)
  const contenders = await contendersOf(Object.assign({}, chain, { url: proxy.url }), tokens)
  const counts: Record<string, number> = {}
  for (const [name, contender] of Object.entries(contenders)) {
    proxy.requests.length = 0
    await contender()
    counts[name] = Math.max(proxy.requests.length, 1)
  }
  return counts
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
