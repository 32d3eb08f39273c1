import type { ElementNode } from '../tree/node.ts'
import type { Block } from './read-blocks.ts'
import { rangeAbove, sectionsOf } from './sections.ts'

/** Numbers per block that `contextFeatures` writes. */
export const CONTEXT_COUNT = 34

const STEPS = [-1, 1, -2, 2, -3, 3]
const WINDOWS = [4, 12]
const ANCESTOR_LEVELS = 5
const LIKELY = 0.5

/** What is needed to tell which blocks are made by the same template. */
export interface Naming {
  namingOf: Int32Array
}

/**
 * Writes what the first judgement says of the surroundings of each block: its neighbours, everything in the
 * elements around it, blocks of the same template, its heading, the page. `out` has rows of `stride` numbers.
 */
export function contextFeatures(
  blocks: readonly Block[],
  naming: Naming,
  probabilities: Float32Array,
  out: Float32Array,
  stride: number,
  offset: number,
): void {
  const count = blocks.length
  const sums = inElements(blocks, probabilities)
  const groups = inGroups(blocks, naming, probabilities)
  const prefix = prefixSums(blocks, probabilities)
  const page = pageFigures(blocks, probabilities)
  const sections = sectionsOf(blocks)
  const seen = new Map<number, number>()
  let heading = -1
  let lastLikely = -1
  const nextLikely = nextLikelyOf(probabilities)
  for (let index = 0; index < count; index += 1) {
    const block = blocks[index]!
    let at = index * stride + offset
    const put = (value: number): void => {
      out[at] = value
      at += 1
    }
    const own = probabilities[index]!
    put(own)
    for (const step of STEPS) put(probabilities[index + step] ?? -1)
    for (const reach of WINDOWS) {
      const from = Math.max(0, index - reach)
      const to = Math.min(count, index + reach + 1)
      put(share(prefix.likely[to]! - prefix.likely[from]!, prefix.chars[to]! - prefix.chars[from]!))
    }
    let element: ElementNode | undefined = block.owner
    for (let level = 0; level < ANCESTOR_LEVELS; level += 1) {
      const id = element?.id ?? 0
      put(share(sums.likely[id]!, sums.chars[id]!))
      element = element?.parent
    }
    const group = groups.groupOf[index]!
    put(share(groups.likely[group]!, groups.chars[group]!))
    put(heading < 0 ? -1 : probabilities[heading]!)
    const section = sections.headings[index]!
    put(section < 0 ? -1 : probabilities[section]!)
    put(section < 0 ? -1 : index - section)
    const above = rangeAbove(sections, block.owner, index, probabilities)
    put(above.min)
    put(above.max)
    put(index - lastLikely)
    put(nextLikely[index]! - index)
    const before = seen.get(block.whole)
    put(before ?? -1)
    put(page.mean)
    put(page.likelyShare)
    put(page.likelyWords)
    put(page.greatest)
    put(index < page.first ? -1 : index > page.last ? 1 : 0)
    put(share(prefix.likely[index]!, prefix.likely[count]!))
    put(page.hesitant)
    put(share(sums.likely[block.owner.id]!, prefix.likely[count]!))
    put(share(sums.likely[block.owner.parent?.id ?? 0]!, prefix.likely[count]!))
    put(share(groups.likely[group]!, prefix.likely[count]!))
    seen.set(block.whole, Math.max(before ?? -1, own))
    if (block.owner.isHeading) heading = index
    if (own >= LIKELY) lastLikely = index
  }
}

function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0
}

function inElements(
  blocks: readonly Block[],
  probabilities: Float32Array,
): { likely: Float64Array; chars: Float64Array } {
  let size = 1
  for (const { owner } of blocks) size = Math.max(size, owner.id + 1)
  const likely = new Float64Array(size)
  const chars = new Float64Array(size)
  blocks.forEach((block, index) => {
    for (let at: ElementNode | undefined = block.owner; at; at = at.parent) {
      likely[at.id]! += probabilities[index]! * block.chars
      chars[at.id]! += block.chars
    }
  })
  return { likely, chars }
}

function inGroups(
  blocks: readonly Block[],
  { namingOf }: Naming,
  probabilities: Float32Array,
): { groupOf: Int32Array; likely: number[]; chars: number[] } {
  const groupOf = new Int32Array(blocks.length)
  const likely: number[] = []
  const chars: number[] = []
  const known = new Map<number, number>()
  blocks.forEach((block, index) => {
    const own = namingOf[block.owner.id]!
    const outer = namingOf[block.owner.parent?.id ?? 0]!
    const key = outer * 2 ** 24 + own
    let group = known.get(key)
    if (group === undefined) {
      group = likely.length
      known.set(key, group)
      likely.push(0)
      chars.push(0)
    }
    groupOf[index] = group
    likely[group]! += probabilities[index]! * block.chars
    chars[group]! += block.chars
  })
  return { groupOf, likely, chars }
}

function prefixSums(
  blocks: readonly Block[],
  probabilities: Float32Array,
): { likely: Float64Array; chars: Float64Array } {
  const likely = new Float64Array(blocks.length + 1)
  const chars = new Float64Array(blocks.length + 1)
  blocks.forEach((block, index) => {
    likely[index + 1] = likely[index]! + probabilities[index]! * block.chars
    chars[index + 1] = chars[index]! + block.chars
  })
  return { likely, chars }
}

function nextLikelyOf(probabilities: Float32Array): Int32Array {
  const next = new Int32Array(probabilities.length)
  let likely = probabilities.length
  for (let index = probabilities.length - 1; index >= 0; index -= 1) {
    next[index] = likely
    if (probabilities[index]! >= LIKELY) likely = index
  }
  return next
}

function pageFigures(
  blocks: readonly Block[],
  probabilities: Float32Array,
): Record<
  'mean' | 'likelyShare' | 'likelyWords' | 'greatest' | 'first' | 'last' | 'hesitant',
  number
> {
  let [chars, sum, likely, words, greatest, first, last, hesitant] = [0, 0, 0, 0, 0, -1, -1, 0]
  blocks.forEach((block, index) => {
    const probability = probabilities[index]!
    chars += block.chars
    sum += probability * block.chars
    hesitant += probability * (1 - probability) * block.chars
    greatest = Math.max(greatest, probability)
    if (probability < LIKELY) return
    likely += block.chars
    words += block.words
    if (first < 0) first = index
    last = index
  })
  return {
    mean: share(sum, chars),
    likelyShare: share(likely, chars),
    likelyWords: words,
    greatest,
    first,
    last,
    hesitant: share(hesitant, chars),
  }
}
