import type { Column, Line, Run } from '../model.ts'

/** How far the edges of one column may differ, in points. */
const ALIGNED_PT = 4

/** A table as it stands on its pages. */
export interface PlacedTable {
  /** Cells of each row, as the lines in them. */
  rows: Line[][][]
  columns: readonly Column[]
}

/** A number, an amount, a date or a time: what rows hold and heads do not. */
const VALUE =
  /^[(+\-−]?(?:\p{Sc}\s?)?\d[\d.,:/\-\s]*(?:\p{Sc}|%)?\)?$|^\d{1,2}[. ](?:\p{L}{3,9})[. ]\d{2,4}$/u
/** Years stand over columns, too. */
const YEAR = /^(?:19|20)\d\d$/
/** Share of the cells of a column that are values, where that of the head must be none. */
const VALUES_SHARE = 0.7
const ROWS_MIN_COUNT = 2

/**
 * Where the columns of a table stand among those of another that may go on in it, on the next page or beside: undefined where they
 * do not fit. Of either, some may be empty and so unknown. `onlyShift` is how far they stand apart, where that is known.
 */
export function matchColumns(
  before: readonly Column[],
  after: readonly Column[],
  onlyShift?: number,
): number[] | undefined {
  // Cells may be set to the left, in the middle or to the right.
  const shifts = onlyShift === undefined ? shiftsOf(before, after) : [onlyShift]
  for (const shift of shifts) {
    const places = after.map((column) => placeOf(column, shift, before))
    const isOrdered = places.every((place, index) => place > (places[index - 1] ?? -1))
    if (isOrdered) return places
  }
  return undefined
}

function shiftsOf(before: readonly Column[], after: readonly Column[]): number[] {
  return [
    (before[0]?.x ?? 0) - (after[0]?.x ?? 0),
    middle(before[0]) - middle(after[0]),
    (before.at(-1)?.right ?? 0) - (after.at(-1)?.right ?? 0),
    middle(before.at(-1)) - middle(after.at(-1)),
  ]
}

function placeOf({ x, right }: Column, shift: number, columns: readonly Column[]): number {
  const overlaps = columns.map(
    (column) => Math.min(column.right, right + shift) - Math.max(column.x, x + shift),
  )
  const most = Math.max(...overlaps)
  return most > -ALIGNED_PT ? overlaps.indexOf(most) : -1
}

function middle(column: Column | undefined): number {
  return column ? middleOf(column) : 0
}

/** The middle between both edges. */
export function middleOf({ x, right }: Column): number {
  return (x + right) / 2
}

/** Whether a table stands beside another one: in the next column of the page. */
export function isBeside(before: readonly Column[], after: readonly Column[]): boolean {
  return (after[0]?.x ?? 0) > (before.at(-1)?.right ?? 0)
}

/** Whether the first row of a table is one like the others: it is not bold, and has a value in a column of values. */
export function isHeadless(rows: readonly Run[][][]): boolean {
  const [first = [], ...others] = rows
  if (others.length < ROWS_MIN_COUNT || first.flat().every(({ bold }) => bold)) return false
  return first.some((cell, column) => {
    const text = cellText(cell)
    if (!VALUE.test(text) || YEAR.test(text)) return false
    const below = others.map((row) => cellText(row[column] ?? [])).filter((other) => other !== '')
    const values = below.filter((other) => VALUE.test(other))
    return values.length >= ROWS_MIN_COUNT && values.length >= below.length * VALUES_SHARE
  })
}

function cellText(cell: readonly Run[]): string {
  return cell
    .map(({ text }) => text)
    .join('')
    .trim()
}
