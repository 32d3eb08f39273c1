import { blockAround, type ElementNode, type TreeNode } from '../tree/node.ts'
import type { PageTree } from '../tree/parse-page.ts'
import type { Block, PageBlocks } from './block.ts'

/** Share of the text of a table or list from which on all of it is kept. */
const WHOLE_MIN_SHARE = 0.6
/** Cells of a table that arranges a page hold more than this on average. */
const CELL_MAX_CHARS = 160
/** Share of the threshold that a heading over kept text must reach, and code beside it. */
const BESIDE_MIN_SHARE = 0.4

/** Share of the threshold that a paragraph between kept text must reach. */
const BETWEEN_MIN_SHARE = 0.5

/** Share of links from which on a table between kept text may be there for navigation. */
const LINKS_MAX_SHARE = 0.5

/** What stands in the middle of a text without parting it; how far above its text the element may be. */
const INTERRUPTIONS = new Set(['figure', 'aside'])
const INTERRUPTION_MAX_LEVELS = 4

/** A table or a piece of code: its characters, those kept, those in links, its blocks. */
interface Whole {
  all: number
  kept: number
  links: number
  members: number[]
}

/** What was decided about the blocks of a page. */
export interface Decision {
  probabilities: Float32Array
  threshold: number
}

/**
 * Decides which blocks are kept, keeping together what belongs together: all of a table or a piece of code when
 * most of it is kept or when it stands between kept text; a heading with what stands under it; a paragraph with those
 * before and after it.
 */
export function keepBlocks(
  { blocks }: PageBlocks,
  { probabilities, threshold }: Decision,
): Uint8Array {
  const keeps = new Uint8Array(blocks.length)
  const wholes = new Map<ElementNode, Whole>()
  for (let index = 0; index < blocks.length; index += 1) {
    if (probabilities[index]! >= threshold) keeps[index] = 1
    const block = blocks[index]!
    const whole = wholeOf(block.owner)
    if (!whole) continue
    const tally = wholes.get(whole) ?? { all: 0, kept: 0, links: 0, members: [] }
    wholes.set(whole, tally)
    tally.all += block.chars
    tally.links += block.linkChars
    tally.kept += keeps[index]! * block.chars
    tally.members.push(index)
  }
  for (const [{ name }, { all, kept, links, members }] of wholes) {
    if (name === 'table' && all / members.length > CELL_MAX_CHARS) continue
    const isMostlyKept = kept >= WHOLE_MIN_SHARE * all
    const isAfter = keeps[nextTo(blocks, keeps, members[0]!, -1)] === 1
    const isBefore = keeps[nextTo(blocks, keeps, members.at(-1)!, 1)] === 1
    const isBetween = isAfter && isBefore && links <= LINKS_MAX_SHARE * all
    const isNear =
      name === 'pre' &&
      (isAfter || isBefore) &&
      probabilities[members[0]!]! >= BESIDE_MIN_SHARE * threshold
    if (!isMostlyKept && !isBetween && !isNear) continue
    for (const index of members) keeps[index] = 1
  }
  for (let index = 1; index < blocks.length - 1; index += 1) {
    if (keeps[index - 1] === 0 || keeps[index + 1] === 0) continue
    if (blocks[index]!.owner.name !== 'p') continue
    if (probabilities[index]! >= BETWEEN_MIN_SHARE * threshold) keeps[index] = 1
  }
  for (let index = blocks.length - 2; index >= 0; index -= 1) {
    if (keeps[index] === 1 || keeps[index + 1] === 0) continue
    if (!blocks[index]!.owner.isHeading) continue
    if (probabilities[index]! >= BESIDE_MIN_SHARE * threshold) keeps[index] = 1
  }
  return keeps
}

/** The block before or after another one; captions and asides that are left out do not count. */
function nextTo(blocks: readonly Block[], keeps: Uint8Array, index: number, step: number): number {
  let at = index + step
  while (keeps[at] === 0 && isInterruption(blocks[at]!.owner)) at += step
  return at
}

/** The nearest table, or code block, around an element. */
function wholeOf(owner: ElementNode): ElementNode | undefined {
  for (let at: ElementNode | undefined = owner; at; at = at.parent) {
    if (at.name === 'table' || at.name === 'pre') return at
  }
  return undefined
}

/**
 * For each node of a page 1 when it is written: the text of kept blocks, everything around it, and the
 * images, lines and breaks that stand among kept text.
 */
export function keptNodes(
  { nodes }: PageTree,
  { blocks, blockOf }: PageBlocks,
  keeps: Uint8Array,
): Uint8Array {
  const kept = new Uint8Array(nodes.length)
  kept[0] = 1
  // What was left out of a figure or an aside does not part what stands before and after it.
  const parts = new Uint8Array(blocks.length)
  for (let index = 0; index < blocks.length; index += 1) {
    parts[index] = keeps[index] === 0 && isInterruption(blocks[index]!.owner) ? 0 : 1
  }
  const next = nextKept(blockOf, keeps, parts)
  let isAfterKept = false
  for (let id = 1; id < nodes.length; id += 1) {
    const node = nodes[id]!
    const block = blockOf[id]!
    if (block >= 0 && parts[block] === 1) isAfterKept = keeps[block] === 1
    const isKept =
      block >= 0
        ? keeps[block] === 1
        : node.isText
          ? isAfterKept || next[id] === 1
          : node.isVoid && sqlInList(node, kept, isAfterKept, next[id] === 1)
    if (isKept) keepWithParents(node, kept)
  }
  return kept
}

function isInterruption(owner: ElementNode): boolean {
  let at: ElementNode | undefined = owner
  for (let level = 0; level < INTERRUPTION_MAX_LEVELS && at; level += 1) {
    if (INTERRUPTIONS.has(at.name)) return true
    at = at.parent
  }
  return false
}

/** Things without text stay where kept text is on both sides, or in the same block. */
function sqlInList(
  node: ElementNode,
  kept: Uint8Array,
  isAfterKept: boolean,
  isBeforeKept: boolean,
): boolean {
  if (isAfterKept && isBeforeKept) return true
  const owner = blockAround(node)
  const isInside = owner?.parent !== undefined && kept[owner.id] === 1
  return isInside && (isAfterKept || isBeforeKept)
}

/** For each node 1 when the next text after it is kept. */
function nextKept(blockOf: Int32Array, keeps: Uint8Array, parts: Uint8Array): Uint8Array {
  const next = new Uint8Array(blockOf.length)
  let isKept = 0
  for (let id = blockOf.length - 1; id >= 0; id -= 1) {
    next[id] = isKept
    const block = blockOf[id]!
    if (block >= 0 && parts[block] === 1) isKept = keeps[block]!
  }
  return next
}

function keepWithParents(node: TreeNode, kept: Uint8Array): void {
  for (let at: TreeNode | undefined = node; at && kept[at.id] === 0; at = at.parent) kept[at.id] = 1
}
