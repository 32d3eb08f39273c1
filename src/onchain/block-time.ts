import { type Limits, limitsInto } from '../contract/limits.ts'
import { MINUTE_MS } from '../lib/durations.ts'
import { type Block, blockIn } from './rpc/block.ts'

/** Limits of this file that callers may meet, for documents. */
export const BLOCK_TIME_LIMITS: Limits = []
const limit = limitsInto(BLOCK_TIME_LIMITS)

export const UNKNOWN_BLOCK_MS = limit(
  12_000,
  'ms',
  'time between two blocks that is assumed of a chain of `--rpc-<name>` whose blocks cannot be read',
)

/** Shortest time between two blocks that is taken from measurements. */
const BLOCK_MIN_MS = 100

export const BLOCK_MAX_MS = limit(
  10 * MINUTE_MS,
  'ms',
  'longest time between two blocks that is measured of a chain of `--rpc-<name>`, by its latest thousand; an answer is `stale` beyond five times what was measured, and 30,000 ms',
)

/** Distances from the latest block at which others are looked at. */
const SPANS = [1_000n, 100n, 10n, 1n] as const

/**
 * The time between two blocks of a chain, by the times of its own latest blocks: the longest of the averages over several spans, so
 * that a chain which makes blocks only on demand is not taken for one that has stopped. `ask` gets a block by its number.
 */
export async function measureBlockMs(
  ask: (tag: bigint | 'latest') => Promise<unknown>,
): Promise<number> {
  try {
    const latest = blockIn(await ask('latest'))
    const spans = SPANS.filter((span) => span < latest.number)
    const earlier = await Promise.all(spans.map(async (span) => ask(latest.number - span)))
    const longest = Math.max(0, ...earlier.map((block) => averageMs(latest, blockIn(block))))
    if (longest === 0) return UNKNOWN_BLOCK_MS
    return Math.min(BLOCK_MAX_MS, Math.max(BLOCK_MIN_MS, longest))
  } catch {
    return UNKNOWN_BLOCK_MS
  }
}

function averageMs(latest: Block, earlier: Block): number {
  const count = Number(latest.number - earlier.number)
  return Math.round((Number(latest.time - earlier.time) * 1000) / Math.max(1, count))
}
