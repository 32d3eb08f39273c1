/** Columns and rows that a sheet has at most. */
export const SHEET_MAX_COLUMNS = 16_384
export const SHEET_MAX_ROWS = 1_048_576

/** Cells with something in them that are read of one sheet. */
const CELLS_MAX_COUNT = 400_000
/** Merged ranges that are looked at, and cells below each other that they may cover together. */
const MERGES_MAX_COUNT = 10_000
const MERGED_ROWS_MAX_COUNT = 2_000_000

/** A cell that shows something. Columns are counted from 1. */
export interface Cell {
  column: number
  text: string
  /** Whether it is a number, date or truth value, not a text. */
  isValue: boolean
  href?: string | undefined
}

/** A row of a sheet that shows something, its cells from left to right. Rows are counted from 1. */
export interface CellRow {
  row: number
  cells: Cell[]
}

/** A part of a sheet; its last row and column belong to it. */
export interface CellRange {
  top: number
  left: number
  bottom: number
  right: number
}

/** The cells of one sheet that show something, however far apart they are. */
export class CellGrid {
  readonly #rows = new Map<number, Map<number, Cell>>()
  readonly #maxChars: number
  #cells = 0
  #chars = 0

  constructor(maxChars: number) {
    this.#maxChars = maxChars
  }

  /** Whether no more cells are taken: their text would not fit into one document. */
  get isFull(): boolean {
    return this.#cells >= CELLS_MAX_COUNT || this.#chars >= this.#maxChars
  }

  /** Takes a cell; one that lies outside of what a sheet may have, or shows nothing, is none. */
  set(row: number, cell: Cell): void {
    const isInside =
      row >= 1 && row <= SHEET_MAX_ROWS && cell.column >= 1 && cell.column <= SHEET_MAX_COLUMNS
    if (!isInside || this.isFull || cell.text.trim() === '') return
    let cells = this.#rows.get(row)
    if (!cells) this.#rows.set(row, (cells = new Map()))
    if (cells.has(cell.column)) return
    cells.set(cell.column, cell)
    this.#cells += 1
    this.#chars += cell.text.length + (cell.href?.length ?? 0)
  }

  at(row: number, column: number): Cell | undefined {
    return this.#rows.get(row)?.get(column)
  }

  /** Leaves out what lies below merged cells, where nobody sees it; calls back with each text. */
  merge(ranges: readonly CellRange[], onCovered: (text: string) => void): void {
    let rowsLeft = MERGED_ROWS_MAX_COUNT
    for (const { top, left, bottom, right } of ranges.slice(0, MERGES_MAX_COUNT)) {
      for (let row = top; row <= bottom && rowsLeft > 0; row += 1) {
        rowsLeft -= 1
        const cells = this.#rows.get(row)
        if (!cells) continue
        for (const column of columnsWithin(cells, left, right)) {
          if (row === top && column === left) continue
          onCovered(cells.get(column)?.text ?? '')
          cells.delete(column)
        }
        rowsLeft -= Math.min(cells.size, right - left)
      }
    }
  }

  /** All rows that show something, from the top. */
  rows(): CellRow[] {
    return [...this.#rows]
      .filter(([, cells]) => cells.size > 0)
      .toSorted(([a], [b]) => a - b)
      .map(([row, cells]) => ({
        row,
        cells: [...cells.values()].toSorted((a, b) => a.column - b.column),
      }))
  }
}

/** The columns of a range that a row has a cell in, by looking at the fewer of both. */
function columnsWithin(cells: ReadonlyMap<number, Cell>, left: number, right: number): number[] {
  if (right - left >= cells.size)
    return [...cells.keys()].filter((column) => column >= left && column <= right)
  const columns: number[] = []
  for (let column = left; column <= right; column += 1) if (cells.has(column)) columns.push(column)
  return columns
}

/** The letters of a column: 1 is A, 27 is AA. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  return letters
}
