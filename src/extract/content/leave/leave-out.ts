import type { ElementNode } from '../../../markup/html/tree/node.ts'
import type { LeftOutKind } from '../../engine.ts'
import type { PageSignals } from '../features/block-features.ts'
import { Flag } from '../features/element-stats.ts'
import { STATED_ARTICLE } from '../features/page-facts.ts'
import { estimateRunningText } from '../model/agreement.ts'
import { PAGE_TYPES } from '../model/page-type.ts'

/** Length of a part, as a multiple of all else, from which on it is the content. */
const BESIDE_MAX_TIMES = 3
/** Chances from which on a page is treated as one of a type. */
const PRODUCT_MIN_CHANCE = 0.4
const SHOP_MIN_CHANCE = 0.5
const FORUM_MIN_CHANCE = 0.5
const RUNNING_TEXT_MIN_CHANCE = 0.5
/** Texts shown twice, for narrow and wide screens, stand this close; shorter texts repeat by nature. */
const COPY_MAX_BLOCKS = 8
const COPY_MIN_WORDS = 4
const COPY_MIN_CHARS = 12

/**
 * Removes, by rules, what only looks like content: what lies over the page, overlays of shops, rows of other products, sidebars of posts, signatures, buttons
 * of calendars, and comments and reviews unless they are included.
 */
export function leaveOut(
  signals: PageSignals,
  keeps: Uint8Array,
  types: Float32Array,
  included: ReadonlySet<LeftOutKind>,
): void {
  const { facts } = signals
  const chanceOf = (type: (typeof PAGE_TYPES)[number]): number => types[PAGE_TYPES.indexOf(type)]!
  const isProduct = chanceOf('product') > PRODUCT_MIN_CHANCE
  const shop = chanceOf('collection') + chanceOf('listing') + chanceOf('product')
  let flags: number = Flag.signature | Flag.calendar | Flag.fixed
  if (isProduct) flags |= Flag.carousel
  if (shop > SHOP_MIN_CHANCE) flags |= Flag.overlay
  if (chanceOf('forum') > FORUM_MIN_CHANCE) flags |= Flag.aside
  leaveOutFlagged(signals, keeps, flags)
  if (!included.has('comments') && facts.stated === STATED_ARTICLE && !facts.isForum) {
    leaveOutFlagged(signals, keeps, Flag.comments)
  }
  if (!included.has('reviews') && isProduct) leaveOutFlagged(signals, keeps, Flag.review)
}

/** Leaves out what stands in elements with one of the flags, unless it is most of what would be kept. */
function leaveOutFlagged({ blocks, stats }: PageSignals, keeps: Uint8Array, flags: number): void {
  const isBeside = blocks.map(({ owner }) => (stats.flags[owner.id]! & flags) !== 0)
  let chars = 0
  let others = 0
  blocks.forEach((block, index) => {
    if (keeps[index] === 0) return
    if (isBeside[index]) chars += block.chars
    else others += block.chars
  })
  if (others < chars / BESIDE_MAX_TIMES) return
  isBeside.forEach((drops, index) => {
    if (drops) keeps[index] = 0
  })
}

/** Leaves out text that was kept shortly before. Cells of tables, lines of code and paragraphs side by side may be equal. */
export function leaveOutCopies(
  { blocks, stats }: PageSignals,
  keeps: Uint8Array,
  types: Float32Array,
): void {
  if (estimateRunningText(types) > RUNNING_TEXT_MIN_CHANCE) return
  const lastOf = new Map<number, { place: number; owner: ElementNode }>()
  let count = 0
  blocks.forEach(({ owner, whole, words, chars }, index) => {
    if (keeps[index] === 0) return
    const last = lastOf.get(whole)
    const mayRepeat =
      words < COPY_MIN_WORDS ||
      chars < COPY_MIN_CHARS ||
      (stats.flags[owner.id]! & (Flag.table | Flag.code)) !== 0 ||
      (owner.name === 'p' && last?.owner.parent === owner.parent)
    if (!mayRepeat && last && count - last.place < COPY_MAX_BLOCKS) {
      keeps[index] = 0
      return
    }
    lastOf.set(whole, { place: count, owner })
    count += 1
  })
}
