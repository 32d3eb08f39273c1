import { FROM_ABOVE, FROM_LEFT, type Source, type SourceTable } from '../sources.ts'
import { plainText, type ReadTable, readMarkdownTables } from './markdown-tables.ts'

/** What became of the tables of a document. */
export interface TableCounts {
  tables: number
  rows: number
  rowsRight: number
  /** Values under the head of another column, or in one cell with another value. */
  valuesWrong: number
  values: number
  /** Tables whose rows stand as text in a code block. */
  givenUp: number
}

/** Rows of a table that stand as text, from which on it was given up. */
const GIVEN_UP_SHARE = 0.5

/** Counts of nothing. */
export function noTables(): TableCounts {
  return { tables: 0, rows: 0, rowsRight: 0, valuesWrong: 0, values: 0, givenUp: 0 }
}

/** Counts of two documents. */
export function addTables(one: TableCounts, other: TableCounts): TableCounts {
  return {
    tables: one.tables + other.tables,
    rows: one.rows + other.rows,
    rowsRight: one.rowsRight + other.rowsRight,
    valuesWrong: one.valuesWrong + other.valuesWrong,
    values: one.values + other.values,
    givenUp: one.givenUp + other.givenUp,
  }
}

/** Compares the tables of a document with what was read of it; `explain` is told of each fault. */
export function judgeTables(
  { blocks }: Source,
  markdown: string,
  explain: (fault: string) => void = () => {},
): TableCounts {
  const tables = blocks
    .flatMap((block) => (block.kind === 'table' ? [block] : []))
    .flatMap((table) => (table.beside ? [table, table.beside] : [table]))
  const page = new ReadTables(markdown)
  return tables.map((table) => judgeTable(table, page, explain)).reduce(addTables, noTables())
}

/** Markdown, as its tables are asked about. */
class ReadTables {
  readonly rows = new Set<string>()
  /** Lines in code blocks, without their spaces. */
  readonly code: string[] = []
  /** The columns in which a text is a cell, or a part of one. */
  readonly #places = new Map<string, { heads: string[]; cell: string }[]>()

  constructor(markdown: string) {
    let isCode = false
    for (const line of markdown.split('\n')) {
      if (line.trim().startsWith('```')) isCode = !isCode
      else if (isCode) this.code.push(compact(line))
    }
    for (const table of readMarkdownTables(markdown)) this.#add(table)
  }

  #add({ head, rows }: ReadTable): void {
    for (const row of [head, ...rows]) this.rows.add(row.join('|'))
    for (const [index, row] of rows.entries()) {
      for (const [column, cell] of row.entries()) {
        if (cell === '') continue
        // A head may be of two rows.
        const heads = [head, ...rows.slice(0, Math.min(index, 2))].map((one) => one[column] ?? '')
        const place = { heads, cell }
        for (const word of new Set([cell, ...cell.split(' ')])) {
          const places = this.#places.get(word) ?? []
          places.push(place)
          this.#places.set(word, places)
        }
      }
    }
  }

  placesOf(text: string): { heads: string[]; cell: string }[] {
    return this.#places.get(text) ?? this.#places.get(text.split(' ').at(-1) ?? '') ?? []
  }
}

function judgeTable(
  table: SourceTable,
  page: ReadTables,
  explain: (fault: string) => void,
): TableCounts {
  const counts = { ...noTables(), tables: 1, rows: table.rows.length }
  const plain = table.rows.map((row) =>
    row.map((text) => (text === FROM_LEFT || text === FROM_ABOVE ? '' : text)),
  )
  for (const row of plain) {
    if (page.rows.has(row.map(plainText).join('|'))) counts.rowsRight += 1
    else explain(`row: ${row.join(' | ')}`)
  }
  const inCode = plain.filter((row) => page.code.includes(compact(row.join('')))).length
  if (inCode > plain.length * GIVEN_UP_SHARE) counts.givenUp = 1
  const isMerged = table.rows.flat().some((text) => text === FROM_LEFT)
  const heads = plain[isMerged ? 1 : 0] ?? []
  const all = new Set(plain.flat())
  for (const row of plain.slice(isMerged ? 2 : 1)) {
    for (const [column, value] of row.entries()) {
      if (!/^[\d.,]+$/.test(value) && !/k\d+q$/.test(value)) continue
      counts.values += 1
      const head = plainText(heads[column] ?? '')
      for (const { heads: found, cell } of page.placesOf(value)) {
        const isUnder = found.some((one) => one === head || one.endsWith(` ${head}`))
        const isAlone =
          cell === value || !cell.split(' ').some((word) => word !== value && all.has(word))
        if (isUnder && isAlone) continue
        // Without any head nothing is said.
        if (isAlone && found[0] === '') continue
        counts.valuesWrong += 1
        explain(`wrong: ${value} of ${head} under ${found.join(' / ')} as ${cell}`)
        break
      }
    }
  }
  return counts
}

function compact(text: string): string {
  return plainText(text).replaceAll(/\s/g, '')
}
