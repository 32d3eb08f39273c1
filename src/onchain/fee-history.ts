import { readQuantity } from './rpc/block.ts'
import type { Rpc } from './rpc/rpc.ts'

/** Blocks that fees are learned from. */
const HISTORY_BLOCKS = 20

/** Blocks with transactions that tips need; where there are fewer, blocks that took any tip stand for the rest. */
const VOTES_MIN_COUNT = 5

/** Wei per gas beyond which a number is no fee: a whole coin. */
const FEE_MAX = 10n ** 18n

/** What a window of blocks tells of fees. */
export interface FeeHistory {
  /** Number of the last block of the window. */
  number: bigint
  baseFee: bigint
  /** Base fee of the next block, as the protocol computes it. */
  nextBaseFee: bigint
  /** Tips at each percentile, one list for each block with transactions; undefined where the node does not tell them. */
  tips: readonly (readonly bigint[])[] | undefined
}

/** Asks for the fees of the last blocks, with the tips at these percentiles of the gas of each. */
export async function readFeeHistory(
  rpc: Rpc,
  percentiles: readonly number[],
  signal: AbortSignal,
): Promise<FeeHistory> {
  const params = [`0x${HISTORY_BLOCKS.toString(16)}`, 'latest', percentiles]
  return rpc.ask(
    'eth_feeHistory',
    params,
    (result) => historyIn(result, percentiles.length),
    signal,
  )
}

/**
 * The middle tip at each percentile, from low to high. No block sets it alone: each has one vote, and where few have any, blocks that
 * took any tip vote too.
 */
export function middleTips(
  tips: readonly (readonly bigint[])[],
  percentiles: readonly number[],
  floor: bigint,
): readonly bigint[] {
  const idle = Array.from({ length: Math.max(0, VOTES_MIN_COUNT - tips.length) }, () => floor)
  return inOrder(
    percentiles.map((_, index) => median([...idle, ...tips.map((block) => block[index] ?? floor)])),
    floor,
  )
}

/** Tips that are not below the floor, nor below one before them. */
export function inOrder(tips: readonly bigint[], floor: bigint): readonly bigint[] {
  let least = floor
  return tips.map((tip) => {
    if (tip > least) least = tip
    return least
  })
}

/** A fee as a node gives it. Throws on what is none. */
export function readFee(value: unknown): bigint {
  const fee = readQuantity(value)
  if (fee > FEE_MAX) throw new Error('no fee')
  return fee
}

function historyIn(result: unknown, percentileCount: number): FeeHistory {
  const history = result as Record<
    'oldestBlock' | 'baseFeePerGas' | 'gasUsedRatio' | 'reward',
    unknown
  >
  const fees = listIn(history.baseFeePerGas)
  // One more than there are blocks: the last is that of the next block, which not every node knows.
  const count = fees.length - 1
  const baseFee = readFee(fees[count - 1])
  const next = fees[count] ?? undefined
  return {
    number: readQuantity(history.oldestBlock) + BigInt(count) - 1n,
    baseFee,
    nextBaseFee: next === undefined ? baseFee : readFee(next),
    tips: tipsIn(history, count, percentileCount),
  }
}

/** Tips of the blocks that have transactions. A block whose tips are missing, or that has none to tell, does not vote. */
function tipsIn(
  { reward, gasUsedRatio }: { reward: unknown; gasUsedRatio: unknown },
  blockCount: number,
  percentileCount: number,
): readonly (readonly bigint[])[] | undefined {
  if (!Array.isArray(reward) || reward.length !== blockCount) return undefined
  const ratios: readonly unknown[] = Array.isArray(gasUsedRatio) ? gasUsedRatio : []
  const lists = reward.map((list: unknown) => tipsOfBlock(list, percentileCount))
  if (lists.every((list) => list === undefined)) return undefined
  return lists.filter((list, index): list is readonly bigint[] => {
    if (list === undefined) return false
    // The tips of an empty block are zero, and say nothing of what is paid.
    const ratio = ratios[index]
    return typeof ratio === 'number' ? ratio > 0 : list.some((tip) => tip > 0n)
  })
}

function tipsOfBlock(list: unknown, percentileCount: number): readonly bigint[] | undefined {
  if (!Array.isArray(list) || list.length !== percentileCount) return undefined
  try {
    return list.map(readFee)
  } catch {
    return undefined
  }
}

/** The middle one, the lower of two; zero of none. */
function median(values: readonly bigint[]): bigint {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n
}

function listIn(value: unknown): readonly unknown[] {
  if (!Array.isArray(value) || value.length < 2) throw new Error('no list')
  return value
}
