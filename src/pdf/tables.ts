import { bordersOf, type Chunk, isRuledBetween, splitIntoCells, toChunks } from './chunks.ts'
import type { Line, Rule } from './model.ts'

/** A table found in the lines of a page. */
export interface FoundTable {
  /** Cells of each row, as the lines in them. */
  rows: Line[][][]
  /** Lines of the page that it takes. */
  lineCount: number
}

/** What a table needs to know of its surroundings. */
export interface PageContext {
  rulesOf(page: number): readonly Rule[]
  isHeading(line: Line): boolean
}

/** Lines looked at for one table. */
const TABLE_MAX_LINES = 2_000
/** Lines looked at first. */
const GLANCE_MAX_LINES = 40
/** Space between the last line of a page and the first of the next, in parts of the type size. */
const PAGE_GAP = 1.6
/** Lines of one cell beyond which, on average, it is a column of prose. */
const CELL_MAX_LINES = 6
/** Empty space between two rows, in parts of the type size. */
const ROW_MAX_GAP = 3.2
/** The same where a rule parts them: cells may be centred in high rows. */
const RULED_ROW_MAX_GAP = 14
/** How far above and below its lines the rules of a table are looked for. */
const RULE_REACH_PT = 40
/** How far from its column a cell may stand, in parts of the type size. */
const NEAR_COLUMN = 4
const DOT_LEADERS = /\.{5,}|(?:\. ){5,}/

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
  return findTable(tableRegion(lines, from, TABLE_MAX_LINES, context))
}

function findTable({ lines, rules }: Region): FoundTable | undefined {
  const borders = bordersOf(rules)
  const chunks = toChunks(
    lines.flatMap((line) => splitIntoCells(line, borders)),
    rules,
  )
  const rows = takeRows(chunks, rules)
  if (rows.length < 2) return undefined
  const columns = columnsOf(rows)
  const kept = rows.slice(0, alignedCount(rows, columns, rules))
  if (!isTable(kept, columns, rules)) return undefined
  const cells = kept.map((row) => cellsOf(row, columns))
  return { rows: withoutRepeatedHead(cells), lineCount: countLines(kept, lines) }
}

/** A table that goes on after a page break often repeats its first row there. */
function withoutRepeatedHead(rows: readonly Line[][][]): Line[][][] {
  const textOf = (row: Line[][] | undefined): string =>
    (row ?? []).map((cell) => cell.map(({ text }) => text).join(' ')).join('|')
  const head = textOf(rows[0])
  return rows.filter((row, index) => index === 0 || textOf(row) !== head)
}

interface Region {
  lines: Line[]
  rules: Rule[]
}

/**
 * Lines from `from` on that may belong to one table: those without a wide break. The next page is put
 * below its predecessor, so that a table may go on there.
 */
function tableRegion(
  lines: readonly Line[],
  from: number,
  maxLines: number,
  { rulesOf, isHeading }: PageContext,
): Region {
  const region: Line[] = []
  const rules: Rule[] = []
  let shift = 0
  for (const [index, line] of lines.slice(from, from + maxLines).entries()) {
    if (index > 0 && isHeading(line)) break
    if (DOT_LEADERS.test(line.text) || !line.upright) break
    const before = region.at(-1)
    const isNewPage = before?.page !== line.page
    if (before && isNewPage) shift = before.y + before.size * PAGE_GAP - line.y
    if (isNewPage) rules.push(...rulesOf(line.page).map((rule) => ({ ...rule, y: rule.y + shift })))
    const y = line.y + shift
    if (before && y - before.y > Math.max(line.size, before.size) * RULED_ROW_MAX_GAP) break
    region.push(
      shift === 0
        ? line
        : { ...line, y, spans: line.spans.map((span) => ({ ...span, y: span.y + shift })) },
    )
  }
  const top = region[0]?.y ?? 0
  const bottom = (region.at(-1)?.y ?? 0) + RULE_REACH_PT
  return {
    lines: region,
    rules: rules.filter(({ y }) => y > top - RULE_REACH_PT && y < bottom),
  }
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

function isParted(row: Row, chunk: Chunk, rules: readonly Rule[]): boolean {
  const above = row.chunks[0]?.lines.at(-1)
  const below = chunk.lines[0]
  return above !== undefined && below !== undefined && isRuledBetween(above, below, rules)
}

function isBeside(chunk: Chunk, row: Row): boolean {
  return chunk.top < row.bottom && chunk.bottom > row.top
}

interface Column {
  x: number
  right: number
}

/** The columns, as the rows with most cells show them. */
function columnsOf(rows: readonly Row[]): Column[] {
  const most = Math.max(...rows.map(({ chunks }) => chunks.length))
  const full = rows.filter(({ chunks }) => chunks.length === most)
  return Array.from({ length: most }, (_, index) => ({
    x: Math.min(...full.map(({ chunks }) => chunks[index]?.x ?? 0)),
    right: Math.max(...full.map(({ chunks }) => chunks[index]?.right ?? 0)),
  }))
}

/**
 * How many rows from the first have each cell in a column of its own. Columns grow with their cells,
 * since those may be centred or set to the right.
 */
function alignedCount(rows: readonly Row[], columns: Column[], rules: readonly Rule[]): number {
  let count = 0
  for (const [index, row] of rows.entries()) {
    const places = row.chunks.map((chunk) => columnOf(chunk, columns))
    if (places.includes(-1)) break
    for (const [at, chunk] of row.chunks.entries()) {
      const column = columns[places[at] ?? 0] as Column
      column.x = Math.min(column.x, chunk.x)
      column.right = Math.max(column.right, chunk.right)
    }
    if (row.chunks.length > 1) {
      count = index + 1
      continue
    }
    const above = rows[index - 1]?.chunks[0]?.lines[0]
    const only = row.chunks[0]?.lines[0]
    if (above && only && count === index && isRuledBetween(above, only, rules)) count = index + 1
  }
  return count
}

/** The only column that a cell overlaps, or the next one that it comes near to; -1 when there is none. */
function columnOf(chunk: Chunk, columns: readonly Column[]): number {
  const size = chunk.lines[0]?.size ?? 0
  const overlaps = columns.map(
    ({ x, right }) => Math.min(chunk.right, right) - Math.max(chunk.x, x),
  )
  const most = Math.max(...overlaps)
  if (most < -size * NEAR_COLUMN) return -1
  const best = overlaps.indexOf(most)
  const isAmbiguous = overlaps.some((overlap, index) => index !== best && overlap > size * 0.5)
  return isAmbiguous ? -1 : best
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

function cellsOf(row: Row, columns: readonly Column[]): Line[][] {
  const cells: Line[][] = columns.map(() => [])
  for (const chunk of row.chunks) cells[columnOf(chunk, columns)]?.push(...chunk.lines)
  return cells
}

/** How many lines of the region the rows hold: a line may have been cut into several cells. */
function countLines(rows: readonly Row[], region: readonly Line[]): number {
  const spans = new Set(
    rows.flatMap(({ chunks }) =>
      chunks.flatMap(({ lines }) => lines.flatMap((line) => line.spans)),
    ),
  )
  return region.filter((line) => line.spans.some((span) => spans.has(span))).length
}

/** Cheap check for `readTableAt`: whether a cell stands beside the line or its next ones. */
export function mayBeginTable(lines: readonly Line[], index: number): boolean {
  const first = lines[index] as Line
  if (first.spans.length > 1 && hasGap(first)) return true
  for (const [at, line] of lines.slice(index + 1, index + CELL_MAX_LINES + 2).entries()) {
    const before = lines[index + at] as Line
    if (line.page !== first.page) return false
    if (line.x > before.right && line.y < before.y + line.size * 0.5) return true
  }
  return false
}

function hasGap({ spans, size }: Line): boolean {
  return spans.some((span, index) => {
    const before = spans[index - 1]
    return before !== undefined && span.x - before.right > size * 0.5
  })
}
