import type { ElementNode } from '../../../markup/html/tree/node.ts'
import { type Block, Mark, type PageBlocks } from '../features/block.ts'
import { Flag, type ElementStats } from '../features/element-stats.ts'
import { isOnlyHeadings } from '../leave/emptied.ts'
import { isInterruption, PASSED_MAX_BLOCKS } from './kept-nodes.ts'
import type { Structure } from './structures.ts'

/** Share of the text of a structure from which on all of it is kept. */
const WHOLE_MIN_SHARE = 0.5
/** Share of the threshold that a structure beside kept text must reach. */
const BESIDE_MIN_SHARE = 0.4
/** Share of the threshold that a paragraph between kept text must reach. */
const BETWEEN_MIN_SHARE = 0.5
/** Share of the threshold that other blocks between kept parts of things in rows must reach, and how many such blocks there may be. */
const GAP_MIN_SHARE = 0.7
const GAP_MAX_BLOCKS = 8
/** Share of the usual chance of the paragraphs before it that a long one must reach, where the model is sure of none of them. */
const NEXT_MIN_SHARE = 0.7
const NEXT_MIN_CHARS = 140
const UNSURE_MAX_CHANCE = 0.6
/** What the newest paragraph adds to what is usual. */
const NEWEST_SHARE = 0.2
/** Share of links from which on a structure may be there for navigation. */
const LINKS_MAX_SHARE = 0.5
/** Short blocks that may stand between code and text. */
const LABELS_MAX_COUNT = 3
const LABEL_MAX_CHARS = 40
/** Digits of a number to call. */
const NUMBER_MIN_DIGITS = 5
/** What says of itself that it is no part of the text beside it. */
const FURNITURE = Flag.nav | Flag.footer | Flag.aside | Flag.besides | Flag.form | Flag.comments

/** What was decided about the blocks of a page. */
export interface Decision {
  probabilities: Float32Array
  threshold: number
  /** Whether people answer each other on the page, so that what they quote stands there already. */
  isThread: boolean
  /** Whether the page shows things in rows rather than running text. */
  isInRows: boolean
  /** Whether the page is an article: an address in one names its author. */
  isArticle: boolean
}

/** The blocks of a page, and the figures about its elements that tell structures from layout. */
type Page = PageBlocks & { stats: Pick<ElementStats, 'chars' | 'blocks' | 'flags'> }

/**
 * Decides which blocks are kept. A structure is kept or left out as a whole: kept when most of its text is, or when it
 * stands between or beside kept text and is no navigation. A paragraph is kept with those before and after it.
 */
export function keepBlocks(
  page: Page,
  structures: readonly Structure[],
  decision: Decision,
): Uint8Array {
  const { blocks } = page
  const { probabilities, threshold } = decision
  const keeps = new Uint8Array(probabilities.length)
  probabilities.forEach((probability, index) => {
    if (probability >= threshold) keeps[index] = 1
  })
  const shares = structures.map((structure) => ({
    structure,
    share: keptShare(structure, blocks, keeps),
  }))
  const undecided = shares.filter(({ share }) => share < WHOLE_MIN_SHARE)
  for (const { structure, share } of shares) {
    keeps.fill(share >= WHOLE_MIN_SHARE ? 1 : 0, structure.from, structure.to)
  }
  if (isOnlyHeadings(blocks, keeps)) {
    // Better more than the likeliest block of the page than nothing, or its title alone.
    for (const { structure, share } of undecided) {
      if (share > 0) keeps.fill(1, structure.from, structure.to)
    }
  }
  for (const { structure } of undecided) {
    if (isPartOfText(structure, page, keeps, decision)) {
      keeps.fill(1, structure.from, structure.to)
    }
  }
  keepGaps(blocks, keeps, decision)
  keepNext(blocks, keeps, decision)
  return keeps
}

/** Keeps all of each structure of which most is kept, and nothing of any other, whatever rules took or gave since. */
export function settleStructures(
  structures: readonly Structure[],
  blocks: readonly Block[],
  keeps: Uint8Array,
): void {
  for (const structure of structures) {
    const isKept = keptShare(structure, blocks, keeps) >= WHOLE_MIN_SHARE
    keeps.fill(isKept ? 1 : 0, structure.from, structure.to)
  }
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
  { probabilities, threshold, isThread, isArticle }: Decision,
): boolean {
  if (isThread && kind === 'quote') return false
  if (kind === 'address' && (isThread || (isArticle && !isContact(blocks, from, to)))) return false
  const labels = kind === 'code' ? LABELS_MAX_COUNT : 0
  const before = nextTo(blocks, keeps, from, -1, labels)
  const after = nextTo(blocks, keeps, to - 1, 1, labels)
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
  // An address may be nothing but the link to write there.
  if (links > LINKS_MAX_SHARE * chars && kind !== 'address') return false
  if (isAfter && isBefore) return true
  if (likely >= BESIDE_MIN_SHARE * threshold * chars) return true
  const beside = blocks[isAfter ? before : after]!.owner
  return (
    isSibling(beside, element) &&
    (stats.flags[element.id]! & FURNITURE & ~stats.flags[beside.id]!) === 0
  )
}

/** Whether an address says, in several lines, where to write or call: in an article most say who wrote it. */
function isContact(blocks: readonly Block[], from: number, to: number): boolean {
  let lines = to - from
  let digits = 0
  let signs = 0
  for (let index = from; index < to; index += 1) {
    const block = blocks[index]!
    lines += block.breaks
    digits += block.digits
    signs += block.marks[Mark.at]!
  }
  return lines > 1 && (signs > 0 || digits >= NUMBER_MIN_DIGITS)
}

/** Whether two elements have the same parent, one of them perhaps in a wrapper of its own. */
function isSibling(beside: ElementNode, { parent }: ElementNode): boolean {
  if (!parent) return false
  return beside.id > parent.id && beside.id < parent.end
}

/**
 * The block before or after another one. Captions, asides and headings that are left out do not count: headings go with
 * what stands under them. So do up to `labels` short blocks, such as names of languages and buttons beside code.
 */
function nextTo(
  blocks: readonly Block[],
  keeps: Uint8Array,
  index: number,
  step: number,
  labels: number,
): number {
  let at = index + step
  let left = labels
  const end = index + step * PASSED_MAX_BLOCKS
  while (keeps[at] === 0 && at !== end) {
    const { owner, chars } = blocks[at]!
    const isPassedOver = isInterruption(owner) || (step < 0 && owner.isHeading)
    if (!isPassedOver) {
      if (left === 0 || chars > LABEL_MAX_CHARS) return at
      left -= 1
    }
    at += step
  }
  return at
}

/** Keeps what is likely enough between kept blocks: a paragraph, and in rows of things a few blocks that are no links. */
function keepGaps(
  blocks: readonly Block[],
  keeps: Uint8Array,
  { probabilities, threshold, isInRows }: Decision,
): void {
  const maxBlocks = isInRows ? GAP_MAX_BLOCKS : 1
  let last = blocks.length
  for (let index = 0; index < blocks.length; index += 1) {
    if (keeps[index] === 0) continue
    if (index - last - 1 <= maxBlocks) {
      for (let at = last + 1; at < index; at += 1) {
        const { owner, chars, linkChars } = blocks[at]!
        const isParagraph = owner.name === 'p'
        if (!isParagraph && (!isInRows || linkChars > LINKS_MAX_SHARE * chars)) continue
        const least = isParagraph ? BETWEEN_MIN_SHARE : GAP_MIN_SHARE
        if (probabilities[at]! >= least * threshold) keeps[at] = 1
      }
    }
    last = index
  }
}

/** Keeps long paragraphs after those of which the model is hardly surer: where a text is near the threshold, it cuts at random. */
function keepNext(blocks: readonly Block[], keeps: Uint8Array, { probabilities }: Decision): void {
  let parent: ElementNode | undefined
  let usual = 0
  for (let index = 0; index < blocks.length; index += 1) {
    const { owner, chars, linkChars } = blocks[index]!
    if (owner.parent !== parent) usual = 0
    parent = owner.parent
    // Headings stand between the sections of a text.
    if (owner.isHeading) continue
    const probability = probabilities[index]!
    const isNext =
      owner.name === 'p' &&
      usual > 0 &&
      usual < UNSURE_MAX_CHANCE &&
      chars >= NEXT_MIN_CHARS &&
      linkChars <= LINKS_MAX_SHARE * chars &&
      probability >= NEXT_MIN_SHARE * usual
    if (isNext) keeps[index] = 1
    if (keeps[index] === 0) usual = 0
    else usual = usual === 0 ? probability : usual + (probability - usual) * NEWEST_SHARE
  }
}
