import type { ElementNode, TreeNode } from '../../../markup/html/tree/node.ts'
import type { PageSignals } from '../features/block-features.ts'
import type { Block } from '../features/block.ts'
import type { ElementStats } from '../features/element-stats.ts'

/** Cards side by side, from which on they are teasers, and the share of them that must be linked by their title. */
const TEASERS_MIN_COUNT = 3
const TITLED_MIN_SHARE = 0.8
/** Longer things than this on average are told here, not elsewhere. */
const TEASER_MAX_CHARS = 400
/** Length of the other text, as a multiple of the cards: lists of things have little besides. */
const TEXT_MIN_TIMES = 1.5
/** Share of the other text after which a page comes to its end. */
const END_MIN_SHARE = 0.8
/** Share of links, and length, from which on a line is the title of something elsewhere. */
const LINKS_MIN_SHARE = 0.8
const TITLE_MIN_CHARS = 8
/** Series inside of one another that are looked at. */
const SERIES_MAX_LEVELS = 3

type Page = Pick<PageSignals, 'blocks'> & {
  stats: Pick<ElementStats, 'item' | 'signature' | 'images' | 'chars'>
}

/** Cards of equal looks side by side. */
interface Series {
  /** Index of its first block. */
  from: number
  items: Set<ElementNode>
  titled: Set<ElementNode>
  indices: number[]
  chars: number
}

/**
 * Leaves out cards that lead to other pages, as sliders and rows of other stories do, where they stand below the end of a page
 * whose own text is longer than they are; with the heading over them.
 */
export function leaveOutTeasers({ blocks, stats }: Page, keeps: Uint8Array): void {
  const teasers = [...seriesOf(blocks, stats).values()].filter(
    ({ items, titled, chars }) =>
      items.size >= TEASERS_MIN_COUNT &&
      titled.size >= TITLED_MIN_SHARE * items.size &&
      chars <= TEASER_MAX_CHARS * items.size,
  )
  if (teasers.length === 0) return
  const inTeasers = new Uint8Array(blocks.length)
  for (const { indices } of teasers) for (const index of indices) inTeasers[index] = 1
  let others = 0
  let inCards = 0
  for (let index = 0; index < blocks.length; index += 1) {
    if (keeps[index] === 0) continue
    if (inTeasers[index] === 0) others += blocks[index]!.chars
    else inCards += blocks[index]!.chars
  }
  if (others < TEXT_MIN_TIMES * inCards) return
  let end = 0
  for (let chars = 0; end < blocks.length && chars < END_MIN_SHARE * others; end += 1) {
    if (keeps[end] === 1 && inTeasers[end] === 0) chars += blocks[end]!.chars
  }
  for (const { from, indices } of teasers) {
    if (from < end) continue
    for (const index of indices) keeps[index] = 0
    if (blocks[from - 1]!.owner.isHeading) keeps[from - 1] = 0
  }
}

/** The series that blocks are part of. */
function seriesOf(blocks: readonly Block[], stats: Page['stats']): Map<string, Series> {
  const found = new Map<string, Series>()
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index]!
    let item = itemAround(block.owner, stats)
    for (let level = 0; level < SERIES_MAX_LEVELS && item; level += 1) {
      const key = `${item.parent?.id} ${stats.signature[item.id]}`
      let series = found.get(key)
      if (!series) {
        series = { from: index, items: new Set(), titled: new Set(), indices: [], chars: 0 }
        found.set(key, series)
      }
      series.items.add(item)
      series.indices.push(index)
      series.chars += block.chars
      if (isTitle(block) && (block.owner.isHeading || stats.images[item.id]! > 0)) {
        series.titled.add(item)
      }
      item = item.parent && itemAround(item.parent, stats)
    }
  }
  return found
}

/** The innermost element around another one, itself included, that is one of a series. */
function itemAround(owner: ElementNode, { item }: Page['stats']): ElementNode | undefined {
  const id = item[owner.id]!
  let at: ElementNode | undefined = id === 0 ? undefined : owner
  while (at && at.id !== id) at = at.parent
  return at
}

/** Whether a block is the title of another page, rather than of a part of this one. */
function isTitle({ owner, chars, linkChars }: Block): boolean {
  if (chars < TITLE_MIN_CHARS || linkChars < LINKS_MIN_SHARE * chars) return false
  const { href = '#' } = linkAt(owner)?.attributes ?? {}
  return !href.trim().startsWith('#')
}

/** The link around an element, or the one that it begins with. */
function linkAt(owner: ElementNode): ElementNode | undefined {
  for (let at: ElementNode | undefined = owner; at; at = at.parent) if (at.name === 'a') return at
  let first: TreeNode | undefined = owner
  while (first && (first.isText || first.name !== 'a')) {
    first = first.isText ? first.next : first.first
  }
  return first
}
