import type { GasAnswer, GasTier } from '../contract/onchain.ts'
import { caip2, NATIVE_DECIMALS } from './chains.ts'
import { dataFee } from './data-fee.ts'
import { formatUnits, multiply, roundDecimals } from './decimal.ts'
import type { Hex } from './hex.ts'
import { type Block, isoTime, latestBlock, readQuantity, settled } from './rpc/block.ts'
import type { Rpc } from './rpc/rpc.ts'

/** Blocks that fees are learned from. */
const HISTORY_BLOCKS = 20

/** Share of the gas of a block, in percent, that paid no more than the fee of each tier. */
const PERCENTILES = { slow: 10, standard: 50, fast: 90 } as const

/** Decimals of an amount of dollars. */
const USD_DECIMALS = 8

interface FeeHistory {
  /** Number of the last block of the window. */
  number: bigint
  baseFee: bigint
  /** Base fee of the next block, as the protocol computes it. */
  nextBaseFee: bigint
  /** Tips at each percentile: one list for each non-empty block. */
  rewards: readonly (readonly bigint[])[]
}

/** What a gas answer needs besides the chain. */
export interface GasQuestion {
  gasLimit: bigint
  /** Call data of the transaction, for the data fee of a rollup. */
  data: Hex
  /** USD for one native coin; null when unknown. */
  nativePrice(): Promise<string | null>
}

/** What gas costs in the next block, in three tiers. */
export async function readGas(
  rpc: Rpc,
  { gasLimit, data, nativePrice }: GasQuestion,
  signal: AbortSignal,
): Promise<GasAnswer> {
  const { chain } = rpc
  const [history, latest, l1Fee, price] = await Promise.all([
    settled(rpc, rpc.ask('eth_feeHistory', historyParams(), readHistory, signal)),
    latestBlock(rpc, signal),
    dataFee(rpc, data, signal),
    nativePrice(),
  ])
  const block = await sameBlock(rpc, history.number, latest, signal)
  const tiers = Object.entries(PERCENTILES).map(([name], index) => {
    const tip = atLeast(
      median(history.rewards.map((tips) => tips[index] ?? 0n)),
      chain.priorityFloor,
    )
    return [name, tierOf(name, history.nextBaseFee, tip)] as const
  })
  const { slow, standard, fast } = Object.fromEntries(tiers) as Record<
    keyof typeof PERCENTILES,
    Fees
  >
  const priced = (fees: Fees): GasTier => {
    // The sum of base fee and tip; the rest of the maximum is given back.
    const cost = gasLimit * (history.nextBaseFee + fees.tip) + (l1Fee ?? 0n)
    const formatted = formatUnits(cost, NATIVE_DECIMALS)
    return {
      maxPriorityFeePerGas: fees.tip.toString(),
      maxFeePerGas: fees.max.toString(),
      costWei: cost.toString(),
      costFormatted: formatted,
      costUsd: price === null ? null : roundDecimals(multiply(formatted, price), USD_DECIMALS),
    }
  }
  return {
    network: caip2(chain),
    blockNumber: block.number.toString(),
    baseFeePerGas: history.baseFee.toString(),
    nextBaseFeePerGas: history.nextBaseFee.toString(),
    slow: priced(slow),
    standard: priced(standard),
    fast: priced(fast),
    l1DataFeeWei: l1Fee === null ? null : l1Fee.toString(),
    symbol: chain.native,
    asOf: isoTime(block.time),
    source: 'eth_feeHistory',
  }
}

interface Fees {
  tip: bigint
  max: bigint
}

/** The maximum outlives several full blocks, each of which raises the base fee by an eighth. */
function tierOf(name: string, nextBaseFee: bigint, tip: bigint): Fees {
  const headroom = name === 'slow' ? (nextBaseFee * 5n) / 4n : nextBaseFee * 2n
  return { tip, max: headroom + tip }
}

function historyParams(): readonly unknown[] {
  return [`0x${HISTORY_BLOCKS.toString(16)}`, 'latest', Object.values(PERCENTILES)]
}

function readHistory(result: unknown): FeeHistory {
  const history = result as Record<
    'oldestBlock' | 'baseFeePerGas' | 'gasUsedRatio' | 'reward',
    unknown
  >
  const fees = listOf(history.baseFeePerGas).map(readQuantity)
  const ratios = listOf(history.gasUsedRatio)
  const tips = listOf(history.reward)
  const [nextBaseFee, baseFee] = [fees.at(-1), fees.at(-2)]
  if (nextBaseFee === undefined || baseFee === undefined || ratios.length !== fees.length - 1) {
    throw new Error('no fee history')
  }
  return {
    number: readQuantity(history.oldestBlock) + BigInt(ratios.length) - 1n,
    baseFee,
    nextBaseFee,
    // The tips of an empty block are zero, and say nothing of what is paid.
    rewards: tips
      .filter((_, index) => ratios[index] !== 0)
      .map((list) => listOf(list).map(readQuantity)),
  }
}

/** The window and the block were asked for at once and may be one block apart. */
async function sameBlock(
  rpc: Rpc,
  number: bigint,
  latest: Block,
  signal: AbortSignal,
): Promise<Block> {
  return latest.number === number ? latest : latestBlock(rpc, signal, number)
}

/** The middle one, the lower of two; zero of none. */
function median(values: readonly bigint[]): bigint {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n
}

function atLeast(value: bigint, floor: bigint): bigint {
  return value < floor ? floor : value
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error('no list')
  return value
}
