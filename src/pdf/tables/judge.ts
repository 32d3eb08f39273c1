import type { Column, Line } from '../model.ts'
import { CELL_GAP } from './bands.ts'
import { holdsList, isAmount } from './cell-lists.ts'
import { middleOf } from './table-columns.ts'

/** Height of a line above and below its baseline, in parts of its size. */
const ASCENT = 0.72
const DESCENT = 0.18
/** How far cells of two rows may reach into each other, in parts of the type size. */
const ROW_OVERLAP = 0.35
/** How far rows without a common column reach into each other where they are torn, in parts of the type size, and how many do. */
const TORN = 0.05
const TORN_MIN_ROWS = 2
/** Rows that may hold merged heads. */
const HEAD_MAX_ROWS = 3
/** How far a cell may stand from the other cells of its column, in parts of the type size. */
const REACH = 1

/** Two amounts beside each other, and one whose thousands are parted by blanks. */
const TWO_NUMBERS = /^[-+−]?[\d.,]*\d\s[-+−]?\d[\d.,]*$/
const GROUPED = /^[-+−]?\d{1,3}(?:\s\d{3})+(?:[.,]\d+)?$/
const FUSED_MIN_CELLS = 2
/** One in how many cells of a column. */
const FUSED_PART = 4

/** What the page says against a table: cells out of order, of other rows, of other columns, or lists of values in one cell. */
export type Fault = 'order' | 'rows' | 'list' | 'column' | 'head' | 'fused'

/** A cell as it stands on its page. */
interface Box extends Column {
  page: number
  top: number
  bottom: number
  size: number
}

/**
 * The one judge of tables, whoever made them (tags, rules or places): cells of a row stand beside each other and above those of the
 * next, each cell under the others of its column, no cell holds the values of several rows, and no head stands without its values
 * beside values without a head. Returns the first fault that it finds.
 */
export function findFault(rows: readonly Line[][][]): Fault | undefined {
  const boxes = rows.map((row) => row.map(boxOf))
  if (!isOrdered(boxes)) return 'order'
  if (!isStacked(boxes) || isTorn(boxes)) return 'rows'
  if (rows.some((row) => holdsList(row))) return 'list'
  if (!isInColumns(boxes) || holdsOther(rows, boxes)) return 'column'
  if (isFused(rows)) return 'fused'
  return isHeadApart(rows) || isHeadShared(rows) ? 'head' : undefined
}

function boxOf(lines: readonly Line[]): Box | undefined {
  const [first] = lines
  if (!first) return undefined
  return {
    page: first.page,
    x: Math.min(...lines.map(({ x }) => x)),
    right: Math.max(...lines.map(({ right }) => right)),
    top: Math.min(...lines.map(({ y, size }) => y - size * ASCENT)),
    bottom: Math.max(...lines.map(({ y, size }) => y + size * DESCENT)),
    size: first.size,
  }
}

/** Whether the cells of every row stand from left to right, or of every row from right to left. */
function isOrdered(rows: readonly (Box | undefined)[][]): boolean {
  const steps = rows.flatMap((row) => {
    const middles = row.flatMap((box) => (box ? [middleOf(box)] : []))
    return middles.slice(1).map((middle, index) => middle - (middles[index] ?? 0))
  })
  return steps.every((step) => step > 0) || steps.every((step) => step < 0)
}

/** Whether each cell stands below that of its column in the row above, and beside the others of its row. */
function isStacked(rows: readonly (Box | undefined)[][]): boolean {
  const above: (Box | undefined)[] = []
  for (const row of rows) {
    for (const [column, box] of row.entries()) {
      const before = above[column]
      if (!box) continue
      if (before?.page === box.page && box.top < before.bottom - box.size * ROW_OVERLAP)
        return false
      above[column] = box
    }
  }
  return rows.every((row, index) => isBeside(row, rows.slice(index + 1)))
}

/** Whether rows that have no column in common stand higher than one line can below another: the cells of one row, torn apart. */
function isTorn(rows: readonly (Box | undefined)[][]): boolean {
  const torn = rows.slice(1).filter((row, index) => {
    const above = rows[index] ?? []
    if (row.some((box, column) => box && above[column])) return false
    const first = row.find((box) => box !== undefined)
    const bottoms = above.flatMap((box) => (box && box.page === first?.page ? [box.bottom] : []))
    const tops = row.flatMap((box) => (box ? [box.top] : []))
    // Between two lines is at least the space below the one and above the other.
    return first !== undefined && Math.min(...tops) - Math.max(...bottoms) < -first.size * TORN
  })
  return torn.length >= TORN_MIN_ROWS
}

/** Whether the cells of a row meet its tallest one; one that is merged with empty ones below may stand lower. */
function isBeside(
  row: readonly (Box | undefined)[],
  below: readonly (Box | undefined)[][],
): boolean {
  const boxes = row.filter((box) => box !== undefined)
  const tallest = boxes.toSorted((a, b) => b.bottom - b.top - a.bottom + a.top)[0]
  if (!tallest) return true
  return row.every((box, column) => {
    if (!box || box.page !== tallest.page) return true
    const reach = box.size * ROW_OVERLAP
    if (box.top < tallest.bottom + reach && box.bottom > tallest.top - reach) return true
    return below[0] !== undefined && below[0][column] === undefined
  })
}

/** Whether each cell stands under more of its own column than of another. */
function isInColumns(rows: readonly (Box | undefined)[][]): boolean {
  const width = Math.max(...rows.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, column) => coreOf(rows, column))
  return rows.every((row, index) =>
    row.every((box, column) => {
      const core = columns[column]
      if (!box || !core || overlapOf(box, core) > -box.size * REACH) return true
      // A merged cell stands over all of its columns.
      const isAlone = row.every((other, at) => at === column || !other || index < HEAD_MAX_ROWS)
      if (isAlone) return true
      return !columns.some((other, at) => at !== column && other && overlapOf(box, other) > 0)
    }),
  )
}

/** Whether a wide space parts a text in a cell from others that stand under another column, and not under its own. */
function holdsOther(rows: readonly Line[][][], boxes: readonly (Box | undefined)[][]): boolean {
  const width = Math.max(...rows.map((row) => row.length))
  const cores = Array.from({ length: width }, (_, column) => coreOf(boxes, column))
  return rows.some((row) =>
    row.some((lines, column) =>
      lines.some(({ spans, size }) => {
        const apart = spans.filter(
          (span, at) => at > 0 && span.x - (spans[at - 1]?.right ?? 0) > size * CELL_GAP,
        )
        const [own, next] = [cores[column], cores[column + 1]]
        if (!own || !next || row[column + 1]?.length !== 0) return false
        return apart.some((span) => overlapOf(span, own) < 0 && overlapOf(span, next) > 0)
      }),
    ),
  )
}

/** Where most cells of a column stand. */
function coreOf(rows: readonly (Box | undefined)[][], column: number): Column | undefined {
  const boxes = rows.flatMap((row) => row[column] ?? [])
  if (boxes.length === 0) return undefined
  const at = Math.floor(boxes.length / 2)
  const xs = boxes.map(({ x }) => x).toSorted((a, b) => a - b)
  const rights = boxes.map(({ right }) => right).toSorted((a, b) => a - b)
  return { x: xs[at] ?? 0, right: rights[at] ?? 0 }
}

function overlapOf(one: Column, other: Column): number {
  return Math.min(one.right, other.right) - Math.max(one.x, other.x)
}

/** Whether a head stands over the values of the next column, too, which has none: two heads in one. */
function isHeadShared([head = [], ...body]: readonly Line[][][]): boolean {
  // Names over several columns have heads below them.
  if (body.length < 2 || !body[0]?.some((cell) => cell.some(({ text }) => isAmount(text))))
    return false
  return head.some((cell, column) => {
    const box = boxOf(cell)
    if (!box || head[column + 1]?.length !== 0) return false
    const next = coreOf(
      body.map((row) => row.map(boxOf)),
      column + 1,
    )
    return next !== undefined && box.right > next.x + box.size
  })
}

/** Whether cells of a column hold two numbers on one line: two columns that come near to each other. */
function isFused(rows: readonly Line[][][]): boolean {
  const width = Math.max(...rows.map((row) => row.length))
  return Array.from({ length: width }, (_, column) => column).some((column) => {
    const texts = rows.flatMap((row) =>
      row[column]?.length === 1 ? (row[column][0]?.text ?? '') : [],
    )
    const fused = texts.filter((text) => TWO_NUMBERS.test(text) && !GROUPED.test(text))
    return fused.length >= FUSED_MIN_CELLS && fused.length * FUSED_PART > texts.length
  })
}

/** Whether a head without values stands beside values without a head. */
function isHeadApart([head = [], ...body]: readonly Line[][][]): boolean {
  const isFilled = head.map((_, column) => body.some((row) => (row[column]?.length ?? 0) > 0))
  return head.some((cell, column) => {
    if (cell.length > 0 || column === 0 || !isFilled[column]) return false
    return [column - 1, column + 1].some((at) => head[at]?.length && !isFilled[at])
  })
}
