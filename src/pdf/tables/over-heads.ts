import type { Span } from '../model.ts'
import type { Band } from './bands.ts'
import { isAmount } from './cell-lists.ts'

/** Bands at the start of a table of which one may hold names over several heads. */
const BANDS_MAX_COUNT = 3

/**
 * The bands whose texts are names over several heads: each stands over the space between two of these. One is at the start of a table,
 * and other pages repeat it.
 */
export function overHeads(bands: readonly Band[]): ReadonlySet<Band> {
  const first = bands.slice(0, BANDS_MAX_COUNT).find((band, index) => {
    const heads = bands[index + 1]?.spans ?? []
    if (
      heads.length < 2 ||
      heads.length <= band.spans.length ||
      heads.some(({ text }) => isAmount(text))
    )
      return false
    return band.spans.every((span) => isOverSpace(span, heads))
  })
  return new Set(first ? bands.filter((band) => wordsOf(band) === wordsOf(first)) : [])
}

function wordsOf({ spans }: Band): string {
  return spans.map(({ text }) => text).join(' ')
}

function isOverSpace({ x, right }: Span, heads: readonly Span[]): boolean {
  return heads.some((head, index) => {
    const next = heads[index + 1]
    return next !== undefined && x < next.x && right > head.right && head.right < next.x
  })
}
