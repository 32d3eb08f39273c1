import type { ElementNode } from '../../../markup/html/tree/node.ts'
import type { PageSignals } from '../features/block-features.ts'
import type { Block } from '../features/block.ts'
import { rangeAbove, sectionsOf } from '../features/sections.ts'
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
  const ranges = rangesOf(stats.namings, tables.names)
  const phrase = new Float32Array(blocks.length)
  const mean = new Float32Array(blocks.length)
  const opening = new Float32Array(blocks.length)
  let headingPhrase = 0
  let headingMean = 0
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index]!
    const start = index * stride + offset
    nameFigures(block.owner, stats.namingOf, ranges, out, start)
    const at = start + NAME_COUNT
    phrase[index] = block.phrase === 0 ? 0 : tables.phrases.get(block.phrase)
    const prefix = tables.prefixes.get(block.prefix)
    opening[index] = phrase[index] || prefix
    out[at] = phrase[index]!
    out[at + 1] = prefix
    wordFigures(block, tables.words, out, at + 2)
    mean[index] = out[at + 2]!
    out[at + 5] = headingPhrase
    out[at + 6] = headingMean
    if (block.owner.isHeading) {
      headingPhrase = opening[index]!
      headingMean = mean[index]!
    }
  }
  const sections = sectionsOf(blocks)
  for (let index = 0; index < blocks.length; index += 1) {
    const { owner } = blocks[index]!
    const start = index * stride + offset
    const at = start + NAME_COUNT + 8
    const heading = sections.headings[index]!
    out[at] = heading < 0 ? 0 : opening[heading]!
    out[at + 1] = heading < 0 ? 0 : mean[heading]!
    rangeAbove(sections, owner, index, opening, out, at + 2)
    rangeAbove(sections, owner, index, mean, out, at + 4)
    if (index > 0) besideFigures(out, start - stride, at + 6)
    if (index + 1 < blocks.length) besideFigures(out, start + stride, at + 6 + BESIDE_COUNT)
  }
}

const BESIDE_COUNT = 5

/** Least, greatest and mean weight of the names around a neighbour, whose row begins at `from`, its phrase, its words. */
function besideFigures(out: Float32Array, from: number, at: number): void {
  out[at] = out[from]!
  out[at + 1] = out[from + 2]!
  out[at + 2] = out[from + 3]!
  out[at + 3] = out[from + NAME_COUNT]!
  out[at + 4] = out[from + NAME_COUNT + 2]!
}

const NAME_COUNT = 9

/** For each naming the least and the greatest weight of its names that are known; both 0 when none is. */
interface Ranges {
  mins: Float32Array
  maxs: Float32Array
}

function rangesOf(namings: readonly (readonly number[])[], names: WeightTable): Ranges {
  const mins = new Float32Array(namings.length)
  const maxs = new Float32Array(namings.length)
  for (let naming = 0; naming < namings.length; naming += 1) {
    readRange(naming, namings[naming]!, names, { mins, maxs })
  }
  return { mins, maxs }
}

/** A function of its own, since V8 compiles one that is called often better than one that loops long. */
function readRange(
  naming: number,
  tokens: readonly number[],
  names: WeightTable,
  { mins, maxs }: Ranges,
): void {
  let min = Infinity
  let max = -Infinity
  for (let at = 0; at < tokens.length; at += 1) {
    const weight = names.get(tokens[at]!)
    if (weight === 0) continue
    min = Math.min(min, weight)
    max = Math.max(max, weight)
  }
  if (min === Infinity) return
  mins[naming] = min
  maxs[naming] = max
}

/** Least and greatest weight of the names around a block, their mean, the nearest two, the least farther out, their number. */
function nameFigures(
  owner: ElementNode,
  namingOf: Int32Array,
  { mins, maxs }: Ranges,
  out: Float32Array,
  start: number,
): void {
  let min = 0
  let max = 0
  let sum = 0
  let count = 0
  let farMin = 0
  for (let at: ElementNode | undefined = owner; at; at = at.parent) {
    const naming = namingOf[at.id]!
    const least = mins[naming]!
    const greatest = maxs[naming]!
    if (least === 0 && greatest === 0) continue
    if (count < 2) {
      out[start + 3 + 2 * count] = least
      out[start + 4 + 2 * count] = greatest
    } else farMin = Math.min(farMin, least)
    count += 1
    sum += least + greatest
    min = Math.min(min, least)
    max = Math.max(max, greatest)
  }
  out[start] = min
  out[start + 1] = max
  out[start + 2] = sum / Math.max(1, 2 * count)
  out[start + 7] = farMin
  out[start + 8] = count
}

/** Mean, least and greatest weight of the words of a block, and after two other numbers, for short ones, their sum. */
function wordFigures(
  { words, wordHashes }: Block,
  table: WeightTable,
  out: Float32Array,
  at: number,
): void {
  let sum = 0
  let min = 0
  let max = 0
  for (let word = 0; word < wordHashes.length; word += 1) {
    const weight = table.get(wordHashes[word]!)
    sum += weight
    min = Math.min(min, weight)
    max = Math.max(max, weight)
  }
  out[at] = sum / Math.max(1, wordHashes.length)
  out[at + 1] = min
  out[at + 2] = max
  out[at + 5] = words <= SHORT_MAX_WORDS ? sum : 0
}
