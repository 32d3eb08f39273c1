import type { Cell, CellRange, CellRow } from './cell-grid.ts'

/** Cells of the row below a line that make the line a title, whatever they are. */
const TITLED_MIN_CELLS = 3

/** Layout of a sheet besides its cells. */
export interface SheetLayout {
  /** Ranges that the sheet calls tables. */
  tables: readonly CellRange[]
  /** Rows and columns that are not shown: they part nothing. */
  isHiddenRow(row: number): boolean
  isHiddenColumn(column: number): boolean
}

/**
 * Parts a sheet into what reads as one: the ranges that it calls tables, and of the rest, what blank rows and columns part where
 * that begins something new. From the top down, and from left to right.
 */
export function partSheet(rows: readonly CellRow[], layout: SheetLayout): CellRow[][] {
  const { taken, rest } = takeTables(rows, layout.tables)
  const bands = joinBands(bandsOf(rest, layout).flatMap(takeTitles))
  return [...taken, ...bands.flatMap((band) => splitColumns(band, layout))].toSorted(
    ([a], [b]) => rowOf(a) - rowOf(b) || columnOf(a) - columnOf(b),
  )
}

function rowOf(row: CellRow | undefined): number {
  return row?.row ?? 0
}

function columnOf(row: CellRow | undefined): number {
  return row?.cells[0]?.column ?? 0
}

/** Moves the cells of each table into a part of its own. */
function takeTables(
  rows: readonly CellRow[],
  tables: readonly CellRange[],
): { taken: CellRow[][]; rest: CellRow[] } {
  if (tables.length === 0) return { taken: [], rest: [...rows] }
  const parts = new Map<CellRange, CellRow[]>()
  const rest: CellRow[] = []
  for (const { row, cells } of rows) {
    const here = tables.filter(({ top, bottom }) => row >= top && row <= bottom)
    const left: Cell[] = []
    const byTable = new Map<CellRange, Cell[]>()
    for (const cell of cells) {
      const table = here.find(
        ({ left: from, right }) => cell.column >= from && cell.column <= right,
      )
      const own = table && byTable.get(table)
      if (own) own.push(cell)
      else if (table) byTable.set(table, [cell])
      else left.push(cell)
    }
    for (const [table, own] of byTable) {
      const known = parts.get(table)
      if (known) known.push({ row, cells: own })
      else parts.set(table, [{ row, cells: own }])
    }
    if (left.length > 0) rest.push({ row, cells: left })
  }
  return { taken: [...parts.values()], rest }
}

/** Rows without a blank one between them. */
function bandsOf(rows: readonly CellRow[], { isHiddenRow }: SheetLayout): CellRow[][] {
  const bands: CellRow[][] = []
  let last: number | undefined
  for (const row of rows) {
    if (last !== undefined && !hasGap(last, row.row, isHiddenRow)) bands.at(-1)?.push(row)
    else bands.push([row])
    last = row.row
  }
  return bands
}

/** Places looked at between two rows or columns; more than so many are not all hidden. */
const GAP_MAX_LOOKS = 1_000

function hasGap(before: number, after: number, isHidden: (place: number) => boolean): boolean {
  if (after - before > GAP_MAX_LOOKS) return true
  for (let place = before + 1; place < after; place += 1) if (!isHidden(place)) return true
  return false
}

/** Joins what a blank row only divides: rows that go on with the columns of the table above, without a head of their own. */
function joinBands(bands: readonly CellRow[][]): CellRow[][] {
  const joined: CellRow[][] = []
  for (const band of bands) {
    const above = joined.at(-1)
    if (above && goesOn(above, band)) for (const row of band) above.push(row)
    else joined.push([...band])
  }
  return joined
}

function goesOn(above: readonly CellRow[], band: readonly CellRow[]): boolean {
  const head = above[0]?.cells ?? []
  const first = band[0]?.cells ?? []
  if (above.length < 2 || head.length < 2 || first.length < 2) return false
  const start = head[0]?.column ?? 0
  const end = head.at(-1)?.column ?? 0
  const isWithin = band.every(({ cells }) =>
    [cells[0], cells.at(-1)].every((cell) => cell && cell.column >= start && cell.column <= end),
  )
  return isWithin && !looksLikeHead(band) && (hasValues(band) || !hasValues(above))
}

/** Whether texts stand over values, as names of columns do. */
function looksLikeHead(band: readonly CellRow[]): boolean {
  const [first, ...below] = band
  if (!first || first.cells.some(({ isValue }) => isValue)) return false
  const second = below[0]
  const values = new Set(second?.cells.filter(({ isValue }) => isValue).map(({ column }) => column))
  return first.cells.some(({ column }) => values.has(column))
}

function hasValues(band: readonly CellRow[]): boolean {
  return band.some(({ cells }) => cells.some(({ isValue }) => isValue))
}

/** Parts of a band beside each other that are looked at; more are columns of one table. */
const SIDE_BY_SIDE_MAX_COUNT = 20

/** Parts a band at blank columns where the right side has names of its own for its rows and columns. */
function splitColumns(band: readonly CellRow[], layout: SheetLayout): CellRow[][] {
  const groups = columnGroups(band, layout)
  if (groups.length < 2 || groups.length > SIDE_BY_SIDE_MAX_COUNT) return [[...band]]
  const parts: [number, number][] = []
  for (const [from, to] of groups) {
    const last = parts.at(-1)
    if (last && !standsAlone(within(band, from, to))) last[1] = to
    else parts.push([from, to])
  }
  return parts.map(([from, to]) => within(band, from, to))
}

/** First and last of the columns that no blank one parts. */
function columnGroups(
  band: readonly CellRow[],
  { isHiddenColumn }: SheetLayout,
): [number, number][] {
  const used = new Set<number>()
  for (const { cells } of band) for (const { column } of cells) used.add(column)
  const groups: [number, number][] = []
  for (const column of [...used].toSorted((a, b) => a - b)) {
    const last = groups.at(-1)
    if (last && !hasGap(last[1], column, isHiddenColumn)) last[1] = column
    else groups.push([column, column])
  }
  return groups
}

function within(band: readonly CellRow[], from: number, to: number): CellRow[] {
  return band.flatMap(({ row, cells }) => {
    const own = cells.filter(({ column }) => column >= from && column <= to)
    return own.length > 0 ? [{ row, cells: own }] : []
  })
}

/** Whether rows and columns have names: texts in all of the first column and row, and more than one of each; or a single cell does. */
function standsAlone(rows: readonly CellRow[]): boolean {
  const first = rows[0]
  const start = first?.cells[0]?.column
  if (!first || start === undefined) return false
  if (rows.length === 1) return first.cells.length === 1 && first.cells[0]?.isValue === false
  return (
    first.cells.length > 1 &&
    first.cells.every(({ isValue }) => !isValue) &&
    rows.every(({ cells }) => cells[0]?.column === start && !cells[0].isValue)
  )
}

/** Parts the lines over a table from it: single cells, with a wide row after them. */
function takeTitles(band: CellRow[]): CellRow[][] {
  let from = 0
  while (from < MOST_TITLES && band[from]?.cells.length === 1) from += 1
  const below = band.slice(from)
  const isTitled = (below[0]?.cells.length ?? 0) >= TITLED_MIN_CELLS || looksLikeHead(below)
  if (from === 0 || !isTitled) return [band]
  return [...band.slice(0, from).map((row) => [row]), below]
}

const MOST_TITLES = 5
