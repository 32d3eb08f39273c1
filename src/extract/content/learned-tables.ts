import type { ElementNode } from '../tree/node.ts'
import type { PageSignals } from './block-features.ts'
import { HEADINGS } from '../tree/tags.ts'
import type { WeightTable } from './weight-table.ts'

/** Everything that was learned about names and words. */
export interface LearnedTables {
  /** Words and pairs of words in class, id and the like, and tag names. */
  names: WeightTable
  /** Whole short blocks, pairs of words that begin a block, and single words. */
  phrases: WeightTable
  prefixes: WeightTable
  words: WeightTable
}

/** Numbers per block that `tableFeatures` writes. */
export const TABLE_COUNT = 27
const SHORT_MAX_WORDS = 12

/** Writes the features that come from the learned tables into rows of `stride` numbers, from `offset` on. */
export function tableFeatures(
  { blocks, stats }: PageSignals,
  tables: LearnedTables,
  out: Float32Array,
  stride: number,
  offset: number,
): void {
  const elements = nameFigures(stats.tokensOf, blocks, tables.names)
  const phrase = new Float32Array(blocks.length)
  const mean = new Float32Array(blocks.length)
  let headingPhrase = 0
  let headingMean = 0
  blocks.forEach((block, index) => {
    const words = wordFigures(block.wordHashes, tables.words)
    phrase[index] = block.phrase === 0 ? 0 : tables.phrases.get(block.phrase)
    mean[index] = words.mean
    const prefix = tables.prefixes.get(block.prefix)
    const figures = elements.get(block.owner)!
    out.set(figures, index * stride + offset)
    const at = index * stride + offset + NAME_COUNT
    out[at] = phrase[index]!
    out[at + 1] = prefix
    out[at + 2] = words.mean
    out[at + 3] = words.min
    out[at + 4] = words.max
    out[at + 5] = headingPhrase
    out[at + 6] = headingMean
    out[at + 7] = block.words <= SHORT_MAX_WORDS ? words.sum : 0
    if (HEADINGS.has(block.owner.name)) {
      headingPhrase = phrase[index] || prefix
      headingMean = words.mean
    }
  })
  blocks.forEach((_, index) => {
    let at = index * stride + offset + NAME_COUNT + 8
    for (const step of [-1, 1]) {
      const other = index + step
      const isThere = other >= 0 && other < blocks.length
      const names = other * stride + offset
      out[at] = isThere ? out[names]! : 0
      out[at + 1] = isThere ? out[names + 2]! : 0
      out[at + 2] = isThere ? out[names + 3]! : 0
      out[at + 3] = isThere ? phrase[other]! : 0
      out[at + 4] = isThere ? mean[other]! : 0
      at += 5
    }
  })
}

const NAME_COUNT = 9

/** For the owner of each block: least and greatest weight of the names around it, mean, the nearest two, and so on. */
function nameFigures(
  tokensOf: PageSignals['stats']['tokensOf'],
  blocks: PageSignals['blocks'],
  names: WeightTable,
): Map<ElementNode, Float32Array> {
  const known = new Map<ElementNode, Float32Array>()
  const ownMin = new Map<Int32Array, { min: number; max: number } | undefined>()
  for (const { owner } of blocks) {
    if (known.has(owner)) continue
    let [min, max, sum, count] = [0, 0, 0, 0]
    const near = [0, 0, 0, 0]
    let farMin = 0
    for (let at: ElementNode | undefined = owner; at; at = at.parent) {
      const tokens = tokensOf[at.id]
      if (!tokens) continue
      if (!ownMin.has(tokens)) ownMin.set(tokens, rangeOf(tokens, names))
      const range = ownMin.get(tokens)
      if (!range) continue
      if (count < 2) {
        near[2 * count] = range.min
        near[2 * count + 1] = range.max
      } else farMin = Math.min(farMin, range.min)
      count += 1
      sum += range.min + range.max
      min = Math.min(min, range.min)
      max = Math.max(max, range.max)
    }
    known.set(
      owner,
      Float32Array.of(min, max, sum / Math.max(1, 2 * count), ...near, farMin, count),
    )
  }
  return known
}

function rangeOf(tokens: Int32Array, names: WeightTable): { min: number; max: number } | undefined {
  let min = Infinity
  let max = -Infinity
  for (const token of tokens) {
    const weight = names.get(token)
    if (weight === 0) continue
    min = Math.min(min, weight)
    max = Math.max(max, weight)
  }
  return min === Infinity ? undefined : { min, max }
}

function wordFigures(
  hashes: readonly number[],
  words: WeightTable,
): { mean: number; min: number; max: number; sum: number } {
  let [sum, min, max] = [0, 0, 0]
  for (const hash of hashes) {
    const weight = words.get(hash)
    if (weight === 0) continue
    sum += weight
    min = Math.min(min, weight)
    max = Math.max(max, weight)
  }
  return { mean: sum / Math.max(1, hashes.length), min, max, sum }
}
