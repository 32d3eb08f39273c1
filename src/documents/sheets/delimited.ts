import { readCsv, sniffDelimiter, unclosedQuote } from '../../convert/csv/csv-reader.ts'
import { decodeText } from '../../lib/decode.ts'
import { DocumentFull, type DocumentWriter } from '../document-writer.ts'
import type { Source } from '../document.ts'
import { isTooSparse } from '../write-sheet.ts'

/** Reads comma-separated values, or what else separates them, as a table whose first row is its head. */
export async function readCsvTable(
  { bytes, contentType }: Source,
  out: DocumentWriter,
): Promise<void> {
  const text = decodeText(bytes, contentType)
  writeTable(text, sniffDelimiter(text), out)
}

/** Reads values separated by tabs. */
export async function readTsvTable(
  { bytes, contentType }: Source,
  out: DocumentWriter,
): Promise<void> {
  writeTable(decodeText(bytes, contentType), '\t', out)
}

function writeTable(text: string, delimiter: string, out: DocumentWriter): void {
  const table = new RowWriter(out)
  out.open('table')
  if (unclosedQuote(text, delimiter)) {
    // A quote that nobody closes would swallow all that follows: it is a character like others.
    out.say('A quote is never closed: quotes were read as text')
    const start = text.startsWith('\uFEFF') ? 1 : 0
    for (const line of text.slice(start).split(/\r\n?|\n/)) table.add(line.split(delimiter))
  } else readCsv(text, delimiter, (fields) => table.add(fields))
  out.close('table')
  table.end()
}

/** Rows from which on the size of a table is told. */
const LONG_MIN_ROWS = 100

/** Writes rows as long as there is room, and counts them all. */
class RowWriter {
  readonly #out: DocumentWriter
  #written = 0
  #rows = 0
  #columns = 0
  #cells = 0
  #full: DocumentFull | undefined

  constructor(out: DocumentWriter) {
    this.#out = out
  }

  add(fields: readonly string[]): void {
    if (!fields.some((field) => field.trim() !== '')) return
    this.#rows += 1
    if (this.#full) return
    this.#columns = Math.max(this.#columns, fields.length)
    this.#cells += fields.length
    if (isTooSparse(this.#rows, this.#columns, this.#cells)) this.#full = new DocumentFull()
    else this.#write(fields)
  }

  end(): void {
    const [rows, written] = [this.#rows, this.#written].map((count) => count.toLocaleString('en'))
    if (this.#full) {
      this.#out.say(`The first ${written} of ${rows} rows were read`)
      throw this.#full
    }
    if (this.#rows >= LONG_MIN_ROWS)
      this.#out.say(`${rows} rows and ${this.#columns.toLocaleString('en')} columns`)
  }

  #write(fields: readonly string[]): void {
    const out = this.#out
    const name = this.#rows === 1 ? 'th' : 'td'
    try {
      out.open('tr')
      for (const field of fields) {
        out.open(name)
        out.lines(field)
        out.close(name)
      }
      out.close('tr')
      this.#written += 1
    } catch (thrown) {
      if (!(thrown instanceof DocumentFull)) throw thrown
      this.#full = thrown
    }
  }
}
