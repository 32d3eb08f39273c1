import type { Column, Line } from './model.ts'

/** How far the edges of one column may differ, in points. */
const ALIGNED_PT = 4

/** A table as it stands on its pages. */
export interface PlacedTable {
  /** Cells of each row, as the lines in them. */
  rows: Line[][][]
  columns: readonly Column[]
}

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
  return column ? (column.x + column.right) / 2 : 0
}

/** Whether a table stands beside another one: in the next column of the page. */
export function isBeside(before: readonly Column[], after: readonly Column[]): boolean {
  return (after[0]?.x ?? 0) > (before.at(-1)?.right ?? 0)
}
