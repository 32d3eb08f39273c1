import { Mark, type Block, type PageBlocks } from '../features/block.ts'
import { Flag, type ElementStats } from '../features/element-stats.ts'
import type { Structure } from './structures.ts'

/** Share of links from which on a block leads elsewhere rather than says something. */
const LINKS_MAX_SHARE = 0.5
/** A longer text under a heading is no line of its own, but was left out for a reason. */
const UNDER_MAX_CHARS = 300
/** Flags of blocks that belong to no heading. */
const FURNITURE =
  Flag.nav | Flag.footer | Flag.aside | Flag.besides | Flag.form | Flag.comments | Flag.overlay

type Page = PageBlocks & { stats: Pick<ElementStats, 'flags'> }

/**
 * Leaves no kept heading over text of which nothing is kept: it gets back the first thing under it, a list or the like as a whole,
 * or is left out where that is long or stands around content. To be called when all else is decided.
 */
export function settleLoneHeadings(
  page: Page,
  structures: readonly Structure[],
  keeps: Uint8Array,
): void {
  const { blocks } = page
  // Where nothing but headings was kept they are better than nothing.
  const isOnlyHeadings = blocks.every((block, index) => keeps[index] === 0 || levelOf(block) > 0)
  // For each level, as a bit, whether anything, and anything kept, follows before the next heading of this level or above.
  let over = 0
  let overKept = 0
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const level = levelOf(blocks[index]!)
    const bit = 1 << level
    if (level > 0 && keeps[index] === 1 && (over & bit) !== 0 && (overKept & bit) === 0) {
      const under = firstUnder(page, structures, index)
      if (under) {
        keeps.fill(1, under.from, under.to)
        overKept = EACH_LEVEL
      } else if (!isOnlyHeadings) keeps[index] = 0
    }
    if (level === 0) {
      over = EACH_LEVEL
      if (keeps[index] === 1) overKept = EACH_LEVEL
    } else {
      // Those above it stay.
      over &= bit - 1
      overKept &= bit - 1
    }
  }
}

const EACH_LEVEL = (1 << 7) - 1

function levelOf({ owner: { isHeading, name } }: Block): number {
  return isHeading ? Number(name.charAt(1)) : 0
}

/** The first thing between a heading and the next one or whose rights the page is, rather a text than a link; undefined where there is none. */
function firstUnder(
  { blocks, stats }: Page,
  structures: readonly Structure[],
  heading: number,
): Pick<Structure, 'from' | 'to'> | undefined {
  const own = stats.flags[blocks[heading]!.owner.id]!
  let link = -1
  for (let index = heading + 1; index < blocks.length; index += 1) {
    const block = blocks[index]!
    if (levelOf(block) > 0) break
    if ((stats.flags[block.owner.id]! & FURNITURE & ~own) !== 0) break
    if (block.marks[Mark.copyright]! > 0) break
    if (block.linkChars <= LINKS_MAX_SHARE * block.chars) return wholeOf(blocks, structures, index)
    if (link === -1) link = index
  }
  return link === -1 ? undefined : wholeOf(blocks, structures, link)
}

/** A block, or the structure that it is part of; undefined where that is long. */
function wholeOf(
  blocks: readonly Block[],
  structures: readonly Structure[],
  index: number,
): Pick<Structure, 'from' | 'to'> | undefined {
  const whole = structureAt(structures, index) ?? { from: index, to: index + 1 }
  let chars = 0
  for (let at = whole.from; at < whole.to; at += 1) chars += blocks[at]!.chars
  return chars <= UNDER_MAX_CHARS ? whole : undefined
}

/** The structure that a block is part of, of those of a page in order. */
function structureAt(structures: readonly Structure[], index: number): Structure | undefined {
  let low = 0
  let high = structures.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (structures[middle]!.to <= index) low = middle + 1
    else high = middle
  }
  const found = structures[low]
  return found && found.from <= index ? found : undefined
}
