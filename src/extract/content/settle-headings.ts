import type { ElementNode } from '../tree/node.ts'
import type { Block } from './block.ts'
import type { Decision } from './keep-blocks.ts'

/** Share of the threshold that the title of a page must reach over kept text. */
const TITLE_MIN_SHARE = 0.4
/** The same on pages that do not call themselves articles; names and dates may stand between. */
const ANY_TITLE_MIN_SHARE = 0.05
const TITLE_REACH_BLOCKS = 4
/** Share of links from which on a heading is the title of something elsewhere. */
const LINKS_MAX_SHARE = 0.5
/** What is longer, or surer, says something by itself. */
const ALONE_MAX_CHARS = 60
const ALONE_MAX_PROBABILITY = 0.7

/** Makes headings go with what stands under them: kept where it is, left out where all of it is left out. */
export function settleHeadings(
  blocks: readonly Block[],
  keeps: Uint8Array,
  { probabilities, threshold }: Decision,
  wantsTitle = true,
): void {
  if (!blocks.some(({ owner }, index) => keeps[index] === 1 && levelOf(owner) === 0)) return
  // For each level whether anything, and anything kept, follows before the next heading of this level or above.
  const isOver = new Uint8Array(LEVELS)
  const isOverKept = new Uint8Array(LEVELS)
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const { owner, linkChars, chars } = blocks[index]!
    const level = levelOf(owner)
    if (level === 0) {
      isOver.fill(1)
      if (keeps[index] === 1) isOverKept.fill(1)
      continue
    }
    if (keeps[index] === 0) {
      const isTitle = level === 1
      const reach = isTitle && wantsTitle ? TITLE_REACH_BLOCKS : 1
      let next = index + 1
      while (keeps[next] === 0 && next < index + reach && levelOf(blocks[next]!.owner) === 0) next += 1
      const least = isTitle ? (wantsTitle ? ANY_TITLE_MIN_SHARE : TITLE_MIN_SHARE) * threshold : 0
      if (
        keeps[next] === 1 &&
        isUnder(blocks[next]!.owner, owner, level) &&
        probabilities[index]! >= least
      )
        keeps[index] = 1
    } else if (isOver[level] === 1 && isOverKept[level] === 0) {
      if (
        linkChars <= LINKS_MAX_SHARE * chars &&
        chars <= ALONE_MAX_CHARS &&
        probabilities[index]! <= ALONE_MAX_PROBABILITY
      )
        keeps[index] = 0
    }
    isOver.fill(0, level)
    isOverKept.fill(0, level)
  }
}

const LEVELS = 7
/** Things of their own: a heading inside heads nothing outside. */
const CLOSED = new Set('aside nav footer form figure blockquote li td'.split(' '))

function levelOf({ isHeading, name }: ElementNode): number {
  return isHeading ? Number(name.charAt(1)) : 0
}

/** Whether what follows a heading stands under it: not another heading as high, nor outside of what the heading is in. */
function isUnder(next: ElementNode, heading: ElementNode, level: number): boolean {
  if (next.isHeading && levelOf(next) <= level) return false
  for (let at = heading.parent; at && at.end <= next.id; at = at.parent) {
    if (CLOSED.has(at.name)) return false
  }
  return true
}
