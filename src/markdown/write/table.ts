import type { Attributes } from '../../markup/html/tokens/attributes.ts'
import { escapeText } from '../escape.ts'

/** Alignment of a column. */
export type Alignment = 'left' | 'center' | 'right' | undefined

/** A GFM table of finished cells; short rows are allowed. Empty for a table without columns. */
export function tableMarkdown(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  alignments: readonly Alignment[] = [],
): string {
  const width = Math.max(header.length, ...lengths(rows))
  if (width === 0) return ''
  const columns = Array.from({ length: width }, (_, index) => index)
  const rule = columns.map((index) => RULES[alignments[index] ?? 'none'])
  const head = columns.map((index) => header[index] ?? '')
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const RULES = { left: ':--', center: ':-:', right: '--:', none: '---' } as const

function lengths(rows: readonly (readonly string[])[]): number[] {
  let longest = 0
  for (const row of rows) longest = Math.max(longest, row.length)
  return [longest]
}

/** A plain text as a cell: escaped, on one line. */
export function cellMarkdown(text: string): string {
  return text
    .trim()
    .split(/\r\n?|\n/)
    .map((line) => escapeText(line, { before: '|', after: '|', inLink: false, inTable: true }))
    .join('<br>')
}

interface Row {
  cells: string[]
  headers: number
  /** Cells that are no headers, with text and without. */
  others: number
  blanks: number
}

/** Columns or rows that one cell may span. */
const SPAN_MAX_CELLS = 100
/** Cells that spans may add to one document: a few bytes of HTML must not become a large table. */
const SPANNED_MAX_CELLS = 20_000

/** What the HTML says of a cell. */
export interface CellFacts {
  isHeader: boolean
  align: Alignment
  columns: number
  rows: number
}

/** Reads what a cell says of itself; `isHeader` also for each cell of `<thead>`. */
export function cellFacts(isHeader: boolean, attributes: Attributes): CellFacts {
  const style = /text-align:\s*(left|center|right)/i.exec(attributes['style'] ?? '')?.[1]
  const align = (attributes['align'] ?? style ?? '').toLowerCase()
  return {
    isHeader,
    align: /^(?:left|center|right)$/.test(align) ? (align as Alignment) : undefined,
    columns: Number(attributes['colspan'] ?? 1),
    rows: Number(attributes['rowspan'] ?? 1),
  }
}

/** A table while its rows are read. Spanned cells are left empty. */
export class TableGrid {
  readonly #rows: Row[] = []
  readonly #alignments: Alignment[] = []
  /** For each column, how many rows below are taken by a cell above. */
  readonly #taken: number[] = []
  #spanned = 0

  addRow(): void {
    this.#rows.push({ cells: [], headers: 0, others: 0, blanks: 0 })
    this.#skipTaken()
  }

  /** Adds a finished cell to the last row, or to a first one. */
  addCell(text: string, cell: CellFacts): void {
    if (this.#rows.length === 0) this.addRow()
    const row = this.#rows.at(-1) as Row
    if (cell.isHeader) row.headers += 1
    else if (text === '') row.blanks += 1
    else row.others += 1
    const { columns, below } = this.#spans(cell.columns, cell.rows)
    for (let span = 0; span < columns; span += 1) {
      const column = row.cells.length
      this.#alignments[column] ??= cell.align
      if (below > 0) this.#taken[column] = below
      row.cells.push(span === 0 ? text : '')
    }
    this.#skipTaken()
  }

  /** The table as Markdown; its first row is the header if all its cells are. */
  render(): string {
    const rows = this.#rows.filter(({ cells }) => cells.length > 0)
    return this.#written(rows, rows[0]?.others === 0 && rows[0].blanks === 0)
  }

  /**
   * The table as Markdown for readers of the source: rows and columns without text are left out, and the first row is the header
   * unless rows have headers of their own.
   */
  renderCompact(): string {
    const rows = this.#rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
    const first = rows[0]
    if (!first) return ''
    const used = new Set<number>()
    let width = 0
    for (const { cells } of rows) {
      width = Math.max(width, cells.length)
      cells.forEach((cell, column) => {
        if (cell !== '') used.add(column)
      })
    }
    const hasRowHeaders = rows.some(({ headers, others }) => headers > 0 && others > 0)
    const isHeader = first.others === 0 || !hasRowHeaders
    if (used.size === width) return this.#written(rows, isHeader)
    const isUsed = (_: unknown, column: number): boolean => used.has(column)
    return this.#written(
      rows.map((row) => ({ ...row, cells: row.cells.filter(isUsed) })),
      isHeader,
      Array.from({ length: width }, (_, column) => this.#alignments[column]).filter(isUsed),
    )
  }

  #written(
    rows: readonly Row[],
    isHeader: boolean,
    alignments: readonly Alignment[] = this.#alignments,
  ): string {
    const cells = rows.map((row) => row.cells)
    return isHeader
      ? tableMarkdown(cells[0] ?? [], cells.slice(1), alignments)
      : tableMarkdown([], cells, alignments)
  }

  #spans(columns: number, rows: number): { columns: number; below: number } {
    const across = clamped(columns)
    const down = clamped(rows)
    if (across * down > 1) this.#spanned += across * down
    if (this.#spanned > SPANNED_MAX_CELLS) return { columns: 1, below: 0 }
    return { columns: across, below: down - 1 }
  }

  #skipTaken(): void {
    const cells = this.#rows.at(-1)?.cells ?? []
    for (;;) {
      const left = this.#taken[cells.length] ?? 0
      if (left === 0 || this.#rows.length < 2) return
      this.#taken[cells.length] = left - 1
      cells.push('')
    }
  }
}

function clamped(span: number): number {
  return Number.isInteger(span) && span > 1 ? Math.min(span, SPAN_MAX_CELLS) : 1
}
