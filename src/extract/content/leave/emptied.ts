import type { ElementNode } from '../../../markup/html/tree/node.ts'
import type { LeftOutKind } from '../../engine.ts'
import type { PageSignals } from '../features/block-features.ts'
import type { Block } from '../features/block.ts'
import { Flag } from '../features/element-stats.ts'

/** Characters besides title and headings with which a page still says something. */
export const SAYING_MIN_CHARS = 100
/** Share of what a page shows outside of menus that a rule may take where it leaves less than that. */
const TAKEN_MAX_SHARE = 0.5

type Page = Pick<PageSignals, 'blocks' | 'blockOf' | 'stats'>

/**
 * Leaves out parts of a page by one rule after another. A rule that empties the page is undone: one after which the rules together
 * have taken most of what the page shows outside of menus, and next to nothing besides headings remains.
 */
export class LeavingOut {
  readonly #page: Page
  readonly #keeps: Uint8Array
  readonly #before: Uint8Array
  /** What rules took blocks for that they left out, by index. */
  readonly kinds: (LeftOutKind | undefined)[] = []

  /** `keeps` has 1 for each block that is kept; rules change it. */
  constructor(page: Page, keeps: Uint8Array) {
    this.#page = page
    this.#keeps = keeps
    this.#before = keeps.slice()
  }

  /** Applies a rule; `kind` is what it leaves out, where that is not said by the elements around it. */
  apply(rule: () => void, kind?: LeftOutKind): void {
    const last = this.#keeps.slice()
    rule()
    if (isEmptied(this.#page, this.#before, this.#keeps)) this.#keeps.set(last)
    else if (kind !== undefined) {
      last.forEach((was, index) => {
        if (was === 1 && this.#keeps[index] === 0) this.kinds[index] = kind
      })
    }
  }
}

/** Whether a page was emptied: most of what it shows was kept before and is not after, and hardly anything besides headings is. */
function isEmptied({ blocks, stats }: Page, before: Uint8Array, after: Uint8Array): boolean {
  let visibleChars = 0
  let taken = 0
  let left = 0
  for (let index = 0; index < blocks.length; index += 1) {
    const { owner, chars } = blocks[index]!
    if (after[index] === 1 && !isInHeading(owner)) left += chars
    if (left >= SAYING_MIN_CHARS) return false
    if ((stats.flags[owner.id]! & Flag.nav) !== 0) continue
    visibleChars += chars
    if (before[index] === 1 && after[index] === 0) taken += chars
  }
  return taken > TAKEN_MAX_SHARE * visibleChars
}

/** Whether parts of a page that are written by node are left out without emptying it; by node id 1 for what is kept. */
export function mayLeaveOut(page: Page, before: Uint8Array, after: Uint8Array): boolean {
  return !isEmptied(page, blocksIn(page, before), blocksIn(page, after))
}

/** Marks, with 1, blocks of which some text is kept. */
function blocksIn({ blocks, blockOf }: Page, kept: Uint8Array): Uint8Array {
  const keeps = new Uint8Array(blocks.length)
  for (let id = 0; id < blockOf.length; id += 1) {
    if (blockOf[id]! >= 0 && kept[id] === 1) keeps[blockOf[id]!] = 1
  }
  return keeps
}

function isInHeading({ isHeading, parent }: ElementNode): boolean {
  return isHeading || parent?.isHeading === true
}

/** Whether nothing is kept but headings. */
export function isOnlyHeadings(blocks: readonly Block[], keeps: Uint8Array): boolean {
  return blocks.every(({ owner }, index) => keeps[index] === 0 || isInHeading(owner))
}
