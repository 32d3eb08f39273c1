import type { ElementNode } from '../../../markup/html/tree/node.ts'
import type { PageSignals } from '../features/block-features.ts'
import { Flag } from '../features/element-stats.ts'

/** Characters and blocks of what a page opens with: its title, what it is about, where to begin. */
const HERO_MAX_CHARS = 600
const HERO_MAX_BLOCKS = 12
const HERO_MAX_LEVELS = 4
/** Places of a page that do not lead into it. */
const ELSEWHERE = Flag.nav | Flag.footer | Flag.aside | Flag.besides | Flag.form | Flag.comments

/** Share of links of what does nothing but lead on. */
const LINKS_MIN_SHARE = 0.9
/** Words of a page up to which what it opens with is most of it: longer ones advertise there. */
const PAGE_MAX_WORDS = 250

/**
 * Keeps the links in the part that a small page opens with, after its title and a text that are kept: the first page of a
 * documentation says little besides where to begin.
 */
export function keepHero({ blocks, stats }: PageSignals, keeps: Uint8Array): void {
  if (blocks.reduce((sum, { words }) => sum + words, 0) > PAGE_MAX_WORDS) return
  const title = blocks.findIndex(({ owner }, index) => keeps[index] === 1 && owner.name === 'h1')
  const hero = title === -1 ? undefined : heroAround(blocks[title]!.owner, stats)
  if (!hero) return
  let isAfterText = false
  for (let index = title + 1; index < blocks.length; index += 1) {
    const { owner, linkChars, chars } = blocks[index]!
    if (owner.id >= hero.end || owner.isHeading) return
    if (keeps[index] === 1) isAfterText = true
    else if (!isAfterText || linkChars < LINKS_MIN_SHARE * chars) return
    else if ((stats.flags[owner.id]! & ELSEWHERE) === 0) keeps[index] = 1
  }
}

/** The outermost part around a title that holds little more than it. */
function heroAround(
  title: ElementNode,
  { chars, blocks }: PageSignals['stats'],
): ElementNode | undefined {
  let hero: ElementNode | undefined
  let at = title.parent
  for (let level = 0; at?.parent && level < HERO_MAX_LEVELS; level += 1) {
    if (chars[at.id]! > HERO_MAX_CHARS || blocks[at.id]! > HERO_MAX_BLOCKS) break
    hero = at
    at = at.parent
  }
  return hero
}
