import type { Column, Line, Rule, Span } from '../model.ts'
import { cutSpanAt } from '../page/link-areas.ts'
import { type AlignedRow, alignedRows, withCutRows, withoutTail } from './aligned-rows.ts'
import {
  type Band,
  CELL_GAP,
  filledOf,
  type FittedBand,
  hasCells,
  isRuledBetween,
  rightOf,
  toBands,
} from './bands.ts'
import { columnsBetween, findGaps } from './column-gaps.ts'
import { withCutSpans } from './cut-spans.ts'
import { drawnRows } from './drawn-rows.ts'
import { withHeads } from './head-columns.ts'
import { withHiddenGaps } from './hidden-gaps.ts'
import { overHeads } from './over-heads.ts'
import { joinTouching } from './touching-columns.ts'

/** Bands that tell the columns, and those above the first that has cells. */
const WINDOW_MAX_BANDS = 60
const FIRST_BAND_MAX_INDEX = 3
/** Space between the lines of cells that stand beside each other, in parts of the type size. */
const OVERLAP = 0.95
/** Share of the width of a table from which on a line that begins at its left edge is text and no cell. */
const PROSE_SHARE = 0.6
/** Spaces within one text, and the widest of a line of text, in parts of the type size. */
const WORD_GAP = 0.22
const TEXT_GAP = 0.5
/** Space between two bands of a table, in parts of the type size, without and with a rule between. */
const BAND_MAX_GAP = 3.2
const RULED_MAX_GAP = 14
/** More space than bands of this table have, in parts of the type size, ends it once there are so many. */
const RHYTHM_BREAK = 1.3
/** The step of which this share of the steps is no larger is the usual one. */
const RHYTHM_SHARE = 0.75
const RHYTHM_MIN_BANDS = 4
const RHYTHM_MAX_BANDS = 12
/** Where all rows are as high as each other, up to this many points, one that is empty parts two tables. */
const EVEN_PT = 0.5
const EMPTY_ROW_STEP = 1.8
/** Words of a cell beyond which, on average, a line of nothing but word spaces is text. */
const CELL_WORDS = 3
/** Longest text that may run through the columns as the name of a group of rows. */
const GROUP_MAX_CHARS = 60
const EDGE_PT = 1
/** Least share of a text over several columns that stands in the first of them where it belongs to that. */
const FIRST_SHARE = 0.3
/** Texts of a row, over the number of columns, beyond which it belongs to something else. */
const MOST_CELLS = 1.5

/**
 * The table that lines stand in by nothing but their places: columns are where hardly any row has text between them, rows what
 * stands at one height or in a cell of several lines. Undefined where the first lines are none. `lines` are those of the region, with
 * texts cut that run from one column into another.
 */
export function readAlignedTable(
  region: readonly Line[],
  rules: readonly Rule[],
): { rows: AlignedRow[]; columns: Column[]; lines: readonly Line[] } | undefined {
  const drawn = toBands(region)
  const lines = withCutSpans(region, drawn)
  const bands = lines === region ? drawn : toBands(lines)
  const first = bands.findIndex(hasCells)
  if (first === -1 || first > FIRST_BAND_MAX_INDEX) return undefined
  if (!beginsWithRow(bands, first)) return undefined
  const gaps = findGaps(telling(bands))
  if (gaps.length === 0) return undefined
  // What stands further down may need other columns than the beginning showed.
  const begun = fitBands(bands, columnsBetween(gaps), rules)
  const seen = columnsBetween(findGaps(begun))
  const fittedTo = (columns: readonly Column[]): FittedBand[] =>
    begun.map((band) => fitBand(band, columns))
  const apart = joinTouching(seen, fittedTo(seen))
  const slots = withHiddenGaps(apart, fittedTo(apart))
  if (slots.length < 2) return undefined
  const whole = withCuts(lines, bands, slots)
  const fitted = fitBands(toBands(whole), slots, rules)
  const rows = drawnRows(whole, fitted, rules) ?? alignedRows(fitted, rules)
  const kept = withHeads(withoutTail(withCutRows(rows), fitted, rules))
  if (kept.length < 2) return undefined
  const used = withoutEmptyColumns(kept)
  return { rows: used, columns: extents(used), lines: whole }
}

/** Rows without the columns that only what stands further down has. */
function withoutEmptyColumns(rows: readonly AlignedRow[]): AlignedRow[] {
  const isUsed = (rows[0]?.cells ?? []).map((_, column) =>
    rows.some(({ cells }) => cells[column]?.length),
  )
  return rows.map((row) => ({ ...row, cells: row.cells.filter((_, column) => isUsed[column]) }))
}

/** The lines with spans cut between two words where they run into a column in which nothing else stands at their height. */
function withCuts(
  lines: readonly Line[],
  bands: readonly Band[],
  slots: readonly Column[],
): readonly Line[] {
  const cuts = new Map<Span, Span[]>()
  const over = overHeads(bands)
  for (const band of bands) {
    const { spans } = band
    if (spans.length === 1 || over.has(band)) continue
    for (const span of spans) {
      const crossed = slots.filter(
        ({ x, right }) =>
          span.x < x - EDGE_PT &&
          span.right > x + EDGE_PT &&
          !spans.some((other) => other !== span && other.right > x && other.x < right),
      )
      if (crossed.length > 0) cuts.set(span, cutAtAll(span, crossed))
    }
  }
  if (cuts.size === 0) return lines
  return lines.map((line) =>
    line.spans.some((span) => cuts.has(span))
      ? { ...line, spans: line.spans.flatMap((span) => cuts.get(span) ?? [span]) }
      : line,
  )
}

function cutAtAll(span: Span, slots: readonly Column[]): Span[] {
  let pieces = [span]
  for (const { x } of slots) {
    pieces = pieces.flatMap((piece) =>
      piece.x < x - EDGE_PT && piece.right > x + EDGE_PT ? cutSpanAt(piece, x) : [piece],
    )
  }
  return pieces
}

/** The bands from the first to the last that has cells, up to where text follows. */
function telling(bands: readonly Band[]): Band[] {
  const found: Band[] = []
  let count = 0
  let x = Number.POSITIVE_INFINITY
  let right = 0
  for (const band of bands.slice(0, WINDOW_MAX_BANDS)) {
    const start = band.spans[0]?.x ?? 0
    const end = rightOf(band)
    const isWide = start < x + band.size && end - start > (right - x) * PROSE_SHARE
    if (hasCells(band)) {
      found.push(band)
      count = found.length
      x = Math.min(x, start)
      right = Math.max(right, end)
    } else if (count > 0 && isWide && segmentsOf(band, TEXT_GAP).length === 1) break
    else if (count > 0) found.push(band)
  }
  return found.slice(0, count)
}

/** Whether the first bands are lines of the first row: text beside the others, or as near to them as lines of one cell. */
function beginsWithRow(bands: readonly Band[], first: number): boolean {
  const tabular = bands[first]
  if (!tabular) return false
  return bands.slice(0, first).every((band, index) => {
    const next = bands[index + 1]
    const start = band.spans[0]?.x ?? 0
    const isBeside = start > (tabular.spans[0]?.x ?? 0) + band.size
    return isBeside || (next !== undefined && next.y - band.y < band.size * OVERLAP)
  })
}

/** The bands from the first that fit the columns. */
function fitBands(
  bands: readonly Band[],
  slots: readonly Column[],
  rules: readonly Rule[],
): FittedBand[] {
  const fitted: FittedBand[] = []
  const extent = { x: Number.POSITIVE_INFINITY, right: Number.NEGATIVE_INFINITY }
  for (const [index, band] of bands.entries()) {
    const last = fitted.at(-1)
    const isParted = last !== undefined && isRuledBetween(last, band, rules)
    // Below a head that another page repeats, a row may stand further down.
    const isNear = isParted || (last !== undefined && isRepeatedHead(last, fitted))
    if (last && band.y - last.y > band.size * (isNear ? RULED_MAX_GAP : BAND_MAX_GAP)) break
    if (last && !isNear && breaksRhythm(fitted, band)) break
    if (segmentsOf(band, CELL_GAP).length > slots.length * MOST_CELLS) break
    const one = fitBand(band, slots)
    const filled = filledOf(one)
    if (last && last.page !== band.page && hasOtherColumns(one)) break
    if (one.isCrossing && filled === 1) {
      const next = bands[index + 1]
      if (!last || !next || !(isParted || isGroupName(one, last, fitBand(next, slots)))) break
    }
    if (filled > 1 && isProse(one, extent)) break
    fitted.push(one)
    if (hasCells(one)) {
      extent.x = Math.min(extent.x, one.spans[0]?.x ?? extent.x)
      extent.right = Math.max(extent.right, rightOf(one))
    }
  }
  return fitted
}

function isRepeatedHead(band: FittedBand, [head]: readonly FittedBand[]): boolean {
  const wordsOf = ({ spans }: FittedBand): string => spans.map(({ text }) => text).join(' ')
  return head !== undefined && head.page !== band.page && wordsOf(head) === wordsOf(band)
}

/** Whether a column holds two cells: on the next page another table begins. */
function hasOtherColumns({ cells, size }: FittedBand): boolean {
  return cells.some((spans) =>
    spans.some((span, at) => span.x - (spans[at - 1]?.right ?? span.x) > size * CELL_GAP),
  )
}

function fitBand(band: Band, slots: readonly Column[]): FittedBand {
  const cells = slots.map((): Span[] => [])
  let isCrossing = false
  for (const segment of segmentsOf(band, WORD_GAP)) {
    const x = segment[0]?.x ?? 0
    const right = Math.max(...segment.map((span) => span.right))
    const over = slots.findIndex((slot) => x < slot.right - EDGE_PT && right > slot.x + EDGE_PT)
    const end = slots.findLastIndex((slot) => x < slot.right - EDGE_PT && right > slot.x + EDGE_PT)
    if (end > over) isCrossing = true
    // Most of it may stand in the next column, as a head in the middle over numbers set to the right.
    const isOfNext = end > over && (slots[over]?.right ?? 0) - x < (right - x) * FIRST_SHARE
    cells[Math.max(0, isOfNext ? over + 1 : over)]?.push(...segment)
  }
  if (isCrossing && !hasCells(band)) {
    return { ...band, cells: slots.map((_, index) => (index === 0 ? band.spans : [])), isCrossing }
  }
  return { ...band, cells, isCrossing }
}

/** Spans with no more than so much space between them. */
function segmentsOf({ spans, ends, apart, size }: Band, gap: number): Span[][] {
  const segments: Span[][] = []
  let right = Number.NEGATIVE_INFINITY
  for (const [index, span] of spans.entries()) {
    if (apart[index] || span.x - right > size * gap) segments.push([span])
    else segments.at(-1)?.push(span)
    right = Math.max(right, ends[index] ?? span.right)
  }
  return segments
}

/** A text through all columns that names the rows below it: these follow at once. */
function isGroupName(band: FittedBand, last: FittedBand, next: FittedBand): boolean {
  const chars = band.spans.reduce((sum, { text }) => sum + text.length, 0)
  const isNear = next.y - band.y < (band.y - last.y) * RHYTHM_BREAK
  return chars <= GROUP_MAX_CHARS && filledOf(next) > 1 && !next.isCrossing && isNear
}

/** A line of text whose spaces happen to be where those of the columns are. */
function isProse(band: FittedBand, { x, right }: Column): boolean {
  if (hasCells(band)) return false
  const start = band.spans[0]?.x ?? 0
  if (start > x + band.size || rightOf(band) - start < (right - x) * PROSE_SHARE) return false
  const isOneText = segmentsOf(band, TEXT_GAP).length === 1
  const words = band.spans.reduce((sum, { text }) => sum + text.split(' ').length, 0)
  return isOneText && (band.spans.length > filledOf(band) || words > filledOf(band) * CELL_WORDS)
}

function breaksRhythm(fitted: readonly FittedBand[], band: Band): boolean {
  if (fitted.length < RHYTHM_MIN_BANDS) return false
  const steps = fitted.slice(-RHYTHM_MAX_BANDS).flatMap(({ y }, index, all) => {
    const before = all[index - 1]
    return before ? [y - before.y] : []
  })
  const most = Math.max(...steps)
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length * RHYTHM_SHARE)] ?? most
  const isEven = most - Math.min(...steps) < EVEN_PT
  const longest = usual + band.size * RHYTHM_BREAK
  const step = band.y - (fitted.at(-1)?.y ?? 0)
  // Rows of several lines stand as far apart as others before them; below the head, more space is left.
  const known = Math.max(...steps.slice(fitted.length > RHYTHM_MAX_BANDS ? 0 : 1))
  if (usual * 2 < known && step < known + EVEN_PT) return false
  return step > (isEven ? Math.min(longest, usual * EMPTY_ROW_STEP) : longest)
}

/** Where the text of each column begins and ends. */
function extents(rows: readonly AlignedRow[]): Column[] {
  return (rows[0]?.cells ?? []).map((_, index) => {
    const lines = rows.flatMap(({ cells }) => cells[index] ?? [])
    return {
      x: Math.min(...lines.map(({ x }) => x)),
      right: Math.max(...lines.map(({ right }) => right)),
    }
  })
}
