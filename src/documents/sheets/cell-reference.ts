import type { CellRange } from '../cell-grid.ts'

/** Where a cell is, counted from 1; undefined for what names none. */
export function findPlace(reference: string): { row: number; column: number } | undefined {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(reference) ?? []
  if (letters === undefined || digits === undefined) return undefined
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return { row: Number(digits), column }
}

/** The range that `A1:B2` names, or a single cell; undefined for what names none. */
export function findRange(reference: string | undefined): CellRange | undefined {
  const [from = '', to = from] = (reference ?? '').split(':')
  const [start, end] = [findPlace(from), findPlace(to)]
  if (!start || !end) return undefined
  return {
    top: Math.min(start.row, end.row),
    left: Math.min(start.column, end.column),
    bottom: Math.max(start.row, end.row),
    right: Math.max(start.column, end.column),
  }
}
