import type { Line } from '../model.ts'

/** How far baselines of one row may differ, in parts of the type size. */
const SHIFT = 0.3
/** A number, an amount, a date or a time, perhaps with a unit: what is not broken into lines. */
const VALUE = /^[^\p{L}]*\d[^\p{L}]*\p{L}{0,3}[^\p{L}]*$/u
/** A year. */
const YEAR = /^(?:19|20)\d\d$/
/** What a line ends with that goes on in the next. */
const CUT = /[-‐/–—,(]$/u
/** Lines of two cells on the same baselines from which on they are rows. */
const LIST_MIN_LINES = 2

/** Whether cells of one row hold the values of several: lines of two cells stand beside each other, those of one are values. */
export function holdsList(row: readonly Line[][]): boolean {
  const lists = row.filter((cell) => cell.length >= LIST_MIN_LINES)
  if (lists.length < 2) return false
  return lists.some(
    (cell) => isValues(cell) && lists.some((other) => other !== cell && standBeside(cell, other)),
  )
}

/** Whether a text is a number, an amount, a date or a time. */
export function isValue(text: string): boolean {
  return VALUE.test(text)
}

/** Whether a text is a value that stands in rows: years stand over columns, too. */
export function isAmount(text: string): boolean {
  return isValue(text) && !YEAR.test(text)
}

/** Rows with those that hold the values of several as several. */
export function withoutLists(rows: readonly Line[][][]): Line[][][] {
  return rows.flatMap((row) => (holdsList(row) ? byBaseline(row) : [row]))
}

function byBaseline(row: readonly Line[][]): Line[][][] {
  const parts: { y: number; cells: Line[][] }[] = []
  const lines = row.flatMap((cell, column) => cell.map((line) => ({ line, column })))
  for (const { line, column } of lines.toSorted((a, b) => a.line.y - b.line.y)) {
    const last = parts.at(-1)
    if (last && line.y - last.y < line.size * SHIFT) last.cells[column]?.push(line)
    else {
      const cells = row.map((_, at) => (at === column ? [line] : []))
      parts.push({ y: line.y, cells })
    }
  }
  return parts.map(({ cells }) => cells)
}

function isValues(cell: readonly Line[]): boolean {
  return cell.every(({ text }, index) => {
    const before = cell[index - 1]
    return isValue(text) && !(before && CUT.test(before.text))
  })
}

function standBeside(one: readonly Line[], other: readonly Line[]): boolean {
  return one.every(({ y, size }) => other.some((line) => Math.abs(line.y - y) < size * SHIFT))
}
