import { readCsv, sniffDelimiter } from './csv/csv-reader.ts'
import { type CsvOptions, writeCsv } from './csv/csv-writer.ts'
import { tooLargeResult } from './failures.ts'
import { readJson, readJsonTable } from './json/json-reader.ts'
import { isArray, jsonText } from './json/json-values.ts'
import { JsonRowWriter } from './json/json-writer.ts'
import { CONVERT_RESULT_MAX_BYTES } from './limits.ts'
import { Notes } from './notes.ts'
import { requireConvertible, type Format, isRewritten } from './pairs.ts'
import type { TextTable } from './table.ts'

/** One conversion: the data, its format, the new one, and options. Absent options have their defaults. */
export interface ConvertJobInput {
  from: Format
  to: Format
  data: string
  /** One character; default: found out when reading CSV, a comma when writing it. */
  delimiter?: string | undefined
  /** Whether the first row of a table names the columns; default true, of HTML as its cells say. */
  header?: boolean | undefined
  /** Whether JSON is one value a line; default: found out when reading it, false when writing it. */
  lines?: boolean | undefined
  /** Whether JSON from a table has numbers, true, false and null, not only strings; default false. */
  types?: boolean | undefined
  /** Whether cells of CSV that a spreadsheet would calculate get a `'` before them; default false. */
  escapeFormulas?: boolean | undefined
  /** Whether HTML is reduced to harmless elements; default false. */
  sanitize?: boolean | undefined
  /** Whether Markdown is read strictly as CommonMark, without GFM; default false. */
  commonmark?: boolean | undefined
}

export interface ConvertJobOutput {
  result: string
  /** What the result lacks or says otherwise than its source. */
  notes: string[]
}

/** Converts a text (utility spec 4.7). Throws `unsupported_conversion`, `invalid_input` and `too_large`. */
export async function convertJob(input: ConvertJobInput): Promise<ConvertJobOutput> {
  requireConvertible(input.from, input.to, input.data)
  const notes = new Notes()
  const isWritten = input.from !== input.to || isRewritten(input)
  const isMarkup = isWritten && (input.to === 'html' || input.to === 'markdown')
  const text = await converted(input, notes)
  // Neither HTML nor Markdown may hold it (HTML standard, 13.2.2; CommonMark, 2.3).
  const result = isMarkup && text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
  const bytes = Buffer.byteLength(result)
  if (bytes > CONVERT_RESULT_MAX_BYTES) throw tooLargeResult(bytes)
  return { result, notes: notes.list() }
}

// Each format's parser is loaded when it is first needed.
async function converted(input: ConvertJobInput, notes: Notes): Promise<string> {
  const { from, to, data, lines } = input
  if (from === to) return isRewritten(input) ? rewritten(input) : data
  if (from === 'html' && to === 'markdown') return fromHtml(input, notes)
  if (from === 'markdown' && to === 'html') return toHtml(input, notes)
  if (from === 'csv' && to === 'json') return csvToJson(input)
  if (from === 'markdown' || from === 'html') return tablesOf(input, notes)
  const table = from === 'csv' ? csvTable(input) : readJsonTable(data, { lines, notes })
  if (to === 'csv') return writeCsv(table, csvOptions(input))
  if (to === 'html') return (await import('./html/table-html.ts')).tableHtml(table)
  return (await import('./markdown/markdown-tables.ts')).tableToMarkdown(table)
}

/** CSV with another delimiter, whichever it had; JSON as lines, or lines as JSON. */
function rewritten({ from, data, lines, delimiter = ',' }: ConvertJobInput): string {
  if (from === 'csv') {
    const table = csvTable({ from, to: from, data })
    return writeCsv(table, { delimiter, escapeFormulas: false })
  }
  const value = readJson(data)
  const values = isArray(value) ? value : [value]
  return lines ? values.map((one) => `${jsonText(one)}\n`).join('') : jsonText(value)
}

async function fromHtml(
  { data, sanitize: harmless }: ConvertJobInput,
  notes: Notes,
): Promise<string> {
  const { htmlToMarkdown } = await import('./html/html-to-markdown.ts')
  return htmlToMarkdown(data, { harmless, notes })
}

async function toHtml(
  { data, sanitize: harmless, commonmark }: ConvertJobInput,
  notes: Notes,
): Promise<string> {
  const { markdownToHtml } = await import('./markdown/markdown-reader.ts')
  const html = markdownToHtml(data, commonmark ? 'commonmark' : 'gfm', notes)
  return harmless ? (await import('./html/harmless.ts')).harmlessHtml(html) : html
}

function csvToJson({ data, delimiter, header = true, ...options }: ConvertJobInput): string {
  const { types = false, lines } = options
  const writer = new JsonRowWriter({ header, types, lines })
  readCsv(data, delimiter ?? sniffDelimiter(data), (fields) => writer.add(fields))
  return writer.end()
}

function csvTable({ data, delimiter, header = true }: ConvertJobInput): TextTable {
  const rows: string[][] = []
  readCsv(data, delimiter ?? sniffDelimiter(data), (fields) => rows.push(fields))
  return { header: header ? (rows.shift() ?? []) : [], rows }
}

/** One table becomes itself; several become a JSON array of tables, or CSV with a blank line between. */
async function tablesOf(input: ConvertJobInput, notes: Notes): Promise<string> {
  const { from, to, data, header, types = false, lines = false } = input
  const tables =
    from === 'html'
      ? (await import('./html/html-tables.ts')).htmlTables(data, { to, header, notes })
      : (await import('./markdown/markdown-tables.ts')).markdownTables(data, notes)
  if (to === 'csv') {
    return tables.map((table) => writeCsv(table, csvOptions(input))).join('\r\n\r\n')
  }
  const isOne = tables.length === 1
  const texts = tables.map((table) => {
    const writer = new JsonRowWriter({
      header: table.header !== undefined,
      types,
      lines: lines && isOne,
    })
    if (table.header) writer.add(table.header)
    for (const row of table.rows) writer.add(row)
    return writer.end()
  })
  if (isOne) return texts[0] ?? ''
  return lines ? texts.map((text) => `${text}\n`).join('') : `[${texts.join(',')}]`
}

function csvOptions({ delimiter = ',', escapeFormulas = false }: ConvertJobInput): CsvOptions {
  return { delimiter, escapeFormulas }
}
