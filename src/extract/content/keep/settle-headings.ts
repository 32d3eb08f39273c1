import type { ElementNode } from '../../../markup/html/tree/node.ts'
import { Mark, type Block } from '../features/block.ts'
import type { Decision } from './keep-blocks.ts'

/** Share of the threshold that the title of a page must reach over kept text. */
const TITLE_MIN_SHARE = 0.4
/** Share of links from which on a heading is the title of something elsewhere. */
const LINKS_MAX_SHARE = 0.5
/** A longer or surer heading says something by itself. */
const ALONE_MAX_CHARS = 60
const ALONE_MAX_PROBABILITY = 0.7
/** Blocks, such as a picture's credit or facts in a box, that may stand between a heading and kept text. */
const FURTHER_MAX_BLOCKS = 40
/** Share of the threshold that a heading over kept text further below must reach. */
const FURTHER_MIN_SHARE = 0.7
/** Share of the threshold that text must reach under a heading that is kept. */
const UNDER_MIN_SHARE = 0.4

/**
 * Makes headings go with what stands under them. One over kept text is kept. One over nothing that is kept is left out, or, where
 * it says something by itself, gets back what is likely enough under it.
 */
export function settleHeadings(
  blocks: readonly Block[],
  keeps: Uint8Array,
  decision: Decision,
): void {
  if (!blocks.some(({ owner }, index) => keeps[index] === 1 && levelOf(owner) === 0)) return
  // For each level whether anything, and anything kept, follows before the next heading of this level or above.
  const isOver = new Uint8Array(LEVELS)
  const isOverKept = new Uint8Array(LEVELS)
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const level = levelOf(blocks[index]!.owner)
    if (level === 0) {
      isOver.fill(1)
      if (keeps[index] === 1) isOverKept.fill(1)
      continue
    }
    if (keeps[index] === 0) {
      const isHead =
        isOverText(blocks, keeps, decision, index) ||
        (isOverKept[level] === 1 && isOverFurther(blocks, keeps, decision, index))
      if (isHead) keeps[index] = 1
    } else if (isOver[level] === 1 && isOverKept[level] === 0) {
      if (isSentence(blocks[index]!, decision.probabilities[index]!)) {
        keepUnder(blocks, keeps, decision, index)
      } else keeps[index] = 0
    }
    isOver.fill(0, level)
    isOverKept.fill(0, level)
  }
}

/** Whether a heading says something by itself: the title of something elsewhere, a sentence, what is sure to be content. */
function isSentence({ linkChars, chars }: Block, probability: number): boolean {
  return (
    linkChars > LINKS_MAX_SHARE * chars ||
    chars > ALONE_MAX_CHARS ||
    probability > ALONE_MAX_PROBABILITY
  )
}

/** Whether a heading that was left out stands over kept text. */
function isOverText(
  blocks: readonly Block[],
  keeps: Uint8Array,
  { probabilities, threshold }: Decision,
  index: number,
): boolean {
  const { owner } = blocks[index]!
  const level = levelOf(owner)
  const least = level === 1 ? TITLE_MIN_SHARE : 0
  return (
    keeps[index + 1] === 1 &&
    isUnder(blocks[index + 1]!.owner, owner, level) &&
    probabilities[index]! >= least * threshold
  )
}

/** Whether a heading of a section that was left out stands over kept text, with other things in between. */
function isOverFurther(
  blocks: readonly Block[],
  keeps: Uint8Array,
  { probabilities, threshold, isThread }: Decision,
  heading: number,
): boolean {
  const { owner, linkChars, chars } = blocks[heading]!
  const level = levelOf(owner)
  if (isThread || level === 1 || linkChars > LINKS_MAX_SHARE * chars) return false
  if (probabilities[heading]! < FURTHER_MIN_SHARE * threshold) return false
  const end = Math.min(blocks.length, heading + 1 + FURTHER_MAX_BLOCKS)
  for (let index = heading + 1; index < end; index += 1) {
    const next = blocks[index]!.owner
    if (keeps[index] === 1) return isUnder(next, owner, level)
  }
  return false
}

/** Keeps what is likely enough, and neither a link nor whose rights the page is, between a heading and the next one. */
function keepUnder(
  blocks: readonly Block[],
  keeps: Uint8Array,
  { probabilities, threshold }: Decision,
  heading: number,
): void {
  for (let index = heading + 1; index < blocks.length; index += 1) {
    const { owner, linkChars, chars, marks } = blocks[index]!
    if (levelOf(owner) > 0) return
    if (linkChars > LINKS_MAX_SHARE * chars || marks[Mark.copyright]! > 0) continue
    if (probabilities[index]! >= UNDER_MIN_SHARE * threshold) keeps[index] = 1
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
