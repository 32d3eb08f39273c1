import type { GasAnswer, GasTier } from '../contract/onchain.ts'
import { caip2, NATIVE_DECIMALS } from './chains.ts'
import { dataFee } from './data-fee.ts'
import { formatUnits, multiply, roundDecimals } from './decimal.ts'
import { inOrder, middleTips, readFee, readFeeHistory } from './fee-history.ts'
import type { Hex } from './hex.ts'
import { readBlock, stampOf } from './rpc/block.ts'
import { CallRefused, CallReverted, EndpointFailure } from './rpc/json-rpc.ts'
import { pinned, type Rpc } from './rpc/rpc.ts'

/** Share of the gas of a block, in percent, that paid no more than the fee of each tier. */
const PERCENTILES = { slow: 10, standard: 50, fast: 90 } as const

/** Decimals of an amount of dollars. */
const USD_DECIMALS = 8

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
  const price = nativePrice()
  price.catch(() => {
    // Seen below, unless the chain fails first.
  })
  const history = await readFeeHistory(rpc, Object.values(PERCENTILES), signal)
  const at = pinned(rpc, history.number)
  const [block, l1Fee, [tips, source], usd] = await Promise.all([
    readBlock(at, signal),
    dataFee(at, data, signal),
    tipsOf(rpc, history.tips, signal),
    price,
  ])
  const [slow = 0n, standard = 0n, fast = 0n] = tips
  const priced = (tip: bigint, most: bigint): GasTier => {
    // The sum of base fee and tip; the rest of the maximum is given back.
    const cost = gasLimit * (history.nextBaseFee + tip) + (l1Fee ?? 0n)
    const formatted = formatUnits(cost, NATIVE_DECIMALS)
    return {
      maxPriorityFeePerGas: tip.toString(),
      maxFeePerGas: (most + tip).toString(),
      costWei: cost.toString(),
      costFormatted: formatted,
      costUsd: usd === null ? null : roundDecimals(multiply(formatted, usd), USD_DECIMALS),
    }
  }
  // The maximum outlives several full blocks, each of which raises the base fee by an eighth.
  const [brief, lasting] = [(history.nextBaseFee * 5n) / 4n, history.nextBaseFee * 2n]
  return {
    network: caip2(chain),
    baseFeePerGas: history.baseFee.toString(),
    nextBaseFeePerGas: history.nextBaseFee.toString(),
    slow: priced(slow, brief),
    standard: priced(standard, lasting),
    fast: priced(fast, lasting),
    l1DataFeeWei: l1Fee === null ? null : l1Fee.toString(),
    symbol: chain.native,
    source,
    ...stampOf(block),
  }
}

type Tips = readonly [tips: readonly bigint[], source: GasAnswer['source']]

/** The tips of the tiers; those that the node itself suggests where its history has none. */
async function tipsOf(
  rpc: Rpc,
  tips: readonly (readonly bigint[])[] | undefined,
  signal: AbortSignal,
): Promise<Tips> {
  const percentiles = Object.values(PERCENTILES)
  const floor = rpc.chain.priorityFloor
  if (tips) return [middleTips(tips, percentiles, floor), 'eth_feeHistory']
  try {
    const tip = await rpc.ask('eth_maxPriorityFeePerGas', [], readFee, signal)
    return [
      inOrder(
        percentiles.map(() => tip),
        floor,
      ),
      'eth_maxPriorityFeePerGas',
    ]
  } catch (thrown) {
    const isUnknown = [CallRefused, CallReverted, EndpointFailure].some(
      (kind) => thrown instanceof kind,
    )
    if (!isUnknown) throw thrown
    return [percentiles.map(() => floor), 'eth_feeHistory']
  }
}
