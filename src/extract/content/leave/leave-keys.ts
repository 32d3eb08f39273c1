import type { ElementNode } from '../../../markup/html/tree/node.ts'
import type { PageSignals } from '../features/block-features.ts'
import type { Block } from '../features/block.ts'
import { Flag, type ElementStats } from '../features/element-stats.ts'
import { hashText } from '../features/hash.ts'

/** Longer lines say more than what a key does. */
const LINE_MAX_CHARS = 60
const LINES_MIN_COUNT = 4
/** Share of lines that end with a key: where keys are lines of their own it is half of them. */
const KEYS_MIN_SHARE = 0.4
const NAMED_MIN_COUNT = 2
/** Names of keys as players write them, in any language. */
const NAMED_KEYS: ReadonlySet<number> = new Set(
  'space spacebar up down left right esc escape enter shift ctrl'.split(' ').map(hashText),
)
const LETTER_KEYS: ReadonlySet<number> = new Set(Array.from('abcdefghijklmnopqrstuvwxyz', hashText))
/** What a text puts into a table or a list is for its readers, unless it lies over the page. */
const TEXT_FORMS = Flag.table | Flag.list | Flag.code

type Page = Pick<PageSignals, 'blocks'> & { stats: Pick<ElementStats, 'chars' | 'flags'> }

/** Leaves out the help on the keys of a player: short lines of which many end with the name of a key, and the line over them. */
export function leaveOutKeys({ blocks, stats }: Page, keeps: Uint8Array): void {
  for (let index = 0; index < blocks.length; index += 1) {
    let [first, last, keys, named] = [-1, -1, 0, 0]
    for (; index < blocks.length && isLine(blocks[index]!, stats); index += 1) {
      const word = blocks[index]!.wordHashes.at(-1) ?? 0
      const isNamed = NAMED_KEYS.has(word)
      if (!isNamed && !LETTER_KEYS.has(word)) continue
      if (isNamed) named += 1
      if (first === -1) first = index
      last = index
      keys += 1
    }
    const lines = last - first + 1
    if (named < NAMED_MIN_COUNT || lines < LINES_MIN_COUNT || keys < KEYS_MIN_SHARE * lines)
      continue
    keeps.fill(0, beginningOf(blocks, stats, first, last), last + 1)
  }
}

/** Where the help begins that has keys from one block to another: with what is over and before the first in the same element. */
function beginningOf(
  blocks: readonly Block[],
  { chars }: Page['stats'],
  first: number,
  last: number,
): number {
  let help = blocks[first]!.owner
  while (help.parent && help.end <= blocks[last]!.owner.id) help = help.parent
  if (chars[help.id]! > LINE_MAX_CHARS * (last - first + 1)) return first
  let from = first
  while (from > 0 && blocks[from - 1]!.owner.id >= help.id) from -= 1
  const over = blocks[from - 1]
  const isOver = over && over.chars <= LINE_MAX_CHARS && isTitleOf(over.owner, help, chars)
  return isOver ? from - 1 : from
}

/** Whether an element is the heading right before another one, or holds little besides that. */
function isTitleOf(
  { id, end, isHeading }: ElementNode,
  help: ElementNode,
  chars: Float64Array,
): boolean {
  return isHeading || (end >= help.end && chars[id]! <= LINE_MAX_CHARS + chars[help.id]!)
}

function isLine({ owner, chars, linkChars }: Block, { flags }: Page['stats']): boolean {
  if (chars > LINE_MAX_CHARS || linkChars > 0 || owner.isHeading || owner.name === 'p') return false
  const own = flags[owner.id]!
  return (own & TEXT_FORMS) === 0 || (own & Flag.overlay) !== 0
}
