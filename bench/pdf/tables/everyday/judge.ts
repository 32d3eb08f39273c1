import type { TableCounts } from '../judge-tables.ts'
import { addTables, noTables } from '../judge-tables.ts'
import { plainText, type ReadTable, readMarkdownTables } from '../markdown-tables.ts'
import type { EverydayDocument, EverydayTable } from './tables.ts'

/** A word that a row holds and nothing else in its document does. */
const KEY = /\bk\d+q\b/
const HEAD_ROWS = 3
const GIVEN_UP_SHARE = 0.5

/** A row that was read, and its table. */
interface ReadRow {
  cells: string[]
  table: ReadTable
}

/**
 * Compares the tables of a document with what was read of it, row by row: each row is found by its key, and what stands under each
 * head is compared with the truth. Something else than the truth under a head is wrong; nothing is not right.
 */
export function judgeEveryday(
  { parts }: EverydayDocument,
  markdown: string,
  explain: (fault: string) => void = () => {},
): TableCounts {
  const rows = new Map<string, ReadRow>()
  const lines = new Map<string, string>()
  for (const line of markdown.split('\n')) {
    for (const key of line.match(/\bk\d+q\b/g) ?? []) lines.set(key, line)
  }
  for (const table of readMarkdownTables(markdown)) {
    for (const cells of [table.head, ...table.rows]) {
      for (const key of cells.join(' ').match(/\bk\d+q\b/g) ?? []) rows.set(key, { cells, table })
    }
  }
  const judgeOne = (table: EverydayTable): TableCounts => judge(table, rows, lines, explain)
  return parts
    .flatMap(({ table }) => [table, ...(table.beside ? [table.beside] : [])])
    .map(judgeOne)
    .reduce(addTables, noTables())
}

function judge(
  { columns, rows }: EverydayTable,
  read: ReadonlyMap<string, ReadRow>,
  lines: ReadonlyMap<string, string>,
  explain: (fault: string) => void,
): TableCounts {
  const counts = { ...noTables(), tables: 1 }
  const heads = columns.map(({ head }) => head)
  let asText = 0
  for (const { cells, kind } of rows) {
    if (kind) continue
    counts.rows += 1
    const truth = cells.map(plainText)
    counts.values += truth.filter((text) => text !== '').length
    const [key = ''] = KEY.exec(truth.join(' ')) ?? []
    const row = read.get(key)
    if (!row) {
      if (lines.has(key)) asText += 1
      explain(`no row: ${truth.join(' | ')}`)
      continue
    }
    if (row.cells.join('|') === truth.join('|')) counts.rowsRight += 1
    else explain(`row: ${truth.join(' | ')} as ${row.cells.join(' | ')}`)
    for (const [at, head] of heads.entries()) {
      const place = placeOf(head, row.table)
      if (place === undefined) continue
      const text = row.cells[place] ?? ''
      if (text === '' || text === truth[at]) continue
      counts.valuesWrong += 1
      explain(`wrong: ${text} for ${truth[at]} under ${head}`)
    }
  }
  if (asText > counts.rows * GIVEN_UP_SHARE) counts.givenUp = 1
  return counts
}

/** The column of a head, which may stand below others. */
function placeOf(head: string, { head: first, rows }: ReadTable): number | undefined {
  const plain = plainText(head)
  for (const row of [first, ...rows.slice(0, HEAD_ROWS - 1)]) {
    const at = row.findIndex((text) => text === plain || text.endsWith(` ${plain}`))
    if (at !== -1) return at
  }
  return undefined
}
