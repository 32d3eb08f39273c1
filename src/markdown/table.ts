import { escapeText } from './escape.ts'

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
  isHeader: boolean
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

/** A table while its rows are read. Spanned cells are left empty. */
export class TableGrid {
  readonly #rows: Row[] = []
  readonly #alignments: Alignment[] = []
  /** For each column, how many rows below are taken by a cell above. */
  readonly #taken: number[] = []
  #spanned = 0

  addRow(): void {
    this.#rows.push({ cells: [], isHeader: true })
    this.#skipTaken()
  }

  /** Adds a finished cell to the last row, or to a first one. */
  addCell(text: string, cell: CellFacts): void {
    if (this.#rows.length === 0) this.addRow()
    const row = this.#rows.at(-1) as Row
    row.isHeader &&= cell.isHeader
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
    const [first, ...rest] = rows
    if (!first) return ''
    return first.isHeader
      ? tableMarkdown(
          first.cells,
          rest.map(({ cells }) => cells),
          this.#alignments,
        )
      : tableMarkdown(
          [],
          rows.map(({ cells }) => cells),
          this.#alignments,
        )
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
