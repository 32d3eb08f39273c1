import type { TextTable } from '../table.ts'

/** How a table becomes CSV. */
export interface CsvOptions {
  delimiter: string
  /** Whether cells that a spreadsheet would calculate get a `'` before them (OWASP "CSV injection"). */
  escapeFormulas: boolean
}

/** Cells that are joined at once. */
const CHUNK_CELLS = 10_000
/** Besides what must be quoted, every delimiter that a reader may guess. */
const SPECIAL = /[",;\t|\r\n\uFEFF]/

/** Writes CSV (RFC 4180): CRLF between records, quotes where they are needed, rows filled to one width. */
export function writeCsv({ header, rows }: TextTable, options: CsvOptions): string {
  const { delimiter, escapeFormulas } = options
  const rare = SPECIAL.test(delimiter) ? '' : delimiter
  if (header?.length === 0) return ''
  const width = header?.length ?? 0
  const chunks: string[] = []
  // Cells of several rows, with the end of a row inside of a piece: one join for all is the fastest way.
  let pieces = header ? pushRow([], header, width, rare) : []
  for (const row of rows) {
    if (pieces.length > CHUNK_CELLS) {
      chunks.push(pieces.join(delimiter))
      pieces = []
    }
    pushRow(pieces, escapeFormulas ? row.map(defused) : row, width, rare)
  }
  chunks.push(pieces.join(delimiter))
  return chunks.join('\r\n')
}

function pushRow(pieces: string[], row: readonly string[], width: number, rare: string): string[] {
  const first = cell(row[0] ?? '', rare)
  // An empty line would be no record.
  const start = first === '' && row.length <= 1 && width <= 1 ? '""' : first
  if (pieces.length === 0) pieces.push(start)
  else pieces[pieces.length - 1] += `\r\n${start}`
  const length = Math.max(row.length, width)
  for (let index = 1; index < length; index += 1) pieces.push(cell(row[index] ?? '', rare))
  return pieces
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
