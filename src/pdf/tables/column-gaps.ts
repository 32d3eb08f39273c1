import type { Column } from '../model.ts'
import { type Band, CELL_GAP, hasCells, rightOf } from './bands.ts'
import { isAmount } from './cell-lists.ts'
import { overHeads } from './over-heads.ts'

/** The empty stretch between two columns. */
export interface Gap {
  x: number
  right: number
}

/** Space between two columns where rows agree on it, in parts of the type size: a few, and many. */
const FEW_ROWS_GAP = 0.6
const MANY_ROWS_GAP = 0.22
const MANY_ROWS = 4
/** Space between two columns where every row has it: between numbers set to the right and texts beside them. */
const STEADY_GAP = 0.5
/** Share of the rows that may run across the space between two columns, as merged cells do. */
const CROSSED_SHARE = 0.2
/** Share of the rows that have text on both sides of the space between two columns. */
const PARTED_SHARE = 0.25
/** Bands whose texts are drawn apart at a place, however near to each other, where a column begins. */
const APART_MIN_BANDS = 2
/** Widest page that is looked at, in points. */
const WIDTH_MAX_PT = 5_000

/**
 * The spaces between columns, on which most bands agree: where hardly any has text. What one band leaves empty by chance, others
 * fill.
 */
export function findGaps(bands: readonly Band[]): Gap[] {
  const left = Math.floor(Math.min(...bands.map(({ spans }) => spans[0]?.x ?? 0)))
  const right = Math.ceil(
    Math.max(...bands.flatMap(({ spans }) => spans.map((span) => span.right))),
  )
  const width = right - left
  if (!(width > 0) || width > WIDTH_MAX_PT) return []
  const tabular = bands.filter(hasCells)
  const over = overHeads(bands)
  const rows = withoutNames(bands, tabular, left).filter((band) => !over.has(band))
  const covered = coverageOf(rows, left, width)
  const mostCrossed = Math.floor(rows.length * CROSSED_SHARE)
  const gaps: Gap[] = []
  for (let at = 0; at < width; at += 1) {
    if ((covered[at] ?? 0) > mostCrossed) continue
    const gap = gaps.at(-1)
    if (gap && gap.right === left + at) gap.right = left + at + 1
    else gaps.push({ x: left + at, right: left + at + 1 })
  }
  const size =
    bands.map((band) => band.size).toSorted((a, b) => a - b)[Math.floor(bands.length / 2)] ?? 10
  const least = size * (tabular.length >= MANY_ROWS ? MANY_ROWS_GAP : FEW_ROWS_GAP)
  const parting = gaps
    .flatMap((gap) => emptiest(gap, covered, left))
    .filter((gap) => gap.right - gap.x >= least || isDrawnApart(bands, gap))
    .filter((gap) => {
      if (isDrawnApart(bands, gap)) return true
      const spaces = bands.map((band) => spaceAt(band, gap)).filter((space) => space > 0)
      const enough = Math.max(2, tabular.length * PARTED_SHARE)
      // The head may name columns that have no text.
      if (tabular[0] && spaceAt(tabular[0], gap) > size * CELL_GAP && isEmpty(gap, covered, left))
        return true
      const isBetween =
        bands.filter(({ spans }) => spans.some((span) => span.right <= gap.x + 1)).length >=
          enough &&
        bands.filter(({ spans }) => spans.some((span) => span.x >= gap.right - 1)).length >= enough
      if (!isBetween || spaces.length === 0) return false
      // Words that happen to be as long as each other leave a space, too, but no wide one.
      const isWide = spaces.filter((space) => space > size * CELL_GAP).length >= enough / 2
      return isWide || spaces.every((space) => space > size * STEADY_GAP)
    })
  return parting.filter((gap, index) =>
    isBefore(bands, gap, parting[index + 1]?.x ?? right, size * STEADY_GAP),
  )
}

/** Whether texts of several bands stand apart there by the way they are drawn. */
function isDrawnApart(bands: readonly Band[], gap: Gap): boolean {
  const found = bands.filter(({ spans, apart }) => {
    const at = spans.findIndex(({ x }) => x >= gap.right - 1)
    return apart[at] && (spans[at - 1]?.right ?? 0) <= gap.x + 1
  })
  return found.length >= APART_MIN_BANDS
}

/**
 * Bands without the names of groups of rows: texts at the left edge alone that are bold where rows are not, or reach into the second
 * column, as most rows show it.
 */
function withoutNames(
  bands: readonly Band[],
  tabular: readonly Band[],
  left: number,
): readonly Band[] {
  const seconds = tabular.flatMap(({ spans, ends, size }) => {
    const at = spans.findIndex(({ x }, index) => x - (ends[index - 1] ?? x) > size * CELL_GAP)
    return spans[at]?.x ?? []
  })
  const second = seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length / 2)]
  if (second === undefined) return bands
  const isBold = ({ spans }: Band): boolean => spans.every(({ bold }) => bold)
  const isPlain = tabular.filter(isBold).length * 2 < tabular.length
  return bands.filter((band) => {
    if (hasCells(band) || (band.spans[0]?.x ?? 0) > left + band.size) return true
    return rightOf(band) < second && !(isPlain && isBold(band))
  })
}

/** Number of bands that have text at each point across. */
function coverageOf(bands: readonly Band[], left: number, width: number): number[] {
  const covered = Array.from({ length: width + 1 }, () => 0)
  for (const { spans, ends } of bands) {
    let end = 0
    for (const [index, span] of spans.entries()) {
      const from = Math.max(end, Math.round(span.x) - left)
      const to = Math.min(width, Math.round(ends[index] ?? span.right) - left)
      // Words may run through several columns, numbers do not.
      const weight = isAmount(span.text) && !/\s/.test(span.text) ? bands.length : 1
      for (let at = Math.max(0, from); at < to; at += 1) covered[at] = (covered[at] ?? 0) + weight
      end = Math.max(end, to)
    }
  }
  return covered
}

/** The parts of a gap that fewest bands cross: between them may be a column with few texts. */
function emptiest({ x, right }: Gap, covered: readonly number[], left: number): Gap[] {
  const counts = covered.slice(x - left, right - left)
  const least = Math.min(...counts)
  const parts: Gap[] = []
  for (const [index, count] of counts.entries()) {
    if (count > least) continue
    const part = parts.at(-1)
    if (part && part.right === x + index) part.right += 1
    else parts.push({ x: x + index, right: x + index + 1 })
  }
  return parts
}

function isEmpty({ x, right }: Gap, covered: readonly number[], left: number): boolean {
  return covered.slice(x - left, right - left).every((count) => count === 0)
}

/** Whether most texts that begin between a gap and `end` stand apart from those before: else they go on with these. */
function isBefore(bands: readonly Band[], gap: Gap, end: number, space: number): boolean {
  const spaces = bands.flatMap(({ spans, ends, apart }) => {
    const at = spans.findIndex(({ x }) => x >= gap.right - 1)
    const [first, before] = [spans[at], ends[at - 1]]
    if (!first || before === undefined || first.x >= end) return []
    return [apart[at] ? Number.POSITIVE_INFINITY : first.x - before]
  })
  return spaces.filter((one) => one > space).length * 2 >= spaces.length
}

/** The space between the texts on both sides of a gap; 0 where there is none, or text in it. */
function spaceAt({ spans, ends }: Band, gap: Gap): number {
  let before: number | undefined
  for (const [index, span] of spans.entries()) {
    const end = ends[index] ?? span.right
    if (end <= gap.x + 1) before = end
    else if (span.x < gap.right - 1) return 0
    else return before === undefined ? 0 : span.x - before
  }
  return 0
}

/** Columns between gaps, open at both ends. */
export function columnsBetween(gaps: readonly Gap[]): Column[] {
  const edges = gaps.map(({ x, right }) => (x + right) / 2)
  return [Number.NEGATIVE_INFINITY, ...edges].map((x, index) => ({
    x,
    right: edges[index] ?? Number.POSITIVE_INFINITY,
  }))
}
