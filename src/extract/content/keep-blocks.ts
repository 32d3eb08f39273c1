import type { ElementNode } from '../tree/node.ts'
import type { Block, PageBlocks } from './block.ts'
import { Flag, type ElementStats } from './element-stats.ts'
import { isInterruption } from './interruptions.ts'
import { structuresOf, type Structure } from './structures.ts'

/** Share of the text of a structure from which on all of it is kept. */
const WHOLE_MIN_SHARE = 0.5
/** Share of the threshold that a structure beside kept text must reach. */
const BESIDE_MIN_SHARE = 0.4
/** Share of the threshold that a paragraph between kept text must reach. */
const BETWEEN_MIN_SHARE = 0.5
/** Share of links from which on a structure may be there for navigation. */
const LINKS_MAX_SHARE = 0.5
/** What says of itself that it is no part of the text beside it. */
const FURNITURE = Flag.nav | Flag.footer | Flag.aside | Flag.besides | Flag.form | Flag.comments

/** What was decided about the blocks of a page. */
export interface Decision {
  probabilities: Float32Array
  threshold: number
  /** Whether people answer each other on the page, so that what they quote stands there already. */
  isThread: boolean
}

/** The blocks of a page, and the figures about its elements that tell structures from layout. */
type Page = PageBlocks & { stats: Pick<ElementStats, 'chars' | 'blocks' | 'flags'> }

/**
 * Decides which blocks are kept. A structure is kept or left out as a whole: kept when most of its text is, or when it
 * stands between or beside kept text and is no navigation. A paragraph is kept with those before and after it.
 */
export function keepBlocks(page: Page, decision: Decision): Uint8Array {
  const { blocks, stats } = page
  const { probabilities, threshold } = decision
  const keeps = Uint8Array.from(probabilities, (probability) => (probability >= threshold ? 1 : 0))
  const shares = structuresOf(blocks, stats).map((structure) => ({
    structure,
    share: keptShare(structure, blocks, keeps),
  }))
  const undecided = shares.filter(({ share }) => share < WHOLE_MIN_SHARE)
  for (const { structure, share } of shares) {
    keeps.fill(share >= WHOLE_MIN_SHARE ? 1 : 0, structure.from, structure.to)
  }
  if (!keeps.includes(1)) {
    // Better more than the likeliest block of the page than nothing.
    for (const { structure, share } of undecided) {
      if (share > 0) keeps.fill(1, structure.from, structure.to)
    }
  }
  for (const { structure } of undecided) {
    if (isPartOfText(structure, page, keeps, decision)) {
      keeps.fill(1, structure.from, structure.to)
    }
  }
  for (let index = 1; index < blocks.length - 1; index += 1) {
    if (keeps[index - 1] === 0 || keeps[index + 1] === 0) continue
    if (blocks[index]!.owner.name !== 'p') continue
    if (probabilities[index]! >= BETWEEN_MIN_SHARE * threshold) keeps[index] = 1
  }
  return keeps
}

function keptShare({ from, to }: Structure, blocks: readonly Block[], keeps: Uint8Array): number {
  let chars = 0
  let kept = 0
  for (let index = from; index < to; index += 1) {
    chars += blocks[index]!.chars
    kept += keeps[index]! * blocks[index]!.chars
  }
  return kept / chars
}

/** Whether a structure that is not likely content by itself belongs to the kept text around it. */
function isPartOfText(
  { kind, element, from, to }: Structure,
  { blocks, stats }: Page,
  keeps: Uint8Array,
  { probabilities, threshold, isThread }: Decision,
): boolean {
  if (isThread && kind === 'quote') return false
  const before = nextTo(blocks, keeps, from, -1)
  const after = nextTo(blocks, keeps, to - 1, 1)
  const isAfter = keeps[before] === 1
  const isBefore = keeps[after] === 1
  if (!isAfter && !isBefore) return false
  if (kind === 'code') return true
  let chars = 0
  let links = 0
  let likely = 0
  for (let index = from; index < to; index += 1) {
    const block = blocks[index]!
    chars += block.chars
    links += block.linkChars
    likely += block.chars * probabilities[index]!
  }
  if (links > LINKS_MAX_SHARE * chars) return false
  if (isAfter && isBefore) return true
  if (likely >= BESIDE_MIN_SHARE * threshold * chars) return true
  const beside = blocks[isAfter ? before : after]!.owner
  return (
    isSibling(beside, element) &&
    (stats.flags[element.id]! & FURNITURE & ~stats.flags[beside.id]!) === 0
  )
}

/** Whether two elements have the same parent, one of them perhaps in a wrapper of its own. */
function isSibling(beside: ElementNode, { parent }: ElementNode): boolean {
  if (!parent) return false
  return beside.id > parent.id && beside.id < parent.end
}

/**
 * The block before or after another one. Captions, asides and headings that are left out do not count: headings go with
 * what stands under them.
 */
function nextTo(blocks: readonly Block[], keeps: Uint8Array, index: number, step: number): number {
  let at = index + step
  while (keeps[at] === 0 && isPassedOver(blocks[at]!, step)) at += step
  return at
}

function isPassedOver({ owner }: Block, step: number): boolean {
  return isInterruption(owner) || (step < 0 && owner.isHeading)
}
