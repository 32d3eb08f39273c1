import type { ElementNode } from '../../../markup/html/tree/node.ts'
import type { PageSignals } from '../features/block-features.ts'
import { Mark, type Block } from '../features/block.ts'
import { Flag } from '../features/element-stats.ts'
import type { Decision } from './keep-blocks.ts'
import { isInterruption, PASSED_MAX_BLOCKS } from './kept-nodes.ts'

/** Words up to which a page is read to its end anyway: only what is plainly around the content is left out. */
const SMALL_MAX_WORDS = 250
/** Share of the threshold that a block of a small page must reach. */
const SMALL_MIN_SHARE = 0.5
const LINKS_MAX_SHARE = 0.5
/** Forms, which are answered rather than read. */
const CONTROLS = Flag.form | Flag.button | Flag.consent
/** What stands around the content. */
const AROUND = Flag.nav | Flag.footer | Flag.aside | Flag.besides
/** Elements whose name says nothing about their content. */
const ARRANGING = new Set('div td span center'.split(' '))
const CAPTION_MAX_LEVELS = 3
/** Share of the threshold that a caption must reach. */
const CAPTION_MIN_SHARE = 0.1

/** Keeps what a small page holds besides menus, footers, forms and what is least likely. */
export function keepSmallPage(
  { blocks, stats }: PageSignals,
  keeps: Uint8Array,
  { probabilities, threshold }: Decision,
): void {
  let words = 0
  for (let index = 0; index < blocks.length && words <= SMALL_MAX_WORDS; index += 1) {
    words += blocks[index]!.words
  }
  if (words > SMALL_MAX_WORDS) return
  blocks.forEach((block, index) => {
    if (probabilities[index]! < SMALL_MIN_SHARE * threshold) return
    if (isFurniture(block) || ARRANGING.has(block.owner.name)) return
    if ((stats.flags[block.owner.id]! & (AROUND | CONTROLS)) === 0) keeps[index] = 1
  })
}

/** Keeps all of a page that has neither links nor anything around its content: then it shows nothing else. */
export function keepBarePage({ blocks, stats }: PageSignals, keeps: Uint8Array): void {
  const isBare = blocks.every(
    ({ owner, linkChars, marks }) =>
      linkChars === 0 && marks[Mark.copyright] === 0 && (stats.flags[owner.id]! & AROUND) === 0,
  )
  if (!isBare) return
  blocks.forEach(({ owner }, index) => {
    if ((stats.flags[owner.id]! & CONTROLS) === 0) keeps[index] = 1
  })
}

/** Keeps all text that is neither a menu, a footer, a form nor mostly links: for pages of which nothing else was chosen. */
export function keepProse({ blocks, stats }: PageSignals, keeps: Uint8Array): void {
  blocks.forEach((block, index) => {
    if (isFurniture(block) || (stats.flags[block.owner.id]! & (AROUND | CONTROLS)) !== 0) return
    keeps[index] = 1
  })
}

function isFurniture({ linkChars, chars, marks }: Block): boolean {
  return linkChars > LINKS_MAX_SHARE * chars || marks[Mark.copyright]! > 0
}

/** Keeps the captions of figures that stand beside kept text. */
export function keepCaptions(
  { blocks }: PageSignals,
  keeps: Uint8Array,
  { probabilities, threshold }: Decision,
): void {
  for (let index = 0; index < blocks.length; index += 1) {
    if (probabilities[index]! < CAPTION_MIN_SHARE * threshold) continue
    if (!isCaption(blocks[index]!.owner) || isFurniture(blocks[index]!)) continue
    let before = index - 1
    const end = index - PASSED_MAX_BLOCKS
    while (before > end && keeps[before] === 0 && isPassedOver(blocks[before]!.owner)) before -= 1
    if (keeps[before] === 1) keeps[index] = 1
  }
}

function isPassedOver(owner: ElementNode): boolean {
  return owner.isHeading || isInterruption(owner)
}

function isCaption(owner: ElementNode): boolean {
  let at: ElementNode | undefined = owner
  for (let level = 0; level < CAPTION_MAX_LEVELS && at; level += 1) {
    if (at.name === 'figcaption') return true
    at = at.parent
  }
  return false
}
