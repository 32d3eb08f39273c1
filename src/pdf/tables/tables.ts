import { makeLine } from '../lines/lines.ts'
import type { Column, Line, Rule, Span } from '../model.ts'
import type { Removed } from '../removed.ts'
import { rowText } from './aligned-rows.ts'
import { readAlignedTable } from './aligned-table.ts'
import { hasGap } from './bands.ts'
import {
  anchorsOf,
  bordersOf,
  type Chunk,
  chunkOf,
  isRuledBetween,
  splitIntoCells,
  toChunks,
} from './chunks.ts'
import { type Fault, findFault } from './judge.ts'
import type { PlacedTable } from './table-columns.ts'
import { isAlignedTable, isLooseText, upToSecondHead } from './table-evidence.ts'
import { type PageContext, type Region, tableRegion } from './table-region.ts'

/** A table found in the lines of a page. */
export interface FoundTable extends PlacedTable {
  /** Lines of the page that it takes. */
  lineCount: number
  /** Rows that are left out, since they repeat the head on another page. */
  removed: Removed[]
  /** What the page says against it. */
  fault?: Fault | undefined
}

/** Lines looked at for one table, and those looked at first. */
const TABLE_MAX_LINES = 2_000
const GLANCE_MAX_LINES = 40
/** Lines of one cell beyond which, on average, it is a column of prose. */
const CELL_MAX_LINES = 6
/** Empty space between two rows, in parts of the type size. */
const ROW_MAX_GAP = 3.2
/** Empty space between two rows that a rule parts, in parts of the type size: cells may be centred in high rows. */
const RULED_ROW_MAX_GAP = 14
/** How far from its column a cell may stand, in parts of the type size; what is further away is in another, up to some distance. */
const NEAR_COLUMN = 1
const FAR_FROM_COLUMN = 25
/** How far the left edges of one column may differ, in points. */
const ALIGNED_PT = 3
/** How far the sizes of two lines of one cell may differ, in parts of the type size. */
const SAME_SIZE = 0.04
/** Gap beside a cell that nothing but its place tells, in parts of the type size. */
const NEAR_GAP = 0.2
/** Gap in a line that may be that of two cells, in parts of the type size. */
const LINE_GAP = 0.5
/** Rows that show the columns. */
const FIRST_ROWS_COUNT = 4
/** Space between rows that ends a table: more than its rows had, in parts of the type size, once there are so many. */
const RHYTHM_BREAK = 1.2
const RHYTHM_MIN_ROWS = 4
const RHYTHM_MAX_ROWS = 12

interface Row {
  chunks: Chunk[]
  top: number
  bottom: number
}

/**
 * The table that begins at line `from`, if one does. Cells are read in the order in which they were
 * drawn: a cell that is drawn further right, beside the one before it, belongs to the same row; the
 * next row begins where the stream goes back to the left. Rules part rows that nothing else parts.
 */
export function readTableAt(
  lines: readonly Line[],
  from: number,
  context: PageContext,
): FoundTable | undefined {
  // Most beginnings come to nothing: they are not worth looking far ahead.
  const first = findTable(tableRegion(lines, from, GLANCE_MAX_LINES, context))
  if (!first || first.lineCount < GLANCE_MAX_LINES / 2) return first
  return findTable(tableRegion(lines, from, TABLE_MAX_LINES, context)) ?? first
}

/** The first table found that nothing on the page speaks against, else the first found, with its fault. */
function findTable(region: Region): FoundTable | undefined {
  const aligned = judged(findAligned(region))
  if (aligned && !aligned.fault) return aligned
  const drawn = judged(findDrawn(region))
  return drawn && !drawn.fault ? drawn : (aligned ?? drawn)
}

function judged(table: FoundTable | undefined): FoundTable | undefined {
  return table && { ...table, fault: findFault(table.rows) }
}

/** The table that the places of texts show. */
function findAligned(region: Region): FoundTable | undefined {
  const whole = readAlignedTable(region.lines, region.rules)
  // The columns of one table are not those of the next.
  const next = whole?.rows[upToSecondHead(whole.rows).length]
  const above = next && region.lines.filter(({ y, size }) => y < next.top + size / 2)
  const found = above ? readAlignedTable(above, region.rules) : whole
  if (!found) return undefined
  const { lines } = found
  const rows = wholeRows(
    upToSecondHead(found.rows).map(({ cells }) => ({ lines: cells.flat(), cells })),
    lines,
  )
  const cells = rows.map((row) => row.cells)
  if (!isAlignedTable(cells)) return undefined
  const count = countLines(rows, lines)
  return { ...withoutRepeatedHead(cells), columns: found.columns, lineCount: count }
}

/** The table that the order of drawing shows. */
function findDrawn({ lines, rules }: Region): FoundTable | undefined {
  const borders = bordersOf(rules)
  const anchors = anchorsOf(lines.slice(0, GLANCE_MAX_LINES))
  const chunks = toChunks(
    lines.flatMap((line) => splitIntoCells(line, borders, anchors)),
    rules,
  )
  const rows = takeRows(chunks, rules)
  if (rows.length < 2) return undefined
  const { rows: aligned, columns } = fitRows(rows, rules)
  const kept = wholeRows(
    aligned.map((row) => ({ lines: row.chunks.flatMap((chunk) => chunk.lines), row })),
    lines,
  ).map(({ row }) => row)
  if (!isTable(kept, columns, rules) || beginsWithText(kept[0])) return undefined
  const cells = kept.map((row) => cellsOf(row, columns))
  return {
    ...withoutRepeatedHead(cells),
    columns,
    lineCount: countLines(
      kept.map((row) => ({ lines: row.chunks.flatMap((chunk) => chunk.lines) })),
      lines,
    ),
  }
}

/** A table that goes on after a page break often repeats its first row there. */
function withoutRepeatedHead(rows: readonly Line[][][]): Pick<FoundTable, 'rows' | 'removed'> {
  const head = rowText(rows[0])
  const removed: Removed[] = []
  const kept = rows.filter((row, index) => {
    const page = pageOf(row)
    if (index === 0 || page === pageOf(rows[index - 1]) || rowText(row) !== head) return true
    removed.push({ kind: 'repeated_table_head', page, text: rowText(row, ' ') })
    return false
  })
  return { rows: kept, removed }
}

function pageOf(row: Line[][] | undefined): number {
  return row?.find((cell) => cell.length > 0)?.[0]?.page ?? 0
}

function takeRows(chunks: readonly Chunk[], rules: readonly Rule[]): Row[] {
  const rows: Row[] = []
  for (const chunk of chunks) {
    const row = rows.at(-1)
    const last = row?.chunks.at(-1)
    const size = chunk.lines[0]?.size ?? 0
    if (row && last && chunk.x > last.right - size * 0.3 && isBeside(chunk, row)) {
      row.chunks.push(chunk)
      row.top = Math.min(row.top, chunk.top)
      row.bottom = Math.max(row.bottom, chunk.bottom)
      continue
    }
    if (row && chunk.top < row.top - size) break
    if (
      row &&
      chunk.top - row.bottom >
        size * (isParted(row, chunk, rules) ? RULED_ROW_MAX_GAP : ROW_MAX_GAP)
    )
      break
    if (row && breaksRhythm(rows, chunk) && !isParted(row, chunk, rules)) break
    if (row && rows.length === 1 && row.chunks.length === 1) break
    // Two single cells in a row are text again, unless rules part them.
    if (row && row.chunks.length === 1 && rows.at(-2)?.chunks.length === 1) {
      const above = row.chunks[0]?.lines[0]
      const below = chunk.lines[0]
      if (!above || !below || !isRuledBetween(above, below, rules)) break
    }
    rows.push({ chunks: [chunk], top: chunk.top, bottom: chunk.bottom })
  }
  return rows
}

/** Whether a row stands further below the last one than rows of this table do. */
function breaksRhythm(rows: readonly Row[], chunk: Chunk): boolean {
  if (rows.length < RHYTHM_MIN_ROWS) return false
  const size = chunk.lines[0]?.size ?? 0
  const gaps = rows.slice(-RHYTHM_MAX_ROWS).flatMap((row, index, last) => {
    const before = last[index - 1]
    return before ? [row.top - before.bottom] : []
  })
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
  return chunk.top - (rows.at(-1)?.bottom ?? 0) > Math.max(0, usual) + size * RHYTHM_BREAK
}

function isParted(row: Row, chunk: Chunk, rules: readonly Rule[]): boolean {
  const above = row.chunks[0]?.lines.at(-1)
  const below = chunk.lines[0]
  return above !== undefined && below !== undefined && isRuledBetween(above, below, rules)
}

function isBeside(chunk: Chunk, row: Row): boolean {
  return chunk.top < row.bottom && chunk.bottom > row.top
}

/** Rows from the first that fit the columns that they share. */
interface Fit {
  rows: Row[]
  columns: Column[]
}

/**
 * Fits row by row into columns, which the first rows begin. A cell beside all columns is one of a new column: debit and credit are
 * never in one, though no row has both. Columns grow with their cells; the table ends with the row that does not fit.
 */
function fitRows(rows: readonly Row[], rules: readonly Rule[]): Fit {
  const columns = firstColumns(rows)
  let count = 0
  for (const [index, row] of rows.entries()) {
    if (!fitRow(row, columns)) break
    if (row.chunks.length > 1) {
      count = index + 1
      continue
    }
    const above = rows[index - 1]?.chunks[0]?.lines[0]
    const only = row.chunks[0]?.lines[0]
    if (above && only && count === index && isRuledBetween(above, only, rules)) count = index + 1
  }
  return { rows: rows.slice(0, count), columns }
}

/** Columns by the cells of the fullest of the first rows. */
function firstColumns(rows: readonly Row[]): Column[] {
  const first = rows.slice(0, FIRST_ROWS_COUNT)
  const most = Math.max(...first.map(({ chunks }) => chunks.length))
  const fullest = first.find(({ chunks }) => chunks.length === most)
  return (fullest?.chunks ?? []).map(({ x, right }) => ({ x, right }))
}

/** Puts the cells of a row into columns, which grow with them; false where they do not fit. */
function fitRow(row: Row, columns: Column[]): boolean {
  row.chunks = row.chunks.flatMap((chunk) => cutAtColumns(chunk, columns))
  const added: Chunk[] = []
  const taken = new Map<Column, Chunk>()
  for (const chunk of row.chunks) {
    const column = columnOf(chunk, columns)
    if (column === undefined) return false
    if (column === 'new') {
      // What stands alone beside a table is no cell of it.
      if (row.chunks.length === 1) return false
      added.push(chunk)
    } else if (taken.has(column) && row.chunks.length > columns.length) return false
    else taken.set(column, chunk)
  }
  // What has no cell in any column known belongs to another table.
  if (taken.size === 0) return false
  for (const [column, chunk] of taken) {
    const next = columns[columns.indexOf(column) + 1]
    column.x = Math.min(column.x, chunk.x)
    // A long text runs into the empty cell beside it.
    const isLong = next !== undefined && chunk.right > next.x
    column.right = Math.max(column.right, isLong ? Math.min(chunk.right, next.x - 1) : chunk.right)
  }
  columns.push(...added.map(({ x, right }) => ({ x, right })))
  columns.sort((a, b) => a.x - b.x)
  return true
}

/** Parts a chunk whose end stands like a cell of another column: a text may come near to the number beside it. */
function cutAtColumns(chunk: Chunk, columns: readonly Column[]): Chunk[] {
  const [line] = chunk.lines
  if (!line || chunk.lines.length > 1 || line.spans.length < 2) return [chunk]
  const overlapped = columns.filter(({ x, right }) => chunk.x < right && chunk.right > x)
  const later = overlapped.slice(1)
  const at = line.spans.findIndex((span, index) => {
    const before = line.spans[index - 1]
    if (!before || span.x - before.right < span.size * NEAR_GAP) return false
    return later.some(
      ({ x, right }) =>
        before.right < x + ALIGNED_PT &&
        (Math.abs(span.x - x) < ALIGNED_PT || Math.abs(chunk.right - right) < ALIGNED_PT),
    )
  })
  if (at === -1) return [chunk]
  const parts = [line.spans.slice(0, at), line.spans.slice(at)]
  return parts.map((spans) => chunkOf(makeLine(line.page, spans)))
}

/** The only column that a cell overlaps or is aligned with; a new one where it stands apart; undefined where it fits nowhere. */
function columnOf(chunk: Chunk, columns: readonly Column[]): Column | 'new' | undefined {
  const size = chunk.lines[0]?.size ?? 0
  const overlapOf = ({ x, right }: Column): number =>
    Math.min(chunk.right, right) - Math.max(chunk.x, x)
  const overlapping = columns.filter((column) => overlapOf(column) > 0)
  const [first] = overlapping
  if (overlapping.length === 1) return first
  if (first) {
    // Text that begins where its column does may be longer than it.
    const isOwn = Math.abs(chunk.x - first.x) < ALIGNED_PT && overlapping.length === 2
    const clearly = overlapping.filter((column) => overlapOf(column) > size * 0.5)
    return clearly.length === 1 ? clearly[0] : isOwn ? first : undefined
  }
  const nearest = columns.toSorted((a, b) => overlapOf(b) - overlapOf(a))[0]
  if (!nearest || overlapOf(nearest) < -size * FAR_FROM_COLUMN) return undefined
  return overlapOf(nearest) > -size * NEAR_COLUMN ? nearest : 'new'
}

function isTable(
  rows: readonly Row[],
  columns: readonly Column[],
  rules: readonly Rule[],
): boolean {
  const wide = rows.filter(({ chunks }) => chunks.length > 1)
  const isRuled = rows.every((row, index) => {
    const above = rows[index - 1]
    return !above || (row.chunks[0] !== undefined && isParted(above, row.chunks[0], rules))
  })
  // Most cells of a ruled table may be empty.
  const enough = isRuled && rows.length > 2 ? 1 : 2
  if (wide.length < enough || columns.length < 2) return false
  if (!isRuled && isLooseText(rows.map((row) => row.chunks.map(({ lines }) => lines)))) return false
  const chunks = rows.flatMap((row) => row.chunks)
  const lineCount = chunks.reduce((sum, { lines }) => sum + lines.length, 0)
  if (lineCount / chunks.length > CELL_MAX_LINES) return false
  for (const [index, column] of columns.entries()) {
    const next = columns[index + 1]
    if (next && column.right > next.x + 1) return false
  }
  // Code with aligned comments is no table.
  return rows[0]?.chunks.some(({ lines }) => lines.some(({ mono }) => !mono)) ?? false
}

/** Whether the first line stands above all other cells of its row, and otherwise than the next: a line of text above the table. */
function beginsWithText(row: Row | undefined): boolean {
  const [first, ...others] = row?.chunks ?? []
  const [line, next] = first?.lines ?? []
  if (!line || !next || others.some(({ lines }) => (lines[0]?.y ?? 0) < next.y - next.size / 2))
    return false
  return (
    Math.abs(line.x - next.x) > ALIGNED_PT ||
    Math.abs(line.size - next.size) > next.size * SAME_SIZE
  )
}

/** The cells of a row; what grew to stand in two columns belongs to the one that holds more of it. */
function cellsOf(row: Row, columns: readonly Column[]): Line[][] {
  const cells: Line[][] = columns.map(() => [])
  for (const chunk of row.chunks) {
    const overlaps = columns.map(
      ({ x, right }) => Math.min(chunk.right, right) - Math.max(chunk.x, x),
    )
    cells[overlaps.indexOf(Math.max(...overlaps))]?.push(...chunk.lines)
  }
  return cells
}

/**
 * The rows up to the last one that ends with a line, since a line may have been cut into several cells; rows that hold lines further
 * down would leave out those between.
 */
function wholeRows<R extends { lines: readonly Line[] }>(
  rows: readonly R[],
  region: readonly Line[],
): R[] {
  const rowOf = new Map<Span, number>()
  for (const [index, { lines }] of rows.entries()) {
    for (const { spans } of lines) for (const span of spans) rowOf.set(span, index)
  }
  const places = region.map(({ spans }) => {
    const indexes = spans.map((span) => rowOf.get(span) ?? rows.length)
    return { first: Math.min(...indexes), last: Math.max(...indexes) }
  })
  for (let count = rows.length; count > 0; count -= 1) {
    const taken = places.filter(({ first }) => first < count).length
    const isWhole = places.slice(0, taken).every(({ last }) => last < count)
    if (isWhole) return rows.slice(0, count)
  }
  return []
}

/** How many lines of the region the rows hold, or a part of. */
function countLines(rows: readonly { lines: readonly Line[] }[], region: readonly Line[]): number {
  const spans = new Set(rows.flatMap(({ lines }) => lines.flatMap((line) => line.spans)))
  return region.filter((line) => line.spans.some((span) => spans.has(span))).length
}

/** Cheap check for `readTableAt`: whether a cell stands beside the line or its next ones. */
export function mayBeginTable(lines: readonly Line[], index: number): boolean {
  const first = lines[index] as Line
  if (first.spans.length > 1 && hasGap(first, LINE_GAP)) return true
  for (const [at, line] of lines.slice(index + 1, index + CELL_MAX_LINES + 2).entries()) {
    const before = lines[index + at] as Line
    if (line.page !== first.page) return false
    if (line.x > before.right && line.y < before.y + line.size * 0.5) return true
  }
  return false
}
