// @module-tag full
import { expect, it } from 'vitest'
import { BLOCK_MAX_MS } from '../../src/onchain/block-time.ts'
import { callWith, TEST_TIME } from '../support/call.ts'
import { CHAIN_START_MAX_MS, startChain, toWord } from '../support/chain.ts'
import { refuse, startRpcProxy } from '../support/rpc-proxy.ts'

const SIGNAL = new AbortController().signal
/** Time of the first block. */
const START_S = Math.floor(TEST_TIME.getTime() / 1000)

/** Pauses between the blocks of a chain in seconds, and the time between two that it is judged by. */
const CHAINS: Readonly<Record<string, readonly [pauses: readonly number[], blockSeconds: number]>> =
  {
    'a block each second': [Array(1_200).fill(1), 1],
    'a block each five seconds': [Array(1_200).fill(5), 5],
    'a block each minute': [Array(150).fill(60), 60],
    'a young chain': [Array(3).fill(4), 4],
    'no block but the first': [[], 12],
    'blocks on demand: many, and then few': [[...Array(200).fill(1), ...Array(12).fill(300)], 300],
    'blocks on demand: one after a day': [[...Array(20).fill(0), 86_400], BLOCK_MAX_MS / 1000],
  }

it.each(Object.entries(CHAINS))(
  'an answer of a chain with %s is stale after five of its blocks, and not sooner',
  async (_, [pauses, blockSeconds]) => {
    await using chain = await startChain({ chainId: 100, at: TEST_TIME })
    let seconds = START_S
    for (let index = 0; index < pauses.length;) {
      const pause = pauses[index] ?? 0
      const next = pauses.findIndex((one, place) => place > index && one !== pause)
      const count = (next < 0 ? pauses.length : next) - index
      await chain.rpc('anvil_setBlockTimestampInterval', [pause])
      await chain.mine(count)
      index += count
      seconds += count * pause
    }
    const caller = callWith({
      onChain: { ownChains: [{ network: 'own', id: undefined, endpoints: [chain.url] }] },
    })
    const onchain = await caller.services.onchain()
    const ageAfter = async (after: number) => {
      caller.setTime(new Date((seconds + after) * 1000))
      return onchain.transaction({ hash: toWord(BigInt(after + 1)), network: 'own' }, SIGNAL)
    }
    const bound = 5 * blockSeconds + 30
    const last = await ageAfter(bound)
    expect([last.ageSeconds, last.stale]).toEqual([bound, undefined])
    expect(await ageAfter(bound + 1)).toMatchObject({ ageSeconds: bound + 1, stale: true })
    await caller.close()
  },
  CHAIN_START_MAX_MS,
)

it(
  'a chain whose earlier blocks cannot be read is judged by the longest usual time',
  async () => {
    await using chain = await startChain({ chainId: 100, at: TEST_TIME })
    await chain.mine(50)
    await using node = await startRpcProxy(chain.url, ({ id, method, params }, response) =>
      method === 'eth_getBlockByNumber' && params[0] !== 'latest'
        ? refuse(response, id, { code: -32_000, message: 'pruned' })
        : false,
    )
    for (const id of [undefined, 100]) {
      const caller = callWith({
        onChain: { ownChains: [{ network: 'own', id, endpoints: [node.url] }] },
      })
      const onchain = await caller.services.onchain()
      caller.setTime(new Date(START_S * 1000 + 90_000))
      const fresh = await onchain.transaction({ hash: toWord(1n), network: 'own' }, SIGNAL)
      expect(fresh).not.toHaveProperty('stale')
      caller.setTime(new Date(START_S * 1000 + 91_000))
      const stale = await onchain.transaction({ hash: toWord(2n), network: 'own' }, SIGNAL)
      expect(stale).toMatchObject({ stale: true })
      await caller.close()
    }
  },
  CHAIN_START_MAX_MS,
)
