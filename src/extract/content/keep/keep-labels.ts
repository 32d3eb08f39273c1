import type { ElementNode } from '../../../markup/html/tree/node.ts'
import type { PageSignals } from '../features/block-features.ts'
import type { Block } from '../features/block.ts'
import { Flag } from '../features/element-stats.ts'
import type { Decision } from './keep-blocks.ts'
import { isInterruption } from './kept-nodes.ts'

/** A label is no longer, and heads what follows it right away. */
const LABEL_MAX_CHARS = 40
const LABEL_MAX_WORDS = 4
/** Labels of equal looks from which on they are a series, and the share of such blocks that must head kept text. */
const SERIES_MIN_COUNT = 3
const SERIES_MIN_SHARE = 0.8
/** How often, on average, names come again where people speak by turns. */
const TURNS_MIN_TIMES = 2
/** Share of the threshold that a label must reach in a series whose texts come again, and in any other one. */
const TURN_MIN_SHARE = 0.2
const LABEL_MIN_SHARE = 0.9
const ELSEWHERE =
  Flag.nav | Flag.footer | Flag.aside | Flag.besides | Flag.form | Flag.button | Flag.comments

/** Short blocks of equal looks. */
interface Series {
  count: number
  labels: number[]
  /** Their texts, by hash: what always says the same is an advertisement's. */
  texts: Set<number>
}

/**
 * Keeps short blocks that head kept text one after another, such as the names of those who speak in an interview: one or two words
 * are hardly told from a menu when they are judged alone.
 */
export function keepLabels(
  { blocks, stats }: PageSignals,
  keeps: Uint8Array,
  { probabilities, threshold }: Decision,
): void {
  const series = new Map<number, Series>()
  blocks.forEach((block, index) => {
    const looks = looksOf(block.owner, stats)
    let known = series.get(looks)
    if (!known) series.set(looks, (known = { count: 0, labels: [], texts: new Set() }))
    known.count += 1
    const next = blocks[index + 1]
    if (!isLabel(block) || !next || keeps[index + 1] === 0 || next.owner.isHeading) return
    if (looksOf(next.owner, stats) === looks) return
    known.labels.push(index)
    known.texts.add(block.whole)
  })
  for (const { count, labels, texts } of series.values()) {
    if (labels.length < SERIES_MIN_COUNT || labels.length < SERIES_MIN_SHARE * count) continue
    if (texts.size < 2) continue
    const isByTurns = labels.length >= TURNS_MIN_TIMES * texts.size
    const least = (isByTurns ? TURN_MIN_SHARE : LABEL_MIN_SHARE) * threshold
    for (const index of labels) {
      const { owner } = blocks[index]!
      if ((stats.flags[owner.id]! & ELSEWHERE) !== 0 || isInterruption(owner)) continue
      if (probabilities[index]! >= least) keeps[index] = 1
    }
  }
}

/** A number for elements with equal names, that either hold one block or several. */
function looksOf({ id }: ElementNode, { signature, blocks }: PageSignals['stats']): number {
  return 2 * signature[id]! + (blocks[id]! > 1 ? 1 : 0)
}

function isLabel({ owner, chars, words, linkChars }: Block): boolean {
  return (
    !owner.isHeading &&
    owner.name !== 'figcaption' &&
    linkChars === 0 &&
    chars <= LABEL_MAX_CHARS &&
    words <= LABEL_MAX_WORDS
  )
}
