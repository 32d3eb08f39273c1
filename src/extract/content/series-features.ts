import type { PageTree } from '../../markup/html/parse-page.ts'
import type { Block } from './block.ts'
import type { ElementStats } from './element-stats.ts'
import type { Series } from './series.ts'

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
