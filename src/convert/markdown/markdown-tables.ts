import type { Token } from 'markdown-it'
import { cellMarkdown, tableMarkdown } from '../../markdown/write/table.ts'
import { type Script, scriptText } from '../../markup/html/raised-text.ts'
import { badData } from '../failures.ts'
import type { Notes } from '../notes.ts'
import type { TextTable } from '../table.ts'
import { markdownReader } from './markdown-reader.ts'

/** A table as Markdown (GFM), its texts escaped; the first row is the header of one that has no names. */
export function tableToMarkdown({ header, rows }: TextTable): string {
  const body = [...rows].map((row) => row.map(cellMarkdown))
  const head = header ? header.map(cellMarkdown) : (body.shift() ?? [])
  const table = tableMarkdown(head, body)
  return table === '' ? '' : `${table}\n`
}

/** The GFM tables of a Markdown text, as plain text. Throws `invalid_input` when there is none. */
export function markdownTables(markdown: string, notes?: Notes): TextTable[] {
  const tables: { header: string[]; rows: string[][] }[] = []
  let row: string[] | undefined
  let hasMore = false
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
      row.push(plainText(children ?? [], notes))
    } else if (type === 'inline' || type === 'fence' || type === 'code_block') hasMore = true
  }
  if (tables.length === 0) {
    throw badData('The Markdown holds no table.', 'Send Markdown with a GFM table (| a | b |).')
  }
  if (hasMore) notes?.say('What stands outside of the tables is left out.')
  return tables
}

function plainText(tokens: readonly Token[], notes: Notes | undefined): string {
  let text = ''
  let before = ''
  let raised: Script | undefined
  let depth = 0
  for (const { type, content } of tokens) {
    if (type === 'softbreak' || type === 'hardbreak') text += '\n'
    else if (type === 'html_inline') {
      const [, end, name = ''] = /^<(\/?)(sup|sub|br)\b/i.exec(content) ?? []
      const tag = name.toLowerCase()
      if (tag === 'br') text += '\n'
      else if (tag !== '' && end === '') {
        depth += 1
        if (depth === 1) {
          raised = tag as Script
          before = text
          text = ''
        }
      } else if (tag !== '' && raised) {
        depth -= 1
        if (depth > 0) continue
        text = before + scriptText(raised, text)
        raised = undefined
      }
    } else {
      if (type === 'link_open') notes?.count('link')
      if (type === 'image') notes?.count('image')
      text += content
    }
  }
  return (raised ? before + text : text).trim()
}
