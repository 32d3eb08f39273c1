import type { ElementNode } from '../../../markup/html/tree/node.ts'
import type { PageSignals } from '../features/block-features.ts'
import { Flag } from '../features/element-stats.ts'
import { STATED_ARTICLE } from '../features/page-facts.ts'

/** Blocks, such as names and dates, and characters that may stand between a title and what is kept under it. */
const BETWEEN_MAX_BLOCKS = 8
const BETWEEN_MAX_CHARS = 400
/** Where a heading names the site, not what is read. */
const ELSEWHERE = Flag.nav | Flag.footer | Flag.aside | Flag.form | Flag.comments | Flag.button

/** Share of its words from which on the document title says what a heading says. */
const SAID_MIN_SHARE = 0.6

/**
 * Keeps the first heading of level 1 under which something is kept, where none is kept: the next kept block must be near. A name of the site, which links to it, is none; nor need the headline of an article stand in its text where the document
 * title says the same.
 */
export function keepTitle({ blocks, stats, facts }: PageSignals, keeps: Uint8Array): void {
  if (blocks.some(({ owner }, index) => keeps[index] === 1 && isInTitle(owner))) return
  let title = -1
  for (let index = 0; index < blocks.length; index += 1) {
    const { owner, chars, words, linkChars, inTitle } = blocks[index]!
    if (keeps[index] === 1 && title >= 0) {
      keeps[title] = 1
      return
    }
    if (isInTitle(owner)) {
      const isApart = (stats.flags[owner.id]! & ELSEWHERE) !== 0 || linkChars >= chars
      const isSaid = facts.stated === STATED_ARTICLE && inTitle >= SAID_MIN_SHARE * words
      title = isApart || isSaid ? -1 : index
      continue
    }
    if (title >= 0 && isFar(blocks, title, index)) title = -1
  }
}

function isInTitle(owner: ElementNode): boolean {
  return owner.name === 'h1' || owner.parent?.name === 'h1'
}

function isFar(blocks: PageSignals['blocks'], title: number, index: number): boolean {
  if (index - title > BETWEEN_MAX_BLOCKS) return true
  let chars = 0
  for (let at = title + 1; at <= index; at += 1) chars += blocks[at]!.chars
  return chars > BETWEEN_MAX_CHARS
}
