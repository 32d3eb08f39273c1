import type { Block } from '../features/block.ts'

const BINS = 256
/** Blocks likelier content than not are kept, unless the caller prefers precision. */
const BALANCED_MAX = 0.5
const THRESHOLD_MAX = 0.9
/** A page without any block this likely shows only what is around content. */
const NOTHING_MAX_PROBABILITY = 0.1

/**
 * The probability from which on blocks are kept: `strictness` times the one that promises the greatest F1 over
 * words if the probabilities are right. That one is half of this F1, so that each page has its own: low where
 * nothing is certain, high where much is, but never above one half. `focus` then raises or lowers it as the caller
 * wishes. Some block is always kept, the likeliest at least.
 */
export function thresholdOf(
  { blocks }: { blocks: readonly Block[] },
  probabilities: Float32Array,
  strictness: number,
  focus = 1,
): number {
  let greatest = 0
  for (const probability of probabilities) greatest = Math.max(greatest, probability)
  const balanced = Math.min(BALANCED_MAX, (strictness / 2) * bestExpected(blocks, probabilities))
  return Math.min(greatest, THRESHOLD_MAX, focus * balanced)
}

/** True when no block is likely enough to be content. */
export function isNothingLikely(probabilities: Float32Array): boolean {
  return probabilities.every((probability) => probability < NOTHING_MAX_PROBABILITY)
}

/** The greatest F1 over words that keeping the likeliest blocks promises. */
function bestExpected(blocks: readonly Block[], probabilities: Float32Array): number {
  const words = new Float64Array(BINS)
  const likely = new Float64Array(BINS)
  let expectedWords = 0
  for (let index = 0; index < probabilities.length; index += 1) {
    const probability = probabilities[index]!
    const bin = Math.min(BINS - 1, Math.floor(probability * BINS))
    const weight = Math.max(1, blocks[index]!.words)
    words[bin]! += weight
    likely[bin]! += weight * probability
    expectedWords += weight * probability
  }
  let [kept, hits, best] = [0, 0, 0]
  for (let bin = BINS - 1; bin >= 0; bin -= 1) {
    kept += words[bin]!
    hits += likely[bin]!
    best = Math.max(best, (2 * hits) / (kept + expectedWords))
  }
  return best
}
