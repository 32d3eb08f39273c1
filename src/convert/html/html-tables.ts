import { type Script, scriptText } from '../../markup/html/raised-text.ts'
import { type HtmlListener, readHtml } from '../../markup/html/read-html.ts'
import type { Attributes } from '../../markup/html/tokens/attributes.ts'
import { MERGED_MAX_CELLS, MERGED_MAX_CHARS } from '../limits.ts'
import type { Notes } from '../notes.ts'
import { type Format, noTableInHtml } from '../pairs.ts'
import type { TextTable } from '../table.ts'

/** Elements whose content is no text. */
const SKIPPED = new Set('script style template head title noscript svg'.split(' '))
/** Elements that part lines of a cell. */
const LINES = new Set(
  'address article blockquote br dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section ul'.split(
    ' ',
  ),
)

interface Cell {
  text: string
  /** Raised or lowered text, while it is read: the text before it, and how many parts are within each other. */
  raised?: { script: Script; before: string; depth: number } | undefined
  isHeader: boolean
  columns: number
  rows: number
}

interface OpenTable {
  rows: { cells: string[]; headers: number }[]
  headRows: number
  isInHead: boolean
  cell: Cell | undefined
  /** Text of a cell above that reaches down, and how many rows further, by column. */
  merged: ({ text: string; rows: number } | undefined)[]
}

/** How the tables of an HTML text are read. */
export interface HtmlTableOptions {
  to: Format
  /** Whether the first row names the columns; undefined: what the cells say. */
  header: boolean | undefined
  notes: Notes
}

/**
 * The tables of an HTML text, as plain text, each in its own right, also one in a cell of another. The text of a merged cell stands
 * in each place that it covers; of several header rows the texts are joined. Throws `unsupported_conversion` when there is none.
 */
export function htmlTables(html: string, { to, header, notes }: HtmlTableOptions): TextTable[] {
  const reader = new TableReader()
  readHtml(html, reader)
  const tables = reader.tables.map((table) => textTable(table, header))
  const filled = tables.filter(({ table }) => table !== undefined)
  if (filled.length === 0) throw noTableInHtml(to)
  if (reader.hasTextOutside) notes.say('What stands outside of the tables is left out.')
  if (reader.links > 0) notes.count('link', reader.links)
  if (reader.images > 0) notes.count('image', reader.images)
  return filled.flatMap(({ table }) => table ?? [])
}

class TableReader implements HtmlListener {
  readonly tables: OpenTable[] = []
  readonly #open: OpenTable[] = []
  hasTextOutside = false
  links = 0
  images = 0
  #skipped = 0
  #preformatted = 0
  #repeatedChars = 0

  open(name: string, attributes: Attributes): void {
    if (this.#skipped > 0 || SKIPPED.has(name)) {
      this.#skipped += 1
      return
    }
    const table = this.#open.at(-1)
    if (name === 'table') this.#begin()
    else if (name === 'thead' && table) table.isInHead = true
    else if (name === 'tr' && table) addRow(table)
    else if ((name === 'td' || name === 'th') && table) {
      const isHeader = name === 'th' || table.isInHead
      const { colspan = '1', rowspan = '1' } = attributes
      table.cell = { text: '', isHeader, columns: span(colspan), rows: span(rowspan) }
    } else if (name === 'sup' || name === 'sub') this.#raise(name)
    else if (name === 'a' && attributes['href'] !== undefined && table?.cell) this.links += 1
    else if (name === 'img') this.#image(attributes)
    else if (LINES.has(name)) this.#add('\n')
    if (name === 'pre') this.#preformatted += 1
  }

  text(text: string): void {
    if (this.#skipped > 0) return
    this.#add(this.#preformatted > 0 ? text : text.replaceAll(/[\s]+/g, ' '))
  }

  close(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1
      return
    }
    if (name === 'pre') this.#preformatted -= 1
    const table = this.#open.at(-1)
    if (name === 'table') this.#open.pop()
    else if (name === 'thead' && table) table.isInHead = false
    else if ((name === 'td' || name === 'th') && table?.cell) this.#endCell(table, table.cell)
    else if (name === 'sup' || name === 'sub') this.#lower()
    else if (LINES.has(name) && name !== 'br') this.#add('\n')
  }

  #begin(): void {
    const table = { rows: [], headRows: 0, isInHead: false, cell: undefined, merged: [] }
    this.tables.push(table)
    this.#open.push(table)
  }

  #add(text: string): void {
    const cell = this.#open.at(-1)?.cell
    if (cell) cell.text += text
    else this.hasTextOutside ||= text.trim() !== ''
  }

  #image({ alt = '' }: Attributes): void {
    if (!this.#open.at(-1)?.cell) return
    this.images += 1
    this.#add(alt)
  }

  /** Sets the text of the cell aside, so that only what is raised is written otherwise; a part in a part belongs to it. */
  #raise(script: Script): void {
    const cell = this.#open.at(-1)?.cell
    if (!cell) return
    if (cell.raised) cell.raised.depth += 1
    else {
      cell.raised = { script, before: cell.text, depth: 1 }
      cell.text = ''
    }
  }

  #lower(): void {
    const cell = this.#open.at(-1)?.cell
    const raised = cell?.raised
    if (!cell || !raised) return
    raised.depth -= 1
    if (raised.depth > 0) return
    cell.raised = undefined
    cell.text = raised.before + scriptText(raised.script, cell.text)
  }

  #endCell(table: OpenTable, { text, isHeader, columns, rows }: Cell): void {
    table.cell = undefined
    if (table.rows.length === 0) addRow(table)
    const row = table.rows.at(-1)
    if (!row) return
    const line = cellText(text)
    if (isHeader) row.headers += columns
    this.#repeatedChars += (columns * rows - 1) * (line.length + 1)
    const isCopied = this.#repeatedChars <= MERGED_MAX_CHARS
    for (let count = 0; count < (isCopied ? columns : 1); count += 1) {
      if (isCopied && rows > 1) table.merged[row.cells.length] = { text: line, rows: rows - 1 }
      row.cells.push(line)
    }
    fillMerged(table)
  }
}

function span(written: string): number {
  const cells = Number(written)
  return Number.isInteger(cells) && cells > 1 ? Math.min(cells, MERGED_MAX_CELLS) : 1
}

function addRow(table: OpenTable): void {
  table.rows.push({ cells: [], headers: 0 })
  if (table.isInHead) table.headRows = table.rows.length
  fillMerged(table)
}

/** Fills the places that cells above cover. */
function fillMerged({ rows, merged }: OpenTable): void {
  const cells = rows.at(-1)?.cells ?? []
  for (;;) {
    const above = merged[cells.length]
    if (!above) return
    above.rows -= 1
    if (above.rows <= 0) merged[cells.length] = undefined
    cells.push(above.text)
  }
}

function cellText(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** A table without its blank rows; undefined for one of layout only, in which nothing stands. */
function textTable(
  { rows, headRows }: OpenTable,
  header: boolean | undefined,
): { table: TextTable | undefined } {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (filled.length === 0) return { table: undefined }
  const isHeader = ({ cells, headers }: OpenTable['rows'][number]): boolean =>
    headers > 0 && headers >= cells.length
  const inHead = rows.slice(0, headRows).filter((row) => filled.includes(row)).length
  const stated =
    inHead > 0
      ? inHead
      : Math.max(
          0,
          filled.findIndex((row) => !isHeader(row)),
        )
  const count = header === false ? 0 : stated === 0 && header === true ? 1 : stated
  const body = filled.slice(count).map(({ cells }) => cells)
  if (count === 0) return { table: { header: undefined, rows: body } }
  return { table: { header: joined(filled.slice(0, count).map(({ cells }) => cells)), rows: body } }
}

/** One header of several rows: the texts above each other, those that only a merged cell repeats once. */
function joined(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map((cells) => cells.length))
  return Array.from({ length: width }, (_, column) => {
    const texts = rows.map((cells) => cells[column] ?? '').filter((text) => text !== '')
    return texts.filter((text, at) => text !== texts[at - 1]).join(' ')
  })
}
