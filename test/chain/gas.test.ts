import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { GasAnswer, OnChain } from '../../src/contract/onchain.ts'
import { GAS_PRICE_ORACLE, NODE_INTERFACE, TRANSACTION_BYTES } from '../../src/onchain/data-fee.ts'
import { callWith, TEST_TIME } from '../support/call.ts'
import { CHAIN_START_MAX_MS, type Hex, startChain, type TestChain } from '../support/chain.ts'
import { deployMock, publishedRuntime, runtimeOf } from '../support/contracts.ts'
import { startPageServer } from '../support/page-server.ts'
import { formatByDivision } from '../support/plain-units.ts'

const L1_BLOCK = '0x4200000000000000000000000000000000000015'
const signal = new AbortController().signal
let ethereum: TestChain
let base: TestChain
let arbitrum: TestChain
let polygon: TestChain
const open: { close(): Promise<void> }[] = []

beforeAll(async () => {
  ethereum = await startChain({ chainId: 1, at: TEST_TIME })
  base = await startChain({ chainId: 8453, at: TEST_TIME })
  arbitrum = await startChain({ chainId: 42_161, at: TEST_TIME })
  polygon = await startChain({ chainId: 137, at: TEST_TIME })
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  for (const chain of [ethereum, base, arbitrum, polygon]) await chain.stop()
})
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close()
})

/** Reads of all four chains; dollars come from one provider, or from nobody. */
async function onChain(prices?: string): Promise<OnChain> {
  const caller = callWith({
    onChain: {
      endpoints: {
        ethereum: [ethereum.url],
        base: [base.url],
        arbitrum: [arbitrum.url],
        polygon: [polygon.url],
      },
      priceSources: { coinbase: prices ?? 'http://127.0.0.1:9' },
    },
  })
  open.push(caller)
  return caller.services.onchain()
}

/** Fills blocks with transfers of known tips, and leaves some empty. */
async function trade(chain: TestChain): Promise<void> {
  await chain.rpc('evm_setAutomine', [false])
  for (let block = 0; block < 8; block += 1) {
    for (let tip = 0; tip < block; tip += 1) {
      const fee = BigInt(block * 1_000_000_000 + tip * 7_000_001)
      await chain.rpc('eth_sendTransaction', [
        {
          from: chain.accounts[tip],
          to: chain.accounts[9],
          value: '0x1',
          maxPriorityFeePerGas: `0x${fee.toString(16)}`,
          maxFeePerGas: `0x${(fee + 100_000_000_000n).toString(16)}`,
        },
      ])
    }
    await chain.mine()
  }
  await chain.rpc('evm_setAutomine', [true])
}

interface History {
  baseFeePerGas: Hex[]
  gasUsedRatio: number[]
  reward: Hex[][]
}

/** The fee of a tier by the formula of the design, from the raw answer of the node. */
async function handTip(
  chain: TestChain,
  tier: 0 | 1 | 2,
): Promise<{ tip: bigint; next: bigint; base: bigint }> {
  const history = await chain.rpc<History>('eth_feeHistory', ['0x14', 'latest', [10, 50, 90]])
  const tips = history.reward
    .filter((_, index) => (history.gasUsedRatio[index] ?? 0) > 0)
    .map((rewards) => BigInt(rewards[tier] ?? 0))
  tips.sort((a, b) => Number(a - b))
  const [current, next] = history.baseFeePerGas.slice(-2).map(BigInt)
  return { tip: tips[Math.ceil(tips.length / 2) - 1] ?? 0n, next: next ?? 0n, base: current ?? 0n }
}

describe('gas on Ethereum', () => {
  it('equals the formula, to the wei', async () => {
    await trade(ethereum)
    const answer = await (await onChain()).gas({ network: 'ethereum', gasLimit: '123457' }, signal)
    for (const [index, name] of (['slow', 'standard', 'fast'] as const).entries()) {
      const { tip, next, base: baseFee } = await handTip(ethereum, index as 0 | 1 | 2)
      const cost = 123_457n * (next + tip)
      expect(tip).toBeGreaterThan(0n)
      expect(answer).toMatchObject({
        baseFeePerGas: baseFee.toString(),
        nextBaseFeePerGas: next.toString(),
        [name]: {
          maxPriorityFeePerGas: tip.toString(),
          maxFeePerGas: ((name === 'slow' ? (next * 5n) / 4n : next * 2n) + tip).toString(),
          costWei: cost.toString(),
          costFormatted: formatByDivision(cost, 18),
          costUsd: null,
        },
      })
    }
    const block = await ethereum.rpc<{ number: Hex; timestamp: Hex }>('eth_getBlockByNumber', [
      'latest',
      false,
    ])
    expect(answer).toMatchObject({
      network: 'eip155:1',
      symbol: 'ETH',
      source: 'eth_feeHistory',
      l1DataFeeWei: null,
      blockNumber: BigInt(block.number).toString(),
      asOf: new Date(Number(block.timestamp) * 1000).toISOString(),
    })
  })

  it('tells dollars by the price of the native coin, rounded to eight decimals', async () => {
    await using prices = await startPageServer({
      '/v2/prices/ETH-USD/spot': {
        body: '{"data":{"base":"ETH","currency":"USD","amount":"2431.0700000000000009"}}',
      },
    })
    const { standard } = await (
      await onChain(prices.origin)
    ).gas({ network: 'ethereum', gasLimit: '21000' }, signal)
    const exact = BigInt(standard.costWei) * 24_310_700_000_000_000_009n
    const rounded = (exact + 5n * 10n ** 25n) / 10n ** 26n
    expect(standard.costUsd).toBe(formatByDivision(rounded, 8))
  })

  it('knows a floor for tips where the chain has one, and where nothing was sent', async () => {
    await polygon.mine(3)
    const { slow, fast, symbol } = await (
      await onChain()
    ).gas({ network: 'polygon', gasLimit: '21000' }, signal)
    expect(slow.maxPriorityFeePerGas).toBe('25000000000')
    expect(fast.maxPriorityFeePerGas).toBe('25000000000')
    expect(symbol).toBe('POL')
  })
})

describe('gas on rollups', () => {
  it('adds the data fee of the real Fjord oracle, to the wei', async () => {
    await base.setCode(GAS_PRICE_ORACLE, publishedRuntime('GasPriceOracle'))
    await base.setCode(L1_BLOCK, publishedRuntime('L1Block'))
    const [l1BaseFee, blobBaseFee, baseFeeScalar, blobScalar] = [
      8_000_000_000n,
      3n,
      2269n,
      1_055_762n,
    ]
    await base.setStorage(GAS_PRICE_ORACLE, 0n, 0x0101n)
    await base.setStorage(L1_BLOCK, 1n, l1BaseFee)
    await base.setStorage(L1_BLOCK, 3n, (blobScalar << 64n) | (baseFeeScalar << 96n))
    await base.setStorage(L1_BLOCK, 7n, blobBaseFee)
    const onchain = await onChain()
    for (const dataBytes of [0, 4, 500, 8192]) {
      const data = `0x${'ab'.repeat(dataBytes)}` as const
      // Fjord (OP specs, exec-engine): the size is that of the worst case of FastLZ with the signature of 68 bytes.
      const size = BigInt(TRANSACTION_BYTES + dataBytes) + 68n
      const compressed = size + size / 255n + 16n
      const linear = -42_585_600n + 836_500n * compressed
      const estimated = linear < 100_000_000n ? 100_000_000n : linear
      const fee =
        (estimated * (baseFeeScalar * 16n * l1BaseFee + blobScalar * blobBaseFee)) / 10n ** 12n
      const answer = await onchain.gas({ network: 'base', gasLimit: '21000', data }, signal)
      expect(answer.l1DataFeeWei).toBe(fee.toString())
      const l2 =
        21_000n * (BigInt(answer.nextBaseFeePerGas) + BigInt(answer.fast.maxPriorityFeePerGas))
      expect(answer.fast.costWei).toBe((l2 + fee).toString())
    }
  })

  it('adds Arbitrum’s own estimate', async () => {
    const services = await deployMock(arbitrum, 'ArbitrumServices')
    await arbitrum.setCode(NODE_INTERFACE, await runtimeOf(arbitrum, services))
    const answer: GasAnswer = await (
      await onChain()
    ).gas({ network: 'arbitrum', gasLimit: '21000', data: '0x010203' }, signal)
    expect(answer.l1DataFeeWei).toBe((1003n * 20_000_000n).toString())
  })

  it('is a 502 where the oracle is missing', async () => {
    await using bare = await startChain({ chainId: 10, at: TEST_TIME })
    await using caller = callWith({ onChain: { endpoints: { optimism: [bare.url] } } })
    const onchain = await caller.services.onchain()
    await expect(
      onchain.gas({ network: 'optimism', gasLimit: '21000' }, signal),
    ).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  it('asks the oracle with the words that cast would use', () => {
    const abi = parseAbi(['function getL1FeeUpperBound(uint256) view returns (uint256)'])
    expect(encodeFunctionData({ abi, args: [1n] })).toMatch(/^0xf1c7a58b/)
  })
})
