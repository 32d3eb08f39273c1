import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GasAnswer } from '../../../src/contract/onchain.ts'
import { CHAINS } from '../../../src/onchain/chains.ts'
import { callWith, type Caller, TEST_TIME } from '../../support/call.ts'
import { type BlockShape, feeHistoryOf, HISTORY_KINDS } from '../../support/fee-histories.ts'
import { seeds } from '../../support/full.ts'
import { refuse, reply, type RpcProxy, startRpcProxy } from '../../support/rpc-proxy.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const FLOOR = CHAINS.ethereum.priorityFloor
const SUGGESTED = 1_234_567_890n
const SPIKE = `0x${(200n * 10n ** 9n).toString(16)}`
const TIERS = ['slow', 'standard', 'fast'] as const
const ROUNDS = seeds(3, 20)
let node: RpcProxy
let caller: Caller
let history: object
let isSuggesting = true

beforeAll(async () => {
  const time = `0x${Math.floor(TEST_TIME.getTime() / 1000).toString(16)}`
  node = await startRpcProxy('', ({ id, method, params }, response) => {
    switch (method) {
      case 'eth_chainId':
        return reply(response, id, '0x1')
      case 'eth_feeHistory':
        return reply(response, id, history)
      case 'eth_getBlockByNumber':
        return reply(response, id, { number: params[0], timestamp: time })
      default:
        return isSuggesting
          ? reply(response, id, `0x${SUGGESTED.toString(16)}`)
          : refuse(response, id, { code: -32_601, message: 'no such method' })
    }
  })
  caller = callWith({
    onChain: {
      endpoints: { ethereum: [node.url] },
      priceSources: { coinbase: 'http://127.0.0.1:9' },
    },
  })
})
afterAll(async () => {
  await node.close()
  await caller.close()
})

let questions = 0
async function gasOf(shape: object): Promise<GasAnswer> {
  history = shape
  questions += 1
  const onchain = await caller.services.onchain()
  const question = { network: 'ethereum', gasLimit: String(21_000 + questions) } as const
  return onchain.gas(question, new AbortController().signal)
}

const tipsOf = (answer: GasAnswer): bigint[] =>
  TIERS.map((tier) => BigInt(answer[tier].maxPriorityFeePerGas))

const lowerMedian = (values: readonly bigint[]): bigint =>
  values.toSorted((a, b) => Number(a - b))[Math.ceil(values.length / 2) - 1] ?? 0n

/** Tips of the blocks whose tips are told and that paid any, at one percentile. */
function votesOf(blocks: readonly BlockShape[], percentile: number): bigint[] {
  return blocks.flatMap(({ tips, ratio }) => {
    if (!Array.isArray(tips) || tips.includes(null) || ratio === 0) return []
    const values = (tips as string[]).map(BigInt)
    const isPlausible = values.every((tip) => tip <= 10n ** 18n)
    const isKnown = typeof ratio === 'number' || values.some((tip) => tip > 0n)
    return isPlausible && isKnown ? [values[percentile] ?? 0n] : []
  })
}

const highest = (values: readonly bigint[]): bigint =>
  values.reduce((a, b) => (a > b ? a : b), FLOOR)

/** The middle tips by the rule, of at least five votes; those that the node suggests where it tells none. */
function expectedTips(blocks: readonly BlockShape[]): bigint[] {
  const isTold = blocks.some(({ tips }) => Array.isArray(tips) && !tips.includes(null))
  if (!isTold) return [SUGGESTED, SUGGESTED, SUGGESTED]
  const middles = TIERS.map((_, percentile) => {
    const votes = votesOf(blocks, percentile)
    while (votes.length < 5) votes.push(FLOOR)
    return lowerMedian(votes)
  })
  return middles.map((_, tier) => highest(middles.slice(0, tier + 1)))
}

describe('tiers of gas', () => {
  it.each(Object.entries(HISTORY_KINDS))(
    `are in order, and near the middle of what was paid: %s, ${ROUNDS} times`,
    async (name, make) => {
      for (let seed = 0; seed < ROUNDS; seed += 1) {
        const random = seededRandom(seed * 977 + name.length)
        const blocks = make(random)
        const answer = await gasOf(feeHistoryOf(random, blocks))
        const [slow = 0n, standard = 0n, fast = 0n] = tipsOf(answer)
        expect(slow >= FLOOR && slow <= standard && standard <= fast).toBe(true)
        for (const tier of TIERS) {
          for (const value of Object.values(answer[tier]).slice(0, 4))
            expect(value).toMatch(/^[\d.]{1,40}$/)
        }
        const most = TIERS.map((tier) => BigInt(answer[tier].maxFeePerGas))
        expect(most).toEqual(most.toSorted((a, b) => Number(a - b)))
        expect([slow, standard, fast]).toEqual(expectedTips(blocks))
      }
    },
  )

  it('are not set by any one block, whatever it paid', async () => {
    for (const [name, make] of Object.entries(HISTORY_KINDS)) {
      const random = seededRandom(name.length)
      const blocks = make(random)
      const at = Math.floor(random() * blocks.length)
      const others = blocks.filter((_, index) => index !== at)
      if (others.every(({ tips }) => tips === null)) continue
      const spiked = blocks.map((block, index) =>
        index === at ? { tips: [SPIKE, SPIKE, SPIKE], ratio: 0.001 } : block,
      )
      const tips = tipsOf(await gasOf(feeHistoryOf(random, spiked)))
      const bound = highest([0, 1, 2].flatMap((percentile) => votesOf(others, percentile)))
      expect(
        tips.every((tip) => tip <= bound),
        name,
      ).toBe(true)
    }
  })

  it('have what else there is where the node leaves fields empty', async () => {
    const random = seededRandom(7)
    const whole = feeHistoryOf(random, HISTORY_KINDS['busy']?.(random) ?? [])
    const fees = whole['baseFeePerGas'] as string[]
    const current = BigInt(fees.at(-2) ?? 0).toString()
    expect(await gasOf({ ...whole, gasUsedRatio: null })).toMatchObject({
      source: 'eth_feeHistory',
    })
    expect(await gasOf({ ...whole, reward: null })).toMatchObject({
      standard: { maxPriorityFeePerGas: SUGGESTED.toString() },
    })
    expect(await gasOf({ ...whole, baseFeePerGas: [...fees.slice(0, -1), null] })).toMatchObject({
      baseFeePerGas: current,
      nextBaseFeePerGas: current,
    })
    isSuggesting = false
    expect(await gasOf({ ...whole, reward: undefined })).toMatchObject({
      fast: { maxPriorityFeePerGas: FLOOR.toString() },
    })
    isSuggesting = true
  })

  it.each([
    ['no fees', {}],
    ['one fee', { oldestBlock: '0x1', baseFeePerGas: ['0x1'] }],
    ['a fee that is none', { oldestBlock: '0x1', baseFeePerGas: [`0x1${'0'.repeat(40)}`, '0x1'] }],
    ['no number', { baseFeePerGas: ['0x1', '0x1'] }],
  ])('are not guessed of %s', async (_, shape) => {
    await expect(gasOf(shape)).rejects.toMatchObject({ code: 'upstream_failed' })
  })
})
