import type { ElementNode, TreeNode } from '../../../markup/html/tree/node.ts'
import type { LeftOut, LeftOutKind } from '../../engine.ts'
import type { PageSignals } from '../features/block-features.ts'
import { Flag } from '../features/element-stats.ts'

/** What each kind is called by the elements around it; the first that holds counts. */
const KIND_OF_FLAGS: readonly (readonly [number, LeftOutKind])[] = [
  [Flag.consent, 'consent'],
  [Flag.form | Flag.button | Flag.calendar, 'forms'],
  [Flag.comments, 'comments'],
  [Flag.review, 'reviews'],
  [Flag.related | Flag.carousel, 'related'],
  [Flag.promotion, 'promotion'],
  [Flag.nav | Flag.footer | Flag.header | Flag.besides, 'navigation'],
  [Flag.aside | Flag.signature | Flag.overlay | Flag.fixed, 'beside'],
]

/** The kind of what is left out, by what stands around it. */
export function kindByPlace(flags: number): LeftOutKind {
  return KIND_OF_FLAGS.find(([bits]) => (flags & bits) !== 0)?.[1] ?? 'other'
}

/** What a page shows and what became of it. */
export interface Ledger {
  nodes: readonly TreeNode[]
  signals: Pick<PageSignals, 'blocks' | 'blockOf' | 'stats'>
  /** For blocks that a rule left out its kind, else undefined, by index. */
  kinds: readonly (LeftOutKind | undefined)[]
  /** By id what became of each text and picture of the page: 1 is written, 2 belongs to a post and stands beside what it says. */
  written: Uint8Array
}

/**
 * The kind of each block of which something is not written, undefined for the others. What is not written of a block that is
 * written else stands beside what it says.
 */
export function leftOutBlocks({
  nodes,
  signals,
  kinds,
  written,
}: Ledger): (LeftOutKind | undefined)[] {
  const { blocks, blockOf, stats } = signals
  const isWritten = new Uint8Array(blocks.length)
  blockOf.forEach((block, id) => {
    if (block >= 0 && isWritten[block] !== 1) isWritten[block] = written[id]!
  })
  const kindOf = blocks.map(({ owner }, index): LeftOutKind | undefined => {
    if (isWritten[index] === 1) return undefined
    if (isWritten[index] === 2) return 'beside'
    return kinds[index] ?? kindByPlace(stats.flags[owner.id]!)
  })
  for (const node of nodes) {
    const block = signals.blockOf[node.id]!
    if (!node.isText || block < 0 || kindOf[block] !== undefined || written[node.id] === 1) continue
    if (LETTER.test(node.data)) kindOf[block] = 'beside'
  }
  return kindOf
}

const LETTER = /[\p{L}\p{N}]/u

/** Counts what was left out; `comments` is how many comments were told apart and left out. */
export function countLeftOut(ledger: Ledger, comments = 0): LeftOut {
  const pictures = countPictures(ledger)
  const counts: LeftOut = pictures > 0 ? { pictures } : {}
  const { blocks, stats } = ledger.signals
  let last = 0
  leftOutBlocks(ledger).forEach((kind, index) => {
    if (kind === undefined) return
    const item = stats.item[blocks[index]!.owner.id]!
    // The blocks of one entry of a series, such as a comment, are one.
    if (item === 0 || item !== last) counts[kind] = (counts[kind] ?? 0) + 1
    last = item
  })
  return comments > 0 ? { ...counts, comments } : counts
}

/** Pictures that are not written, but for those in what is left out by its place. */
function countPictures({ nodes, signals: { stats }, written }: Ledger): number {
  let count = 0
  for (const node of nodes) {
    if (node.isText || node.name !== 'img' || written[node.id] === 1) continue
    let at: ElementNode | undefined = node
    while (at?.parent && stats.chars[at.id] === 0) at = at.parent
    if (at && kindByPlace(stats.flags[at.id]!) === 'other') count += 1
  }
  return count
}
