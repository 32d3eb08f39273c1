import { columnLetters, type Cell, type CellRow } from './cell-grid.ts'
import type { DocumentWriter } from './document-writer.ts'
import { partSheet, type SheetLayout } from './sheet-parts.ts'

/** Cells that the blanks of a table may add to it, besides as many as it has. */
const BLANKS_MAX_COUNT = 200_000
const BLANKS_PER_CELL = 20
/** Rows from which on the size of a sheet is told: its first part does not show it. */
const LONG_MIN_ROWS = 100

/** Writes the cells of a sheet: its tables, and the texts around them. */
export function writeSheet(
  rows: readonly CellRow[],
  layout: SheetLayout,
  out: DocumentWriter,
): void {
  for (const part of partSheet(rows, layout)) writePart(part, out)
}

/** Names a chart; its values stand in the sheets. */
export function addChart(title: string, out: DocumentWriter): void {
  out.add('p', title === '' ? '[chart]' : `[chart: ${title}]`)
}

/** Says how large a sheet is where its first part does not show it, and how much of it was read. */
export function saySize(
  rows: readonly CellRow[],
  { page, isWhole }: { page: number; isWhole: boolean },
  out: DocumentWriter,
): void {
  if (isWhole && rows.length < LONG_MIN_ROWS) return
  const columns = columnsOf(rows).length.toLocaleString('en')
  const count = rows.length.toLocaleString('en')
  if (isWhole) out.say(`Sheet ${page} has ${count} rows and ${columns} columns`)
  else out.say(`Of sheet ${page} the first ${count} rows were read`)
}

function writePart(rows: readonly CellRow[], out: DocumentWriter): void {
  const only = rows.length === 1 && rows[0]?.cells.length === 1 ? rows[0].cells[0] : undefined
  if (only) {
    out.open('p')
    writeCell(only, out)
    out.close('p')
    return
  }
  const columns = columnsOf(rows)
  const cells = rows.reduce((sum, row) => sum + row.cells.length, 0)
  out.open('table')
  if (isTooSparse(rows.length, columns.length, cells)) writeCells(rows, out)
  else writeRows(rows, columns, out)
  out.close('table')
}

/** Whether a table would be mostly blanks, so many that a small file would become a large text. */
export function isTooSparse(rows: number, columns: number, cells: number): boolean {
  return rows * columns > BLANKS_MAX_COUNT + BLANKS_PER_CELL * cells
}

function columnsOf(rows: readonly CellRow[]): number[] {
  const columns = new Set<number>()
  for (const { cells } of rows) for (const { column } of cells) columns.add(column)
  return [...columns].toSorted((a, b) => a - b)
}

/** The first row is the head. */
function writeRows(
  rows: readonly CellRow[],
  columns: readonly number[],
  out: DocumentWriter,
): void {
  for (const [index, { cells }] of rows.entries()) {
    const name = index === 0 ? 'th' : 'td'
    out.open('tr')
    let at = 0
    for (const column of columns) {
      const cell = cells[at]
      out.open(name)
      if (cell?.column === column) {
        writeCell(cell, out)
        at += 1
      }
      out.close(name)
    }
    out.close('tr')
  }
}

/** Cells far apart from each other, each with its place. */
function writeCells(rows: readonly CellRow[], out: DocumentWriter): void {
  out.open('tr')
  out.add('th', 'Cell')
  out.add('th', 'Content')
  out.close('tr')
  for (const { row, cells } of rows) {
    for (const cell of cells) {
      out.open('tr')
      out.add('td', `${columnLetters(cell.column)}${row}`)
      out.open('td')
      writeCell(cell, out)
      out.close('td')
      out.close('tr')
    }
  }
}

function writeCell({ text, href }: Cell, out: DocumentWriter): void {
  if (href !== undefined) out.open('a', { href })
  out.lines(text)
  if (href !== undefined) out.close('a')
}
