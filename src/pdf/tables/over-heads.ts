import type { Span } from '../model.ts'
import type { Band } from './bands.ts'
import { isValue } from './cell-lists.ts'

/** Bands at the start of a table of which one may hold names over several heads. */
const BANDS_MAX_COUNT = 3
/** Years stand over columns, too. */
const YEAR = /^(?:19|20)\d\d$/

/** The band at the start of a table whose texts are names over several heads: each stands over the space between two of these. */
export function findOverHeads(bands: readonly Band[]): Band | undefined {
  return bands.slice(0, BANDS_MAX_COUNT).find((band, index) => {
    const heads = bands[index + 1]?.spans ?? []
    if (heads.length < 2 || heads.length <= band.spans.length || heads.some(isOfRow)) return false
    return band.spans.every((span) => isOverSpace(span, heads))
  })
}

function isOfRow({ text }: Span): boolean {
  return isValue(text) && !YEAR.test(text)
}

function isOverSpace({ x, right }: Span, heads: readonly Span[]): boolean {
  return heads.some((head, index) => {
    const next = heads[index + 1]
    return next !== undefined && x < next.x && right > head.right && head.right < next.x
  })
}
