import type { PageTree } from '../../../markup/html/parse-page.ts'
import type { ElementNode } from '../../../markup/html/tree/node.ts'
import type { Block } from './block.ts'
import type { ElementStats } from './element-stats.ts'
import {
  LINK_FIGURES_COUNT,
  linkFigures,
  readLinkTargets,
  type LinkTargets,
} from './link-targets.ts'

/** Numbers per block that `endFeatures` writes. */
export const END_COUNT = 22

/** Shorter blocks, or those with more links, are no prose. */
const PROSE_MIN_CHARS = 80
/** Share of prose in an element that counts for the one around its parent. */
const OUTER_SHARE = 0.5
const STEPS_MAX_COUNT = 12

/** What tells the end of the content from what stands below it. */
export interface Ends {
  targets: LinkTargets
  /** Fields for long texts, and times, before each node. */
  areas: Int32Array
  times: Int32Array
  /** The element with the most prose right inside of it. */
  densest: ElementNode
  /** Index of its last block. */
  densestLast: number
  /** Characters of prose before each block, and at the end of all. */
  proseBefore: Float64Array
  /** Index of the nearest prose before and after each block. */
  last: Int32Array
  next: Int32Array
  /** Ids of the elements of the heading before each block and of the next one after it. */
  sectionFrom: Int32Array
  sectionTo: Int32Array
}

/** Finds where the running text of a page ends. */
export function readEnds(tree: PageTree, blocks: readonly Block[], address: string): Ends {
  const { nodes } = tree
  const count = blocks.length
  const areas = new Int32Array(nodes.length + 1)
  const times = new Int32Array(nodes.length + 1)
  for (let id = 0; id < nodes.length; id += 1) {
    const node = nodes[id]!
    areas[id + 1] = areas[id]! + (!node.isText && node.name === 'textarea' ? 1 : 0)
    times[id + 1] = times[id]! + (!node.isText && node.name === 'time' ? 1 : 0)
  }
  const proseBefore = new Float64Array(count + 1)
  const last = new Int32Array(count)
  const next = new Int32Array(count)
  const sectionFrom = new Int32Array(count)
  const sectionTo = new Int32Array(count)
  const density = new Map<ElementNode, number>()
  let [lastProse, heading] = [-1, 0]
  for (let index = 0; index < count; index += 1) {
    const block = blocks[index]!
    last[index] = index - lastProse
    if (isHeading(block.owner)) heading = block.owner.id
    sectionFrom[index] = heading
    const prose = isProse(block) ? block.chars : 0
    proseBefore[index + 1] = proseBefore[index]! + prose
    if (prose === 0) continue
    lastProse = index
    const { parent } = block.owner
    if (!parent) continue
    density.set(parent, (density.get(parent) ?? 0) + prose)
    if (!parent.parent) continue
    density.set(parent.parent, (density.get(parent.parent) ?? 0) + OUTER_SHARE * prose)
  }
  let [nextProse, end] = [count, nodes.length]
  for (let index = count - 1; index >= 0; index -= 1) {
    next[index] = nextProse - index
    sectionTo[index] = end
    if (isProse(blocks[index]!)) nextProse = index
    if (isHeading(blocks[index]!.owner)) end = blocks[index]!.owner.id
  }
  let densest = tree.root
  let most = 0
  for (const [element, chars] of density) {
    if (chars > most) [densest, most] = [element, chars]
  }
  let densestLast = -1
  for (let index = 0; index < count; index += 1) {
    const { id } = blocks[index]!.owner
    if (id >= densest.id && id < densest.end) densestLast = index
  }
  const targets = readLinkTargets(tree, address)
  return {
    targets,
    areas,
    times,
    densest,
    densestLast,
    proseBefore,
    last,
    next,
    sectionFrom,
    sectionTo,
  }
}

/** Writes where a block stands from the end of the running text, and where the links around it lead; returns the place after them. */
export function endFeatures(
  out: Float32Array,
  at: number,
  index: number,
  { owner }: Block,
  ends: Ends,
  stats: Pick<ElementStats, 'item'>,
  { nodes }: PageTree,
): number {
  const { targets, areas, times, densest, proseBefore } = ends
  const item = nodes[stats.item[owner.id]!] as ElementNode
  const outer = item.parent ?? item
  const from = ends.sectionFrom[index]!
  const to = Math.max(from, ends.sectionTo[index]!)
  linkFigures(targets, owner.id, owner.end, out, at)
  linkFigures(targets, item.id, item.end, out, at + LINK_FIGURES_COUNT)
  // What all of a series leads to within the page says nothing more.
  linkFigures(targets, outer.id, outer.end, out, at + 2 * LINK_FIGURES_COUNT - 1)
  linkFigures(targets, from, to, out, at + 3 * LINK_FIGURES_COUNT - 2)
  at += 4 * LINK_FIGURES_COUNT - 2
  const all = Math.max(1, proseBefore.at(-1)!)
  out[at++] = (all - proseBefore[index + 1]!) / all
  out[at++] = ends.last[index]!
  out[at++] = ends.next[index]!
  out[at++] = areas[owner.id]!
  out[at++] = times[item.end]! - times[item.id]!
  out[at++] = owner.id < densest.id ? -1 : owner.id < densest.end ? 0 : 1
  out[at++] = stepsTo(owner, densest)
  out[at++] = index - ends.densestLast
  return at
}

/** How far up from an element the first one around another one is. */
function stepsTo(owner: ElementNode, { id, end }: ElementNode): number {
  let steps = 0
  let at = owner
  while (at.parent && (at.id > id || at.end < end) && steps < STEPS_MAX_COUNT) {
    at = at.parent
    steps += 1
  }
  return steps
}

function isProse({ chars, linkChars }: Block): boolean {
  return chars >= PROSE_MIN_CHARS && linkChars < chars / 2
}

function isHeading({ isHeading: is, parent }: ElementNode): boolean {
  return is || parent?.isHeading === true
}
