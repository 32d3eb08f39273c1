import type { TextTable } from './table.ts'

/** How a table becomes CSV. */
export interface CsvOptions {
  delimiter: string
  /** Whether cells that a spreadsheet would calculate get a `'` before them (OWASP "CSV injection"). */
  escapeFormulas: boolean
}

const CHUNK_ROWS = 1_000
/** Besides what must be quoted, every delimiter that a reader may guess. */
const SPECIAL = /[",;\t|\r\n\uFEFF]/

/** Writes CSV (RFC 4180): CRLF between records, quotes where they are needed, rows filled to one width. */
export function writeCsv({ header, rows }: TextTable, options: CsvOptions): string {
  const { delimiter, escapeFormulas } = options
  const rare = SPECIAL.test(delimiter) ? '' : delimiter
  if (header?.length === 0) return ''
  const width = header?.length ?? 0
  const chunks: string[] = []
  let pending = header ? [line(header, width, delimiter, rare)] : []
  for (const row of rows) {
    pending.push(line(escapeFormulas ? row.map(defused) : row, width, delimiter, rare))
    if (pending.length < CHUNK_ROWS) continue
    chunks.push(pending.join('\r\n'))
    pending = []
  }
  if (pending.length > 0) chunks.push(pending.join('\r\n'))
  return chunks.join('\r\n')
}

function line(row: readonly string[], width: number, delimiter: string, rare: string): string {
  // An empty line would be no record.
  if (row.length <= 1 && width <= 1) return cell(row[0] ?? '', rare) || '""'
  let text = cell(row[0] ?? '', rare)
  for (let index = 1; index < row.length; index += 1) {
    text += delimiter + cell(row[index] ?? '', rare)
  }
  const missing = width - Math.max(1, row.length)
  return missing > 0 ? text + delimiter.repeat(missing) : text
}

/** `rare` is a delimiter that `SPECIAL` lacks, else empty. */
function cell(text: string, rare: string): string {
  return SPECIAL.test(text) || (rare !== '' && text.includes(rare))
    ? `"${text.replaceAll('"', '""')}"`
    : text
}

/** The cell as text for a spreadsheet that would calculate it; a number with a sign is none. */
function defused(text: string): string {
  const isFormula =
    /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?$/.test(text)
  return isFormula ? `'${text}` : text
}
