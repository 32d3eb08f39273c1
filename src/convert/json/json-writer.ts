import { FillBudget, uniqueNames } from '../table.ts'

/** How rows become JSON. */
export interface JsonRowOptions {
  /** Whether the first row names the fields; else each row is an array. */
  header: boolean
  /** Whether numbers, true, false, null and nothing are recognised; else every value is a string. */
  types: boolean
  /** Whether each row is a line of its own (JSON lines); else they are one array. */
  lines?: boolean | undefined
}

const CHUNK_ROWS = 500
/** The field of what is beyond the named ones. */
const EXTRA_NAME = '_extra'

/**
 * Writes rows as the text of a JSON array without holding them as objects: so names like `__proto__` are
 * names like others, and large tables take little memory. Short rows get empty values, long ones an
 * array in `_extra`.
 */
export class JsonRowWriter {
  readonly #options: JsonRowOptions
  readonly #value: (text: string) => string
  readonly #chunks: string[] = []
  readonly #budget = new FillBudget()
  #names: string[] = []
  /** `"name":` of each field; undefined before the header. */
  #keys: string[] | undefined
  #extraKey = ''
  #lines: string[] = []
  /** Objects that are filled again and again: the engine writes them faster than we could. */
  readonly #pool: Record<string, string>[] = []
  #isPooled = false
  #filled = 0

  constructor(options: JsonRowOptions) {
    this.#options = options
    this.#value = options.types ? typedValue : quoted
  }

  add(fields: readonly string[]): void {
    if (!this.#options.header) this.#addLine(`[${fields.map(this.#value).join(',')}]`)
    else if (!this.#keys) this.#begin(fields)
    else if (this.#isPooled && fields.length === this.#names.length) this.#addPooled(fields)
    else this.#addLine(this.#record(fields, this.#keys))
  }

  /** The whole array, or all lines; call it once. */
  end(): string {
    this.#flush()
    if (this.#options.lines) return this.#chunks.map((chunk) => `${chunk}\n`).join('')
    return `[${this.#chunks.join(',')}]`
  }

  #begin(header: readonly string[]): void {
    this.#names = uniqueNames([...header, EXTRA_NAME])
    const keys = this.#names.map((name) => `${quoted(name)}:`)
    this.#names.pop()
    this.#extraKey = keys.pop() ?? ''
    this.#keys = keys
    // Objects put numbers first, and `__proto__` is no field of theirs.
    const isPlain = this.#names.every((name) => name !== '__proto__' && !/^\d+$/.test(name))
    const { types, lines } = this.#options
    this.#isPooled = isPlain && !types && !lines && this.#names.length <= POOLED_MAX_NAMES
  }

  #addPooled(fields: readonly string[]): void {
    if (this.#lines.length > 0) this.#flush()
    const record = (this.#pool[this.#filled] ??= {})
    for (let index = 0; index < fields.length; index += 1) {
      record[this.#names[index] ?? ''] = fields[index] ?? ''
    }
    this.#filled += 1
    if (this.#filled === CHUNK_ROWS) this.#flush()
  }

  #record(fields: readonly string[], keys: readonly string[]): string {
    const value = this.#value
    const missing = Math.max(0, keys.length - fields.length)
    this.#budget.spend(missing)
    const pairs = keys.map((key, index) => key + value(fields[index] ?? ''))
    const extra = fields.slice(keys.length).map(value)
    if (extra.length > 0) pairs.push(`${this.#extraKey}[${extra.join(',')}]`)
    return `{${pairs.join(',')}}`
  }

  #addLine(line: string): void {
    if (this.#filled > 0) this.#flush()
    this.#lines.push(line)
    if (this.#lines.length === CHUNK_ROWS) this.#flush()
  }

  #flush(): void {
    if (this.#filled > 0) {
      const records = this.#filled === CHUNK_ROWS ? this.#pool : this.#pool.slice(0, this.#filled)
      this.#chunks.push(JSON.stringify(records).slice(1, -1))
      this.#filled = 0
    }
    if (this.#lines.length > 0)
      this.#chunks.push(this.#lines.join(this.#options.lines ? '\n' : ','))
    this.#lines = []
  }
}

/** Names beyond which objects become slow dictionaries. */
const POOLED_MAX_NAMES = 500

// oxlint-disable-next-line no-control-regex -- JSON escapes them.
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/

function quoted(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`
}

const NUMBER = /^-?(0|[1-9]\d*)(?:\.(\d+))?(?:[eE][+-]?\d{1,3})?$/
/** Digits that a double always holds; a longer number, such as one of an account, stays a string unless it is an integer that one holds. */
const NUMBER_MAX_DIGITS = 15

const BOOLEAN = /^(?:true|false|TRUE|FALSE|True|False)$/

function typedValue(text: string): string {
  if (text === '') return 'null'
  if (text === 'null') return text
  // Spreadsheets write them in capitals.
  if (BOOLEAN.test(text)) return text.toLowerCase()
  return isExactNumber(text) ? text : quoted(text)
}

/** Whether a text is a number of JSON that readers with doubles read as what it says. */
function isExactNumber(text: string): boolean {
  const [, whole = '', fraction = ''] = NUMBER.exec(text) ?? []
  if (whole === '') return false
  const value = Number(text)
  if (!Number.isFinite(value) || (value === 0 && /[1-9]/.test(whole + fraction))) return false
  const digits = (whole + fraction).replace(/^0+/, '').length
  return digits <= NUMBER_MAX_DIGITS || (fraction === '' && Number.isSafeInteger(value))
}
