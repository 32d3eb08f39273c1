import type { ElementNode } from '../../../markup/html/tree/node.ts'
import type { Block } from './block.ts'
import { rangeAbove, sectionsOf } from './sections.ts'

/** Numbers per block that `contextFeatures` writes. */
export const CONTEXT_COUNT = 34

const NEAR_BLOCKS = 3
const WINDOWS = [4, 12] as const
const ANCESTOR_LEVELS = 5
const LIKELY = 0.5

/** Input for finding the blocks that were made by the same template. */
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
  const all = prefix.likely[count]!
  for (let index = 0; index < count; index += 1) {
    const { owner, whole } = blocks[index]!
    const own = probabilities[index]!
    let at = index * stride + offset
    out[at++] = own
    for (let distance = 1; distance <= NEAR_BLOCKS; distance += 1) {
      out[at++] = index >= distance ? probabilities[index - distance]! : -1
      out[at++] = index + distance < count ? probabilities[index + distance]! : -1
    }
    for (let window = 0; window < WINDOWS.length; window += 1) {
      const reach = WINDOWS[window]!
      const from = Math.max(0, index - reach)
      const to = Math.min(count, index + reach + 1)
      const likely = prefix.likely[to]! - prefix.likely[from]!
      out[at++] = share(likely, prefix.chars[to]! - prefix.chars[from]!)
    }
    let element: ElementNode | undefined = owner
    for (let level = 0; level < ANCESTOR_LEVELS; level += 1) {
      const id = element ? element.id : 0
      out[at++] = share(sums.likely[id]!, sums.chars[id]!)
      element = element?.parent
    }
    const group = groups.groupOf[index]!
    out[at++] = share(groups.likely[group]!, groups.chars[group]!)
    out[at++] = heading < 0 ? -1 : probabilities[heading]!
    const section = sections.headings[index]!
    out[at++] = section < 0 ? -1 : probabilities[section]!
    out[at++] = section < 0 ? -1 : index - section
    rangeAbove(sections, owner, index, probabilities, out, at)
    at += 2
    out[at++] = index - lastLikely
    out[at++] = nextLikely[index]! - index
    const before = seen.get(whole) ?? -1
    out[at++] = before
    out[at++] = page.mean
    out[at++] = page.likelyShare
    out[at++] = page.likelyWords
    out[at++] = page.greatest
    out[at++] = index < page.first ? -1 : index > page.last ? 1 : 0
    out[at++] = share(prefix.likely[index]!, all)
    out[at++] = page.hesitant
    out[at++] = share(sums.likely[owner.id]!, all)
    out[at++] = share(sums.likely[owner.parent ? owner.parent.id : 0]!, all)
    out[at++] = share(groups.likely[group]!, all)
    seen.set(whole, Math.max(before, own))
    if (owner.isHeading) heading = index
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
  for (let index = 0; index < blocks.length; index += 1) {
    size = Math.max(size, blocks[index]!.owner.id + 1)
  }
  const likely = new Float64Array(size)
  const chars = new Float64Array(size)
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index]!
    const part = probabilities[index]! * block.chars
    for (let at: ElementNode | undefined = block.owner; at; at = at.parent) {
      likely[at.id]! += part
      chars[at.id]! += block.chars
    }
  }
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
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index]!
    const { id, parent } = block.owner
    const own = namingOf[id]!
    const outer = namingOf[parent ? parent.id : 0]!
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
  }
  return { groupOf, likely, chars }
}

function prefixSums(
  blocks: readonly Block[],
  probabilities: Float32Array,
): { likely: Float64Array; chars: Float64Array } {
  const likely = new Float64Array(blocks.length + 1)
  const chars = new Float64Array(blocks.length + 1)
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index]!
    likely[index + 1] = likely[index]! + probabilities[index]! * block.chars
    chars[index + 1] = chars[index]! + block.chars
  }
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
  let chars = 0
  let sum = 0
  let likely = 0
  let words = 0
  let greatest = 0
  let first = -1
  let last = -1
  let hesitant = 0
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index]!
    const probability = probabilities[index]!
    chars += block.chars
    sum += probability * block.chars
    hesitant += probability * (1 - probability) * block.chars
    greatest = Math.max(greatest, probability)
    if (probability < LIKELY) continue
    likely += block.chars
    words += block.words
    if (first < 0) first = index
    last = index
  }
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
