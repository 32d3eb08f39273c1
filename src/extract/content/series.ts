import type { ElementNode } from '../../markup/html/tree/node.ts'
import type { Block } from './block.ts'
import type { ElementStats } from './element-stats.ts'
import { hashPair } from './hash.ts'

const TEMPLATE_LEVELS = 4

/** What blocks have in common: their template, their text, the heading over them. */
export interface Series {
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
