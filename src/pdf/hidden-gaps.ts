import type { FittedBand } from './bands.ts'
import { charEdges } from './link-areas.ts'
import type { Column, Span } from './model.ts'

/** A number and the text or number after it, drawn as one. */
const NUMBER_AND_TEXT = /^([^\p{L}\s]*\d[^\p{L}\s]*)\s+(?=\S)/u
/** Cells that show it, and their share of a column. */
const CELLS_MIN_COUNT = 3
const CELLS_SHARE = 0.6
/** How far the numbers begin apart at least, and the texts at most, in parts of the type size. */
const NUMBERS_SPREAD = 0.4
const TEXTS_SPREAD = 0.75
/** Space before the text, in parts of the type size. */
const SPACE = 0.2

/**
 * Parts columns in which numbers set to the right stand so close to the texts beside them that readers take both for one: the
 * numbers begin at different places, the texts at one.
 */
export function withHiddenGaps(slots: readonly Column[], bands: readonly FittedBand[]): Column[] {
  return slots.flatMap((slot, column) => {
    const cells = bands.flatMap(({ cells: own }) => (own[column]?.length ? [own[column]] : []))
    const places = cells.flatMap(([span, ...others]) => {
      const place = span && others.length === 0 ? textStart(span) : undefined
      return place && span ? [{ ...place, size: span.size }] : []
    })
    const size = places[0]?.size ?? 10
    if (places.length < Math.max(CELLS_MIN_COUNT, cells.length * CELLS_SHARE)) return [slot]
    const numbers = spread(places.map(({ number }) => number))
    const texts = spread(places.map(({ text }) => text))
    if (numbers < size * NUMBERS_SPREAD || texts > Math.min(size * TEXTS_SPREAD, numbers))
      return [slot]
    const sorted = places.map(({ text }) => text).toSorted((a, b) => a - b)
    const at = (sorted[Math.floor(sorted.length / 2)] ?? 0) - size * SPACE
    return [
      { x: slot.x, right: at },
      { x: at, right: slot.right },
    ]
  })
}

function spread(places: readonly number[]): number {
  return Math.max(...places) - Math.min(...places)
}

/** Where the number of a span begins, and about where the text after it does. */
function textStart(span: Span): { number: number; text: number } | undefined {
  const [whole] = NUMBER_AND_TEXT.exec(span.text) ?? []
  if (whole === undefined) return undefined
  return { number: span.x, text: charEdges(span)[whole.length] ?? span.x }
}
