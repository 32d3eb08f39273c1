import type { Column, Span } from '../model.ts'
import type { FittedBand } from './bands.ts'

/** Widest space between two words of one text, in parts of the type size. */
const WORD_SPACE = 0.36

/**
 * Columns without those of which every text goes on in the next one after the space of a word: both are one. Other rows have longer or
 * shorter texts there, which begin and end at other places.
 */
export function joinTouching(slots: readonly Column[], bands: readonly FittedBand[]): Column[] {
  const joined: Column[] = []
  for (const [column, { x, right }] of slots.entries()) {
    const last = joined.at(-1)
    if (last && touchesNext(bands, column - 1, x)) last.right = right
    else joined.push({ x, right })
  }
  return joined
}

/** Whether all texts of a column touch those of the next, or run into it. */
function touchesNext(bands: readonly FittedBand[], column: number, edge: number): boolean {
  const filled = bands.filter(({ cells }) => (cells[column]?.length ?? 0) > 0)
  const touching = filled.filter(({ cells }) =>
    touches(cells[column]?.at(-1), cells[column + 1]?.[0]),
  )
  const crossing = filled.filter(({ cells }) =>
    cells[column]?.some(({ right }) => right > edge + 1),
  )
  return touching.length > 0 && touching.length + crossing.length === filled.length
}

function touches(before: Span | undefined, span: Span | undefined): boolean {
  if (!before || !span || span.isApart) return false
  return span.x - before.right < span.size * WORD_SPACE
}
