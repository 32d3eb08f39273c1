import type { PageTree } from '../../../markup/html/parse-page.ts'
import type { ElementNode } from '../../../markup/html/tree/node.ts'
import type { Block } from './block.ts'
import type { ElementStats } from './element-stats.ts'
import { hashPair } from './hash.ts'

const TEMPLATE_LEVELS = 4

/** What blocks have in common: their template, their text, the heading over them. */
interface Series {
  /** For each block the group of blocks that stand in equal elements. */
  groupOf: Int32Array
  counts: number[]
  chars: number[]
  linkChars: number[]
  /** How often each text occurs, by its hash. */
  wholes: ReadonlyMap<number, number>
  /** For each block the index of the heading before it, -1 when there is none. */
  headings: Int32Array
  levels: Int32Array
  sectionChars: Float64Array
  sectionLinks: Float64Array
  longest: number
  /** The greatest of `chars`. */
  longestGroup: number
}

/** Finds repeated templates and texts, and the sections between headings. */
export function seriesOf(blocks: readonly Block[], stats: ElementStats): Series {
  const count = blocks.length
  const groups = new Map<number, number>()
  const wholes = new Map<number, number>()
  const series = {
    groupOf: new Int32Array(count),
    counts: [] as number[],
    chars: [] as number[],
    linkChars: [] as number[],
    wholes,
    headings: new Int32Array(count),
    levels: new Int32Array(count),
    sectionChars: new Float64Array(count),
    sectionLinks: new Float64Array(count),
    longest: 0,
    longestGroup: 1,
  }
  let heading = -1
  for (let index = 0; index < count; index += 1) {
    const block = blocks[index]!
    const template = templateOf(block.owner, stats, TEMPLATE_LEVELS)
    let group = groups.get(template)
    if (group === undefined) {
      group = groups.size
      groups.set(template, group)
      series.counts.push(0)
      series.chars.push(0)
      series.linkChars.push(0)
    }
    series.groupOf[index] = group
    series.counts[group]! += 1
    series.chars[group]! += block.chars
    series.longestGroup = Math.max(series.longestGroup, series.chars[group]!)
    series.linkChars[group]! += block.linkChars
    wholes.set(block.whole, (wholes.get(block.whole) ?? 0) + 1)
    series.longest = Math.max(series.longest, block.chars)
    series.headings[index] = heading
    const level = headingLevel(block.owner)
    if (level > 0) {
      heading = index
      series.levels[index] = level
    } else if (heading >= 0) {
      series.sectionChars[heading]! += block.chars
      series.sectionLinks[heading]! += block.linkChars
    }
  }
  for (let index = 0; index < count; index += 1) {
    series.sectionLinks[index]! /= Math.max(1, series.sectionChars[index]!)
  }
  return series
}

function headingLevel(owner: ElementNode): number {
  if (owner.isHeading) return Number(owner.name.charAt(1))
  const { parent } = owner
  return parent?.isHeading === true ? Number(parent.name.charAt(1)) : 0
}

/**
 * The elements around a block, up to a number of levels, without its content: equal for blocks of the same
 * template.
 */
export function templateOf(
  owner: ElementNode,
  { signature }: Pick<ElementStats, 'signature'>,
  levels: number,
): number {
  let template = 0
  let element: ElementNode | undefined = owner
  for (let level = 0; level < levels && element; level += 1) {
    template = hashPair(template, signature[element.id]!)
    element = element.parent
  }
  return template
}

/** Numbers about the thing of a series that a block is part of, and about its section. */
const ITEM_COUNT = 9
const SECTION_COUNT = 5

/** Writes what a block shares with others of its template, its series and its section, from `at` on; returns the place after it. */
export function seriesFeatures(
  out: Float32Array,
  at: number,
  index: number,
  { owner, chars, whole }: Block,
  series: Series,
  stats: ElementStats,
  { nodes, root }: PageTree,
): number {
  const { groupOf } = series
  const group = groupOf[index]!
  const count = series.counts[group]!
  const all = Math.max(1, stats.chars[0]!)
  out[at++] = count
  out[at++] = series.chars[group]! / all
  out[at++] = series.chars[group]! / count
  out[at++] = series.chars[group]! / series.longestGroup
  out[at++] = series.linkChars[group]! / Math.max(1, series.chars[group]!)
  out[at++] = series.wholes.get(whole) ?? 1
  out[at++] = index > 0 && groupOf[index - 1] === group ? 1 : 0
  out[at++] = index + 1 < groupOf.length && groupOf[index + 1] === group ? 1 : 0
  let element = owner
  for (let level = 0; level < 2; level += 1) {
    const item = stats.item[element.id]!
    const outer = item === 0 ? root : (nodes[item]!.parent ?? root)
    if (item > 0) {
      out[at] = stats.repeats[item]!
      out[at + 1] = stats.repeatedChars[item]! / stats.repeats[item]!
      out[at + 2] = stats.repeatedChars[item]! / all
      out[at + 3] = stats.linkChars[item]! / Math.max(1, stats.chars[item]!)
      out[at + 4] = stats.chars[item]! / Math.max(1, stats.chars[outer.id]!)
      out[at + 6] = stats.repeatedChars[item]! / stats.longestSeries
      out[at + 7] = stats.images[item]!
      out[at + 8] = stats.prices[item]!
    }
    out[at + 5] = stats.depth[owner.id]! - stats.depth[item]!
    at += ITEM_COUNT
    element = outer
  }
  const heading = series.headings[index]!
  if (heading < 0) {
    out[at] = -1
    out[at + 2] = -1
    out[at + 3] = -1
  } else {
    out[at] = index - heading
    out[at + 1] = series.levels[heading]!
    out[at + 2] = series.sectionChars[heading]!
    out[at + 3] = series.sectionLinks[heading]!
  }
  out[at + 4] = chars / Math.max(1, series.longest)
  return at + SECTION_COUNT
}
