import type { Line } from '../model.ts'
import { isPageNumber } from './page-numbers.ts'

/** A page of lines with its size in points. */
export interface PageLines {
  page: number
  width: number
  height: number
  lines: Line[]
}

/** Share of the page height, at either end, in which running heads and feet stand. */
const BAND_SHARE = 0.14
/** Share of the page height in which the outermost line stands: pages with wide margins have it further inside. */
const OUTER_BAND_SHARE = 0.2
/** Lines of one end that may be running heads. */
const EDGE_MAX_ROWS = 6
/** Space beside a running head, as a multiple of that between the lines of the page; a heading has about as much below it. */
const BREAK = 1.3
const BOLD_BREAK = 1.45
/** Type of the outermost line, in parts of that of the next, by which it stands apart although no space parts them. */
const SMALL_TYPE = 0.85
/** Lines of a page that tell how far lines stand apart. */
const RHYTHM_MIN_ROWS = 8
/** Space that is still one between two rows of a table, as a multiple of that between the lines of the page. */
const ROW_GAP = 2.5
/** Space between two cells of a row, in parts of the type size. */
const CELL_GAP = 1
/** Longest cell that tells of a table; columns of prose are wider. */
const CELL_MAX_CHARS = 40
/** How far the edges of cells of one column may differ, in points. */
const ALIGNED_PT = 2.5
const LEADING = 1.2

/** A line that stands apart at one end of its page. */
export interface EdgeLine {
  line: Line
  edge: 'top' | 'bottom' | 'side'
  /** Distance of its baseline from that end. */
  offset: number
}

/** A line that may be a running head, with its page and its words. */
export interface Candidate extends EdgeLine {
  page: PageLines
  words: readonly string[]
}

/** Lines that stand on one baseline. */
interface Row {
  y: number
  lines: Line[]
}

/**
 * The lines of a page that may be running heads or feet: those in a band at either end that more space parts from the text than
 * lines of text or rows of a table have between them; and text that runs another way than the text of the page. `usualPt` is the
 * distance of lines in the document, for pages with too few to tell.
 */
export function edgeLines(page: PageLines, usualPt?: number): EdgeLine[] {
  const rows = rowsOf(page)
  const isShort = rows.length < RHYTHM_MIN_ROWS && usualPt !== undefined
  const rhythm = isShort ? usualPt : rhythmOf(rows)
  const share = (row: Row, outermost: Row | undefined): number =>
    row === outermost ? OUTER_BAND_SHARE : BAND_SHARE
  const isHigh = (row: Row): boolean => row.y < page.height * share(row, rows[0])
  const top = outerRows(rows, isHigh, rhythm)
  const fromBelow = rows.toReversed()
  const isLow = (row: Row): boolean =>
    row.y - Math.max(...row.lines.map(({ size }) => size)) * 0.7 >
    page.height * (1 - share(row, fromBelow[0]))
  const bottom = outerRows(fromBelow, isLow, rhythm).filter((row) => !top.includes(row))
  const side = rows.length > 0 ? page.lines.filter((line) => !line.upright) : []
  return [
    ...top.flatMap(({ lines }) =>
      lines.map((line): EdgeLine => ({ line, edge: 'top', offset: line.y })),
    ),
    ...bottom.flatMap(({ lines }) =>
      lines.map((line): EdgeLine => ({ line, edge: 'bottom', offset: page.height - line.y })),
    ),
    ...side.map((line): EdgeLine => ({ line, edge: 'side', offset: line.y })),
  ]
}

/** The distance that lines have on most pages, in points. */
export function usualRhythm(pages: readonly PageLines[]): number | undefined {
  const rhythms = pages
    .map(rowsOf)
    .filter((rows) => rows.length >= RHYTHM_MIN_ROWS)
    .map(rhythmOf)
  return rhythms.toSorted((a, b) => a - b)[Math.floor(rhythms.length / 2)]
}

const rowsOfPages = new WeakMap<PageLines, Row[]>()

/** The rows of upright lines, from above; kept as long as the page is. */
function rowsOf(page: PageLines): Row[] {
  const known = rowsOfPages.get(page)
  if (known) return known
  const rows: Row[] = []
  const upright = page.lines.filter((line) => line.upright)
  for (const line of upright.toSorted((a, b) => a.y - b.y)) {
    const row = rows.at(-1)
    if (row && line.y - row.y < line.size * 0.4) row.lines.push(line)
    else rows.push({ y: line.y, lines: [line] })
  }
  rowsOfPages.set(page, rows)
  return rows
}

/** The usual distance of two rows: the one in the middle of all. */
function rhythmOf(rows: readonly Row[]): number {
  const size = rows[0]?.lines[0]?.size ?? 10
  if (rows.length < RHYTHM_MIN_ROWS) return size * LEADING
  const gaps = rows.slice(1).map((row, index) => row.y - (rows[index]?.y ?? 0))
  return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? size * LEADING
}

/** The rows from the outermost inwards up to the last one in the band that stands apart from the next. */
function outerRows(rows: readonly Row[], isInBand: (row: Row) => boolean, rhythm: number): Row[] {
  let count = 0
  for (const [index, row] of rows.slice(0, EDGE_MAX_ROWS).entries()) {
    if (!isInBand(row)) break
    const next = rows[index + 1]
    const size = Math.max(...row.lines.map((line) => line.size))
    const usual = Math.max(rhythm, size)
    const isSmaller =
      index === 0 && next?.lines.every((line) => size <= line.size * SMALL_TYPE) === true
    const least = row.lines.every(({ bold }) => bold) ? BOLD_BREAK : BREAK
    const isApart = !next || isSmaller || Math.abs(next.y - row.y) > usual * least
    if (isApart && !isRowOfTable(row, rows.slice(index + 1, index + 3), usual)) count = index + 1
  }
  const [outermost] = rows
  // A page number may stand close to the text, where pages are filled to their end.
  const isNumber = outermost?.lines.length === 1 && isPageNumber(outermost.lines[0]?.text ?? '')
  if (count === 0 && outermost && isNumber && isInBand(outermost)) return [outermost]
  return rows.slice(0, count)
}

/** Whether the cells of a row stand over or under those of the rows beside it. */
function isRowOfTable(row: Row, beside: readonly Row[], usual: number): boolean {
  const [next] = beside
  if (!next || Math.abs(next.y - row.y) > usual * ROW_GAP) return false
  const cells = cellsOf(row)
  if (cells.length < 2) return false
  return beside.some((other) => {
    const others = cellsOf(other)
    if (others.length < 2 || others.some(({ chars }) => chars > CELL_MAX_CHARS)) return false
    const aligned = cells.filter((cell) =>
      others.some(
        ({ x, right }) =>
          Math.abs(cell.x - x) < ALIGNED_PT || Math.abs(cell.right - right) < ALIGNED_PT,
      ),
    )
    return aligned.length >= Math.max(2, cells.length - 1)
  })
}

interface Cell {
  x: number
  right: number
  chars: number
}

function cellsOf({ lines }: Row): Cell[] {
  const spans = lines.flatMap((line) => line.spans).toSorted((a, b) => a.x - b.x)
  const cells: Cell[] = []
  for (const { x, right, size, text } of spans) {
    const last = cells.at(-1)
    if (last && x - last.right < size * CELL_GAP) {
      last.right = Math.max(last.right, right)
      last.chars += text.length
    } else cells.push({ x, right, chars: text.length })
  }
  return cells
}
