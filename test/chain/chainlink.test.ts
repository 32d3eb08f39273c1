import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callWith, TEST_TIME } from '../support/call.ts'
import { CHAIN_START_MAX_MS, type Hex, startChain, type TestChain } from '../support/chain.ts'
import { deployMock, runtimeOf } from '../support/contracts.ts'

const ETH_USD: Hex = '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419'
const BTC_USD: Hex = '0xF4030086522a5bEEa4988F8cA5B36dbC97BeE88c'
const ABI = parseAbi(['function set(int256 answer, uint256 updatedAt)'])
const signal = new AbortController().signal
let chain: TestChain

beforeAll(async () => {
  chain = await startChain({ chainId: 1, at: TEST_TIME })
  const feed = await deployMock(chain, 'Aggregator', ['string'], ['ETH / USD'])
  const code = await runtimeOf(chain, feed)
  for (const place of [ETH_USD, BTC_USD]) {
    await chain.setCode(place, code)
    await chain.setStorage(place, 0n, 8n)
    await chain.setStorage(
      place,
      1n,
      `0x${Buffer.from('ETH / USD').toString('hex').padEnd(62, '0')}12`,
    )
  }
}, CHAIN_START_MAX_MS)
afterAll(async () => chain.stop())

async function answer(value: bigint, ageSeconds: bigint, feed = ETH_USD): Promise<void> {
  const { timestamp } = await chain.rpc<{ timestamp: Hex }>('eth_getBlockByNumber', [
    'latest',
    false,
  ])
  const args = [value, BigInt(timestamp) - ageSeconds] as const
  await chain.send({ to: feed, data: encodeFunctionData({ abi: ABI, args }) })
}

async function price(symbol = 'ETH'): Promise<unknown> {
  await using caller = callWith({
    onChain: { endpoints: { ethereum: [chain.url] }, priceSources: { chainlink: undefined } },
  })
  const onchain = await caller.services.onchain()
  // Not before it is known: a price that fails while the caller is closed would be nobody's.
  return await onchain.price({ symbol, vs: 'USD' }, signal)
}

describe('Chainlink', () => {
  it('gives the price of its feed with all digits, and its time', async () => {
    await answer(243_012_345_678n, 600n)
    expect(await price()).toMatchObject({
      price: '2430.12345678',
      source: 'chainlink',
      agreed: ['chainlink'],
      asOf: expect.stringMatching(/Z$/) as string,
    })
  })

  it.each([
    ['zero', 0n, 0n],
    ['negative', -1n, 0n],
    ['older than its heartbeat allows', 243_000_000_000n, 4400n],
  ])('is not believed when its answer is %s', async (_, value, age) => {
    await answer(value, age)
    await expect(price()).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  it('is not believed when the feed describes itself as another', async () => {
    await answer(243_000_000_000n, 0n, BTC_USD)
    await expect(price('BTC')).rejects.toMatchObject({ code: 'upstream_failed' })
  })
})
