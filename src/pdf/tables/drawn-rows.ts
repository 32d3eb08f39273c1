import { makeLine } from '../lines/lines.ts'
import type { Line, Rule, Span } from '../model.ts'
import type { AlignedRow } from './aligned-rows.ts'
import type { FittedBand } from './bands.ts'
import { isRuledBetween } from './chunks.ts'

/** Distance of two lines of one cell, in parts of the type size. */
const CELL_LEADING = 1.5
/** How far up, in parts of the type size, the next cell of a row begins at least, after one of several lines. */
const UPWARDS = 0.5
/** Lines of a cell beyond which the stream is drawn column by column. */
const CELL_MAX_LINES = 12
/** Height of a line above and below its baseline, in parts of its size. */
const ASCENT = 0.72
const DESCENT = 0.18

interface Cell {
  column: number
  lines: Line[]
  top: number
  bottom: number
}

/**
 * The rows of a table that was drawn cell by cell, as its stream has them: a cell goes on downwards, the next one begins further
 * right at the height of the row, the next row further left. Undefined where the stream does not show that: no cell has several
 * lines, or the table was drawn in another order.
 */
export function drawnRows(
  lines: readonly Line[],
  bands: readonly FittedBand[],
  rules: readonly Rule[],
): AlignedRow[] | undefined {
  const columns = new Map<Span, number>()
  for (const { cells } of bands) {
    for (const [column, spans] of cells.entries())
      for (const span of spans) columns.set(span, column)
  }
  const cells = cellsOf(lines, columns, rules)
  const isDrawnSo =
    cells.some((cell, index) => goesUp(cell, cells[index + 1])) &&
    cells.every((cell) => cell.lines.length <= CELL_MAX_LINES)
  if (!isDrawnSo) return undefined
  const width = bands[0]?.cells.length ?? 0
  return rowsOf(cells, width)
}

/** Whether the stream goes up from the end of a cell of several lines to one further right. */
function goesUp({ column, lines, bottom }: Cell, next: Cell | undefined): boolean {
  if (lines.length < 2 || !next || next.column <= column) return false
  return next.top < bottom - (lines[0]?.size ?? 0) * (1 + UPWARDS)
}

function cellsOf(
  lines: readonly Line[],
  columns: ReadonlyMap<Span, number>,
  rules: readonly Rule[],
): Cell[] {
  const cells: Cell[] = []
  for (const line of lines) {
    const known = line.spans.filter((span) => columns.has(span))
    const byColumn = Map.groupBy(known, (span) => columns.get(span) ?? 0)
    for (const [column, spans] of byColumn) {
      const piece = makeLine(line.page, spans)
      const top = piece.y - piece.size * ASCENT
      const bottom = piece.y + piece.size * DESCENT
      const cell = cells.at(-1)
      const last = cell?.lines.at(-1)
      // What is bold stands as the name of a group over a row that is not.
      const isNamed = byColumn.size > 1 && last?.bold === true && !piece.bold
      if (cell?.column === column && !isNamed && goesOn(last, piece, rules)) {
        cell.lines.push(piece)
        cell.bottom = bottom
      } else cells.push({ column, lines: [piece], top, bottom })
    }
  }
  return cells
}

function goesOn(last: Line | undefined, line: Line, rules: readonly Rule[]): boolean {
  if (last?.page !== line.page) return false
  const size = Math.max(last.size, line.size)
  const down = line.y - last.y
  return down > size * 0.5 && down < size * CELL_LEADING && !isRuledBetween(last, line, rules)
}

function rowsOf(cells: readonly Cell[], width: number): AlignedRow[] {
  const rows: AlignedRow[] = []
  let last = -1
  for (const { column, lines, top, bottom } of cells) {
    const row = rows.at(-1)
    if (row && column > last && top < row.bottom && bottom > row.top) {
      row.cells[column]?.push(...lines)
      row.top = Math.min(row.top, top)
      row.bottom = Math.max(row.bottom, bottom)
    } else {
      const own = Array.from({ length: width }, (_, index) => (index === column ? [...lines] : []))
      rows.push({ cells: own, top, bottom })
    }
    last = column
  }
  return rows
}
