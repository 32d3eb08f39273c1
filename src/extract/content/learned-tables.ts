import type { ElementNode } from '../tree/node.ts'
import type { PageSignals } from './block-features.ts'
import { rangeAbove, sectionsOf } from './sections.ts'
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
export const TABLE_COUNT = 33
const SHORT_MAX_WORDS = 12

/** Writes the features that come from the learned tables into rows of `stride` numbers, from `offset` on. */
export function tableFeatures(
  { blocks, stats }: PageSignals,
  tables: LearnedTables,
  out: Float32Array,
  stride: number,
  offset: number,
): void {
  const ranges = stats.namings.map((tokens) => rangeOf(tokens, tables.names))
  const phrase = new Float32Array(blocks.length)
  const mean = new Float32Array(blocks.length)
  const opening = new Float32Array(blocks.length)
  let headingPhrase = 0
  let headingMean = 0
  blocks.forEach((block, index) => {
    const words = wordFigures(block.wordHashes, tables.words)
    phrase[index] = block.phrase === 0 ? 0 : tables.phrases.get(block.phrase)
    mean[index] = words.mean
    const prefix = tables.prefixes.get(block.prefix)
    opening[index] = phrase[index] || prefix
    nameFigures(block.owner, stats.namingOf, ranges, out, index * stride + offset)
    const at = index * stride + offset + NAME_COUNT
    out[at] = phrase[index]!
    out[at + 1] = prefix
    out[at + 2] = words.mean
    out[at + 3] = words.min
    out[at + 4] = words.max
    out[at + 5] = headingPhrase
    out[at + 6] = headingMean
    out[at + 7] = block.words <= SHORT_MAX_WORDS ? words.sum : 0
    if (block.owner.isHeading) {
      headingPhrase = opening[index]
      headingMean = words.mean
    }
  })
  const sections = sectionsOf(blocks)
  blocks.forEach(({ owner }, index) => {
    let at = index * stride + offset + NAME_COUNT + 8
    const heading = sections.headings[index]!
    const phrases = rangeAbove(sections, owner, index, opening)
    const words = rangeAbove(sections, owner, index, mean)
    out[at] = heading < 0 ? 0 : opening[heading]!
    out[at + 1] = heading < 0 ? 0 : mean[heading]!
    out[at + 2] = phrases.min
    out[at + 3] = phrases.max
    out[at + 4] = words.min
    out[at + 5] = words.max
    at += 6
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

/** The least and the greatest weight of the names of an element. */
interface Range {
  min: number
  max: number
}

/** Least and greatest weight of the names around a block, their mean, the nearest two, the least farther out, their number. */
function nameFigures(
  owner: ElementNode,
  namingOf: Int32Array,
  ranges: readonly (Range | undefined)[],
  out: Float32Array,
  start: number,
): void {
  let [min, max, sum, count, farMin] = [0, 0, 0, 0, 0]
  for (let at: ElementNode | undefined = owner; at; at = at.parent) {
    const range = ranges[namingOf[at.id]!]
    if (!range) continue
    if (count < 2) {
      out[start + 3 + 2 * count] = range.min
      out[start + 4 + 2 * count] = range.max
    } else farMin = Math.min(farMin, range.min)
    count += 1
    sum += range.min + range.max
    min = Math.min(min, range.min)
    max = Math.max(max, range.max)
  }
  out[start] = min
  out[start + 1] = max
  out[start + 2] = sum / Math.max(1, 2 * count)
  out[start + 7] = farMin
  out[start + 8] = count
}

function rangeOf(tokens: Int32Array, names: WeightTable): Range | undefined {
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
