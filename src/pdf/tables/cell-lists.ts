import type { Line } from '../model.ts'

/** How far baselines of one row may differ, in parts of the type size. */
const SHIFT = 0.3
/** A number, an amount, a date or a time, perhaps with a unit: what is not broken into lines. */
const VALUE = /^[^\p{L}]*\d[^\p{L}]*\p{L}{0,3}[^\p{L}]*$/u
/** What a line ends with that goes on in the next. */
const CUT = /[-‐/–—,(]$/u
/** Lines of two cells on the same baselines from which on they are rows. */
const LIST_MIN_LINES = 2

/**
 * Whether cells of one row hold the values of several: lines that stand beside each other in two cells, where those of one are
 * values, or beside nothing where all of them are.
 */
export function holdsList(row: readonly Line[][]): boolean {
  const lists = row.filter((cell) => cell.length >= LIST_MIN_LINES)
  return lists.some(
    (cell) =>
      isValues(cell) &&
      (lists.length === 1 || lists.some((other) => other !== cell && standBeside(cell, other))),
  )
}

function isValues(cell: readonly Line[]): boolean {
  return cell.every(({ text }, index) => {
    const before = cell[index - 1]
    return VALUE.test(text) && !(before && CUT.test(before.text))
  })
}

function standBeside(one: readonly Line[], other: readonly Line[]): boolean {
  return one.every(({ y, size }) => other.some((line) => Math.abs(line.y - y) < size * SHIFT))
}
