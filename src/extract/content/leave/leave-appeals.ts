import type { ElementNode } from '../../../markup/html/tree/node.ts'
import type { PageSignals } from '../features/block-features.ts'
import type { Block } from '../features/block.ts'
import type { ElementStats } from '../features/element-stats.ts'
import { templateOf } from '../features/series.ts'

/** The most that a box holds which asks for something. */
const BOX_MAX_CHARS = 350
const BOX_MAX_BLOCKS = 4
/** The label of what is to be pressed in it. */
const LABEL_MAX_CHARS = 40
const LINKS_MIN_SHARE = 0.9
/** Share of bold type, white space not counted, from which on a line is a headline. */
const STRONG_MIN_SHARE = 0.7
/** Boxes alike, from which on they are things of a list, and the elements around what is pressed that make them so. */
const SERIES_MIN_COUNT = 3
const TEMPLATE_LEVELS = 3
/** Share of the other text after which a page comes to its end, and the least of it. */
const END_MIN_SHARE = 0.8
const OTHERS_MIN_CHARS = 500
/** Elements that are no boxes. */
const NO_BOX = new Set('body main article p li td dd blockquote'.split(' '))

type Page = Pick<PageSignals, 'blocks'> & {
  stats: Pick<ElementStats, 'chars' | 'blocks' | 'signature'>
}

/** Blocks of a box, the end excluded. */
interface Box {
  from: number
  to: number
  template: number
}

/**
 * Leaves out boxes below the end of a text that ask for something: for money, an order, a subscription. Each is a headline, a few
 * words and a link to press.
 */
export function leaveOutAppeals({ blocks, stats }: Page, keeps: Uint8Array): void {
  const boxes = boxesOf(blocks, stats)
  if (boxes.length === 0) return
  const inBox = new Uint8Array(blocks.length)
  for (const { from, to } of boxes) inBox.fill(1, from, to)
  let others = 0
  for (let index = 0; index < blocks.length; index += 1) {
    if (keeps[index] === 1 && inBox[index] === 0) others += blocks[index]!.chars
  }
  if (others < OTHERS_MIN_CHARS) return
  let end = 0
  for (let chars = 0; end < blocks.length && chars < END_MIN_SHARE * others; end += 1) {
    if (keeps[end] === 1 && inBox[end] === 0) chars += blocks[end]!.chars
  }
  for (const { from, to } of boxes) if (from >= end) keeps.fill(0, from, to)
}

/** Boxes that are no things of a list. */
function boxesOf(blocks: readonly Block[], stats: Page['stats']): Box[] {
  const alike = new Map<number, Box[]>()
  for (let index = 1; index < blocks.length; index += 1) {
    const box = boxBefore(blocks, stats, index)
    if (!box) continue
    const others = alike.get(box.template)
    if (others) others.push(box)
    else alike.set(box.template, [box])
  }
  return [...alike.values()].filter((boxes) => boxes.length < SERIES_MIN_COUNT).flat()
}

/** The box that ends with the link to press which is the block at `index`. */
function boxBefore(blocks: readonly Block[], stats: Page['stats'], index: number): Box | undefined {
  const { owner, chars, linkChars } = blocks[index]!
  if (owner.isHeading || chars > LABEL_MAX_CHARS) return undefined
  if (linkChars < LINKS_MIN_SHARE * chars) return undefined
  let box: ElementNode | undefined
  for (let at: ElementNode | undefined = owner; at && isSmall(at, stats); at = at.parent) {
    if (!NO_BOX.has(at.name) && stats.blocks[at.id]! > 1) box = at
  }
  if (!box) return undefined
  let from = index
  while (from > 0 && blocks[from - 1]!.owner.id >= box.id) from -= 1
  const next = blocks[index + 1]
  const isLast = !next || next.owner.id >= box.end
  // Several links are a list of what the text is about.
  const isAlone = blocks.slice(from, index).every((block) => block.linkChars < block.chars / 2)
  return isLast && isAlone && isHeadline(blocks[from]!)
    ? { from, to: index + 1, template: templateOf(owner, stats, TEMPLATE_LEVELS) }
    : undefined
}

function isSmall({ id }: ElementNode, { chars, blocks }: Page['stats']): boolean {
  return chars[id]! <= BOX_MAX_CHARS && blocks[id]! <= BOX_MAX_BLOCKS
}

function isHeadline({ owner, strong, chars }: Block): boolean {
  return owner.isHeading || strong >= STRONG_MIN_SHARE * chars
}
