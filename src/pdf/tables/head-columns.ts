import type { Column, Line } from '../model.ts'
import type { AlignedRow } from './aligned-rows.ts'

/** How far a head may stand from its column where both have their order only, in parts of the type size. */
const REACH = 12

/**
 * Puts heads over the columns that hold their values: set to the left over amounts set to the right, or in the middle, they stand in
 * columns of their own. Where each head without values has exactly one place among the columns without a head, in the order of both,
 * it belongs there; columns that are left empty go.
 */
export function withHeads(rows: readonly AlignedRow[]): readonly AlignedRow[] {
  const [head, ...body] = rows
  if (!head || body.length < 2) return rows
  const isHeaded = head.cells.map((cell) => cell.length > 0)
  const isFilled = head.cells.map((_, column) => body.some(({ cells }) => cells[column]?.length))
  const heads = [...isHeaded.keys()].filter((column) => isHeaded[column])
  const filled = [...isFilled.keys()].filter((column) => isFilled[column])
  if (heads.every((column) => isFilled[column])) return rows
  // As many heads as columns of values: the first is that of the first.
  if (heads.length !== filled.length) return rows
  const isNear = heads.every((column, index) => {
    const place = filled[index] ?? 0
    if (place === column) return true
    const size = head.cells[column]?.[0]?.size ?? 0
    const gap = gapBetween(extentOf([head], column), extentOf(body, place))
    return gap < size * REACH
  })
  if (!isNear) return rows
  const fitted = heads.map((column) => head.cells[column] ?? [])
  return [
    { ...head, cells: fitted },
    ...body.map((row) => ({ ...row, cells: filled.map((column) => row.cells[column] ?? []) })),
  ]
}

function extentOf(rows: readonly AlignedRow[], column: number): Column {
  const lines: Line[] = rows.flatMap(({ cells }) => cells[column] ?? [])
  return {
    x: Math.min(...lines.map(({ x }) => x)),
    right: Math.max(...lines.map(({ right }) => right)),
  }
}

/** The empty space between two columns; 0 where one stands over the other. */
function gapBetween(one: Column, other: Column): number {
  return Math.max(0, one.x - other.right, other.x - one.right)
}
