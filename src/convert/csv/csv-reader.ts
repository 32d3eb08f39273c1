import { badData } from '../failures.ts'

/** Delimiters that are looked for, the likelier first. */
const DELIMITERS = [',', ';', '\t', '|'] as const
const SNIFFED_CHARS = 65_536
const SNIFFED_MAX_RECORDS = 200

/**
 * Reads CSV in one pass (RFC 4180, and what else is found in the wild): quoted fields may hold anything, text after a closing
 * quote is kept, a quote inside an unquoted field is text; lines end with CRLF, LF or, where there is no LF, CR. A blank line is
 * a record only in a table of one column. Returns how many fields have quotes where RFC 4180 has none. Throws `invalid_input` for
 * a quote that is never closed.
 */
export function readCsv(
  text: string,
  delimiter: string,
  onRecord: (fields: string[]) => void,
): number {
  return new CsvReader(text, delimiter, onRecord).read()
}

/** The refusal of a text in which a quoted field is never closed, as `readCsv` would find it; undefined for any other. */
export function unclosedQuote(text: string, delimiter: string): Error | undefined {
  const newline = newlineOf(text)
  const start = text.startsWith('\uFEFF') ? 1 : 0
  for (let quote = text.indexOf('"', start); quote !== -1; quote = text.indexOf('"', quote)) {
    const before = text[quote - 1]
    const isOpening = quote === start || before === delimiter || before === newline
    if (isOpening) {
      const close = closingQuote(text, quote)
      if (close === -1) return neverClosed(text, quote)
      quote = close
    }
    quote += 1
  }
  return undefined
}

/** Where the quoted field that begins at `open` ends; -1 where it does not. */
function closingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1)
  while (close !== -1 && text.charCodeAt(close + 1) === 34) close = text.indexOf('"', close + 2)
  return close
}

function newlineOf(text: string): '\n' | '\r' {
  return text.includes('\n') ? '\n' : '\r'
}

function neverClosed(text: string, quote: number): Error {
  return badData(
    'A quoted field of the CSV is never closed.',
    'Close the quote, or write a quote inside a quoted field twice.',
    { line: lineAt(text, quote) },
  )
}

/** The number of the line that holds a place. */
function lineAt(text: string, place: number): number {
  const newline = newlineOf(text)
  let line = 1
  for (
    let at = text.indexOf(newline);
    at !== -1 && at < place;
    at = text.indexOf(newline, at + 1)
  ) {
    line += 1
  }
  return line
}

class CsvReader {
  readonly #text: string
  readonly #delimiter: string
  readonly #onRecord: (fields: string[]) => void
  readonly #newline: '\n' | '\r'
  /** Indices of the next delimiter, line end and quote, or the length: each is searched only once. */
  #delimiterAt = -1
  #lineEnd = -1
  #quoteAt = -1
  /** Fields of the first record; undefined before it. */
  #width: number | undefined
  #blankLines = 0
  #strays = 0

  constructor(text: string, delimiter: string, onRecord: (fields: string[]) => void) {
    this.#text = text
    this.#delimiter = delimiter
    this.#onRecord = onRecord
    this.#newline = newlineOf(text)
  }

  /** Quotes so far that stand where none should. */
  get strays(): number {
    return this.#strays
  }

  read(): number {
    const text = this.#text
    let at = text.startsWith('\uFEFF') ? 1 : 0
    while (at < text.length) {
      if (this.#lineEnd < at) this.#lineEnd = this.#find(this.#newline, at)
      if (this.#quoteAt < at) this.#quoteAt = this.#find('"', at)
      if (this.#quoteAt >= this.#lineEnd) {
        const line = text.slice(at, this.#stop(at, this.#lineEnd))
        if (line === '') this.#blankLine()
        else this.#record(line.split(this.#delimiter))
        at = this.#lineEnd + 1
      } else at = this.#quotedRecord(at)
    }
    if (this.#width === undefined) this.#giveBlankLines()
    return this.#strays
  }

  /** Reads a record that holds a quote; returns where the next one begins. */
  #quotedRecord(start: number): number {
    const text = this.#text
    const fields: string[] = []
    let at = start
    for (;;) {
      let value = ''
      const fieldStart = at
      const isQuoted = text.charCodeAt(at) === 34
      if (isQuoted) {
        at += 1
        for (;;) {
          const close = text.indexOf('"', at)
          if (close === -1) throw neverClosed(text, fieldStart)
          const isPair = text.charCodeAt(close + 1) === 34
          value += text.slice(at, isPair ? close + 1 : close)
          at = close + (isPair ? 2 : 1)
          if (!isPair) break
        }
      }
      if (this.#delimiterAt < at) this.#delimiterAt = this.#find(this.#delimiter, at)
      if (this.#lineEnd < at) this.#lineEnd = this.#find(this.#newline, at)
      const isLast = this.#delimiterAt >= this.#lineEnd
      const rest = text.slice(at, isLast ? this.#stop(at, this.#lineEnd) : this.#delimiterAt)
      if (isQuoted ? rest !== '' : rest.includes('"')) this.#strays += 1
      fields.push(value + rest)
      at = this.#delimiterAt + 1
      if (isLast) {
        this.#record(fields)
        return this.#lineEnd + 1
      }
    }
  }

  /** The end of a line without the CR of a CRLF. */
  #stop(from: number, lineEnd: number): number {
    const isCrLf =
      this.#newline === '\n' && lineEnd > from && this.#text.charCodeAt(lineEnd - 1) === 13
    return isCrLf ? lineEnd - 1 : lineEnd
  }

  #record(fields: string[]): void {
    if (this.#width === undefined) {
      this.#width = fields.length
      if (this.#width === 1) this.#giveBlankLines()
    }
    this.#onRecord(fields)
  }

  #blankLine(): void {
    if (this.#width === 1) this.#onRecord([''])
    else if (this.#width === undefined) this.#blankLines += 1
  }

  #giveBlankLines(): void {
    for (; this.#blankLines > 0; this.#blankLines -= 1) this.#onRecord([''])
  }

  #find(what: string, from: number): number {
    const at = this.#text.indexOf(what, from)
    return at === -1 ? this.#text.length : at
  }
}

/** Finds the delimiter that cuts the beginning of a text into rows of one width, more than 1; else a comma. */
export function sniffDelimiter(text: string): string {
  const end = text.length > SNIFFED_CHARS ? text.lastIndexOf('\n', SNIFFED_CHARS) : text.length
  const sample = end > 0 ? text.slice(0, end) : text.slice(0, SNIFFED_CHARS)
  let best = { delimiter: ',', score: 0, width: 1 }
  for (const delimiter of DELIMITERS) {
    const { widths, strays } = survey(sample, delimiter, sample.length === text.length)
    const width = widths[0] ?? 1
    if (width < 2) continue
    const share = widths.filter((other) => other === width).length / widths.length
    // Quotes in the middle of a field show that it is cut at the wrong places.
    const score = strays > 0 ? share / 1_000 : share
    if (score > best.score || (score === best.score && width > best.width)) {
      best = { delimiter, score, width }
    }
  }
  return best.delimiter
}

function survey(
  sample: string,
  delimiter: string,
  isWhole: boolean,
): { widths: number[]; strays: number } {
  const widths: number[] = []
  const reader = new CsvReader(sample, delimiter, (fields) => {
    if (widths.length < SNIFFED_MAX_RECORDS) widths.push(fields.length)
  })
  try {
    return { widths, strays: reader.read() }
  } catch {
    // A sample may end inside a quoted field, a whole text may not; the records before it say enough.
    return { widths, strays: reader.strays + (isWhole ? 1 : 0) }
  }
}
