import type { Token } from 'markdown-it'
import { cellMarkdown, tableMarkdown } from '../markdown/table.ts'
import { badData } from './failures.ts'
import { markdownReader } from './markdown-reader.ts'
import type { TextTable } from './table.ts'

/** A table as Markdown (GFM), its texts escaped; the first row is the header of one that has no names. */
export function tableToMarkdown({ header, rows }: TextTable): string {
  const body = [...rows].map((row) => row.map(cellMarkdown))
  const head = header ? header.map(cellMarkdown) : (body.shift() ?? [])
  const table = tableMarkdown(head, body)
  return table === '' ? '' : `${table}\n`
}

/** The GFM tables of a Markdown text, as plain text. Throws `invalid_input` when there is none. */
export function markdownTables(markdown: string): TextTable[] {
  const tables: { header: string[]; rows: string[][] }[] = []
  let row: string[] | undefined
  const tokens = markdownReader('gfm').parse(markdown, {})
  for (const [index, { type, children }] of tokens.entries()) {
    const table = tables.at(-1)
    if (type === 'table_open') tables.push({ header: [], rows: [] })
    else if (type === 'tr_open') row = []
    else if (type === 'tr_close' && table && row) {
      if (table.header.length === 0) table.header = row
      else table.rows.push(row)
      row = undefined
    } else if (row && type === 'inline' && /^t[hd]_open$/.test(tokens[index - 1]?.type ?? '')) {
      row.push(plainText(children ?? []))
    }
  }
  if (tables.length === 0) {
    throw badData('The Markdown holds no table.', 'Send Markdown with a GFM table (| a | b |).')
  }
  return tables
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content }) => {
      if (type === 'softbreak' || type === 'hardbreak') return '\n'
      if (type === 'html_inline') return /^<br\s*\/?>$/i.test(content) ? '\n' : ''
      return content
    })
    .join('')
    .trim()
}
