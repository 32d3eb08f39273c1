import { badData } from '../failures.ts'
import { JSON_MAX_DEPTH } from '../limits.ts'
import { FieldNames, NameTree } from './name-tree.ts'

/** Where a text stops being JSON (RFC 8259): at the first character that may not stand there, or at its end. */
export interface JsonFault {
  position: number
  isTooDeep: boolean
  /** Whether what stands there is a name that its object has already: one of the two values would be lost. */
  isRepeatedName?: true
}

/**
 * Throws `invalid_input` unless a text is JSON, or JSON lines, that can become a table. Builds nothing of what it reads,
 * so that a large text costs time only, and little of it.
 */
export function requireJson(data: string, lines?: boolean): void {
  const text = withoutMark(data)
  const fault = faultOf(text, lines)
  if (fault) throw refusalOf(fault)
  const isScalar = lines !== true && !/^[ \t\n\r]*[[{]/.test(text)
  if (isScalar && !findFault(text)) throw singleValue()
}

/** Throws `invalid_input` unless a text is JSON, or JSON lines. */
export function requireJsonText(data: string): void {
  const fault = faultOf(withoutMark(data))
  if (fault) throw refusalOf(fault)
}

/**
 * The first fault of a text. With `lines` each line is a value, without it the text is one; undefined: lines, where the
 * text is not one value.
 */
export function faultOf(text: string, lines?: boolean): JsonFault | undefined {
  if (lines === true) return faultInLines(text, 1)?.fault
  const fault = findFault(text)
  if (!fault || lines === false) return fault
  const inLines = faultInLines(text, 2)
  // Of a text that begins as lines do, the faulty line is told.
  return inLines && inLines.line > 1 ? inLines.fault : inLines && fault
}

/** The first fault of a text that should be one JSON value. */
export function findFault(text: string): JsonFault | undefined {
  return new JsonScanner(text, new NameTree()).fault()
}

/** The first fault of JSON lines, and which of those that are not blank has it; fewer than `leastLines` are none. */
function faultInLines(
  text: string,
  leastLines: number,
): { fault: JsonFault; line: number } | undefined {
  const names = new NameTree()
  let line = 0
  for (let start = 0, end: number; start < text.length; start = end + 1) {
    const newline = text.indexOf('\n', start)
    end = newline === -1 ? text.length : newline
    const written = text.slice(start, end)
    if (written.trim() === '') continue
    line += 1
    const fault = new JsonScanner(written, names).fault()
    if (fault) return { fault: { ...fault, position: start + fault.position }, line }
  }
  return line < leastLines ? { fault: { position: 0, isTooDeep: false }, line: 0 } : undefined
}

/** A text without the byte order mark that it may begin with. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

/** The refusal of JSON that holds no rows. */
export function singleValue(): Error {
  return badData('The JSON is a single value.', 'Send an array of objects, or an object.')
}

/** The refusal of JSON whose values no cell can hold. */
function tooDeep(): Error {
  return badData('The JSON is nested too deeply.', 'Send less deeply nested values.')
}

/** The refusal of a text for its first fault. */
export function refusalOf({ position, isTooDeep, isRepeatedName }: JsonFault): Error {
  if (isTooDeep) return tooDeep()
  if (isRepeatedName) {
    const message = 'The JSON has a name twice in one object.'
    return badData(message, 'Give each name of an object once.', { position })
  }
  const hint = 'Send a JSON array of objects, or one JSON object a line.'
  return badData('data is not valid JSON.', hint, { position })
}

const QUOTE = 34
const BACKSLASH = 92
const SPACE = 32
const ESCAPED: ReadonlySet<string> = new Set('"\\/bfnrt')
const UNICODE_ESCAPE = /\\u[0-9a-fA-F]{4}/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Reads JSON once from left to right, without recursion. */
class JsonScanner {
  readonly #text: string
  readonly #names: NameTree
  #at = 0

  constructor(text: string, names: NameTree) {
    this.#text = text
    this.#names = names
  }

  fault(): JsonFault | undefined {
    /** The names of each open object, the innermost last; undefined for an array. */
    const open: (FieldNames | undefined)[] = []
    let expected: 'name' | 'value' | 'more' = 'value'
    let isEmpty = false
    for (;;) {
      this.#passBlanks()
      const char = this.#text[this.#at]
      const closing = open.at(-1) ? '}' : ']'
      if (expected === 'more' && open.length === 0)
        return char === undefined ? undefined : this.#here()
      if (char === closing && (expected === 'more' || isEmpty)) {
        open.pop()?.end()
        this.#at += 1
        expected = 'more'
      } else if (expected === 'more') {
        if (char !== ',') return this.#here()
        this.#at += 1
        expected = open.at(-1) ? 'name' : 'value'
      } else if (expected === 'name') {
        const names = open.at(-1)
        const start = this.#at
        if (char !== '"' || !names || !this.#passString()) return this.#here()
        const written = this.#text.slice(start, this.#at)
        if (names.likely?.written === written) names.takeLikely()
        else if (!names.take(written, nameOf(written))) {
          return { position: start, isTooDeep: false, isRepeatedName: true }
        }
        this.#passBlanks()
        if (this.#text[this.#at] !== ':') return this.#here()
        this.#at += 1
        expected = 'value'
      } else if (char === '{' || char === '[') {
        if (open.length === JSON_MAX_DEPTH) return this.#here(true)
        open.push(char === '{' ? new FieldNames(this.#names) : undefined)
        this.#at += 1
        expected = char === '{' ? 'name' : 'value'
        isEmpty = true
        continue
      } else {
        if (char === '"' ? !this.#passString() : !this.#passScalar()) return this.#here()
        expected = 'more'
      }
      isEmpty = false
    }
  }

  #here(isTooDeep = false): JsonFault {
    return { position: this.#at, isTooDeep }
  }

  #passBlanks(): void {
    let code = this.#text.charCodeAt(this.#at)
    while (code === SPACE || code === 10 || code === 13 || code === 9) {
      this.#at += 1
      code = this.#text.charCodeAt(this.#at)
    }
  }

  /** Goes behind the string that begins here; else stands at what may not be in one. */
  #passString(): boolean {
    const text = this.#text
    for (let at = this.#at + 1; ; at += 1) {
      const code = text.charCodeAt(at)
      if (code >= SPACE && code !== QUOTE && code !== BACKSLASH) continue
      this.#at = at
      if (code === QUOTE) {
        this.#at += 1
        return true
      }
      if (code !== BACKSLASH || !this.#passEscape()) return false
      at = this.#at
    }
  }

  /** Goes to the last character of the escape that begins here. */
  #passEscape(): boolean {
    if (ESCAPED.has(this.#text[this.#at + 1] ?? '')) {
      this.#at += 1
      return true
    }
    UNICODE_ESCAPE.lastIndex = this.#at
    if (!UNICODE_ESCAPE.test(this.#text)) return false
    this.#at = UNICODE_ESCAPE.lastIndex - 1
    return true
  }

  #passScalar(): boolean {
    SCALAR.lastIndex = this.#at
    if (!SCALAR.test(this.#text)) return false
    this.#at = SCALAR.lastIndex
    return true
  }
}

/** The name that is written so, with its quotes. */
function nameOf(written: string): string {
  return written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1)
}
