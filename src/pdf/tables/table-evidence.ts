import type { Line } from '../model.ts'
import { isMarker } from './bands.ts'

/** Lines of one cell beyond which, on average, it is a column of prose. */
const CELL_MAX_LINES = 6
/** Share of the rows of two columns that begin with a marker in a list. */
const LABELS_SHARE = 0.7
/** Rows that may be lines of a text. */
const FLOW_MAX_ROWS = 3
/** Texts of one line, apart from each other, that are no flow of text. */
const APART_MIN_CELLS = 3
/** Share of the characters that are code in code. */
const CODE_SHARE = 0.8
/** How far the edges of one column may differ, in points, and the share of its lines that agree on one of them. */
const EDGE_PT = 1.5
const MIDDLE_PT = 3
/** How far the right edges of numbers may differ, whose place is estimated where a text was cut. */
const RIGHT_PT = 4
const AGREED_SHARE = 0.6
/** A number, perhaps with a unit. */
const VALUE = /^[^\p{L}]*\d[^\p{L}]*\p{L}{0,3}[^\p{L}]*$|^[^\p{L}\p{N}]+$/u
/** What a line of text ends with that parts a word. */
const CUT_WORD = /\p{L}[-‐\u00AD]$/u
/** Longest text that is set to the right without being a number. */
const SHORT_MAX_CHARS = 12

/** The rows of one table: below another row of nothing but heads, set like the first, another begins. */
export function upToSecondHead<R extends { cells: Line[][] }>(rows: readonly R[]): readonly R[] {
  const [head, second] = rows
  if (!head || !isHeads(head.cells) || !second || isHeads(second.cells)) return rows
  const text = (cells: readonly Line[][]): string =>
    cells.map((lines) => lines.map((line) => line.text).join(' ')).join('|')
  const own = text(head.cells)
  const end = rows.findIndex(
    ({ cells }, index) => index > 0 && isHeads(cells) && text(cells) !== own,
  )
  return end === -1 ? rows : rows.slice(0, end)
}

/** Whether every column has a bold text that is no value. */
function isHeads(cells: readonly Line[][]): boolean {
  return cells.every(
    (lines) => lines.length > 0 && lines.every((line) => line.bold && !VALUE.test(line.text)),
  )
}

/** Whether rows of cells are a table, and not a list, code or lines of text with wide spaces. */
export function isAlignedTable(rows: readonly Line[][][]): boolean {
  const wide = rows.filter((row) => row.filter((cell) => cell.length > 0).length > 1)
  if (wide.length < 2) return false
  const cells = rows.flat().filter((cell) => cell.length > 0)
  const lineCount = cells.reduce((sum, cell) => sum + cell.length, 0)
  if (lineCount / cells.length > CELL_MAX_LINES) return false
  const first = rows.flatMap(([cell]) => (cell?.length ? [cell] : []))
  const labels = first.filter((cell) => cell.every(({ text }) => isMarker(text)))
  if (rows[0]?.length === 2 && labels.length >= first.length * LABELS_SHARE) return false
  const width = rows[0]?.length ?? 0
  const columns = Array.from({ length: width }, (_, at) => rows.flatMap((row) => row[at] ?? []))
  if (isFlow(rows)) return false
  return (
    !isCode(cells.flat()) &&
    columns.slice(1).every((lines, at) => isColumn(lines, at + 2 === width))
  )
}

/** Whether a few rows are lines of a text with wide spaces: a word is cut, or they have not as many cells as each other. */
export function isLooseText(rows: readonly Line[][][]): boolean {
  return isFlow(rows) && (isCut(rows) || new Set(rows.map((row) => row.length)).size > 1)
}

function isCut(rows: readonly Line[][][]): boolean {
  return rows.some((row) => CUT_WORD.test(row.flat().at(-1)?.text ?? ''))
}

/** Whether a few rows read as lines of one text: each goes on where the one before ends, perhaps in the midst of a word. */
function isFlow(rows: readonly Line[][][]): boolean {
  if (rows.length > FLOW_MAX_ROWS || rows[0]?.flat().every(({ bold }) => bold)) return false
  const texts = rows.map((row) => row.flat().map(({ text }) => text))
  if (isCut(rows)) return true
  // Nor are three texts apart in every line.
  if (rows.every((row) => row.filter((cell) => cell.length > 0).length >= APART_MIN_CELLS))
    return false
  const isOpen = texts.slice(0, -1).every((row) => !VALUE.test(row.at(-1) ?? ''))
  return isOpen && texts.slice(1).every(([first = '']) => !/^[\p{Lu}\p{Lo}\d]/u.test(first))
}

function isCode(lines: readonly Line[]): boolean {
  const count = (some: readonly Line[]): number =>
    some.reduce((sum, { text }) => sum + text.length, 0)
  const spans = lines.flatMap((line) => line.spans)
  const mono = spans.reduce((sum, span) => sum + (span.mono ? span.text.length : 0), 0)
  return mono >= count(lines) * CODE_SHARE
}

/** Whether the lines of a column agree on where they begin, end or have their middle. */
function isColumn(lines: readonly Line[], isLast: boolean): boolean {
  if (lines.length < 2) return true
  const enough = lines.length * AGREED_SHARE
  if (
    agreeing(
      lines.map(({ x }) => x),
      EDGE_PT,
    ) >= enough
  )
    return true
  if (
    agreeing(
      lines.map(({ x, right }) => (x + right) / 2),
      MIDDLE_PT,
    ) >= enough
  )
    return true
  // Justified text ends at one edge, too.
  const isShort = lines.filter(({ text }) =>
    isLast ? VALUE.test(text) : text.length <= SHORT_MAX_CHARS || VALUE.test(text),
  )
  return (
    isShort.length >= enough &&
    agreeing(
      lines.map(({ right }) => right),
      RIGHT_PT,
    ) >= enough
  )
}

/** How many places are near to each other, at most. */
function agreeing(places: readonly number[], most: number): number {
  const sorted = places.toSorted((a, b) => a - b)
  let best = 0
  let from = 0
  for (const [index, place] of sorted.entries()) {
    while (place - (sorted[from] ?? 0) > most) from += 1
    best = Math.max(best, index - from + 1)
  }
  return best
}
