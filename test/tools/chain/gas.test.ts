import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gas } from '../../../tools/chain/gas.ts'
import { verifies } from '../../requirements/verifies.ts'
import { callWith, type Caller, TEST_TIME } from '../../support/call.ts'
import { CHAIN_START_MAX_MS, startChain, type TestChain } from '../../support/chain.ts'

let chain: TestChain
let caller: Caller
const ask = async (input: unknown): Promise<Record<string, unknown>> => caller.call(gas, input)

beforeAll(async () => {
  chain = await startChain({ chainId: 1, at: TEST_TIME })
  caller = callWith({
    onChain: {
      endpoints: { ethereum: [chain.url] },
      priceSources: { coinbase: 'http://127.0.0.1:9' },
    },
  })
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await caller.close()
  await chain.stop()
})

const digits = expect.stringMatching(/^\d+$/) as string
const tier = {
  maxPriorityFeePerGas: digits,
  maxFeePerGas: digits,
  costWei: digits,
  costFormatted: expect.stringMatching(/^0\.\d+$/) as string,
  costUsd: null,
}

describe('gas', () => {
  it('answers three tiers for a transfer on Ethereum', async () => {
    verifies('utility:4.10:gas')
    const answer = await ask({})
    expect(answer).toEqual({
      network: 'eip155:1',
      blockNumber: digits,
      ageSeconds: 0,
      baseFeePerGas: digits,
      nextBaseFeePerGas: digits,
      slow: tier,
      standard: tier,
      fast: tier,
      l1DataFeeWei: null,
      symbol: 'ETH',
      asOf: expect.stringMatching(/Z$/) as string,
      source: 'eth_feeHistory',
    })
    const { costWei } = answer['standard'] as { costWei: string }
    expect(BigInt(costWei) % 21_000n).toBe(0n)
  })

  it.each([
    { gasLimit: '0' },
    { gasLimit: '60000001' },
    { gasLimit: 21_000 },
    { gasLimit: '2.1e4' },
    { data: '0x123' },
    { data: `0x${'00'.repeat(8193)}` },
    { network: 'bitcoin' },
  ])('refuses %j', async (input) => {
    await expect(ask(input)).rejects.toMatchObject({ code: 'invalid_input', status: 400 })
  })

  it('has a price and a route', () => {
    expect(gas).toMatchObject({ price: '0.001', http: { method: 'POST', path: '/gas' } })
  })
})
