import { JSON_MAX_DEPTH } from '../limits.ts'
import { type Holding, type Json, JsonNumber, JsonObject } from './json-values.ts'
import { FieldNames, NameTree } from './name-tree.ts'

/** Where a text stops being JSON (RFC 8259): at the first character that may not stand there, or at its end. */
export interface JsonFault {
  position: number
  isTooDeep: boolean
  /** Whether what stands there is a name that its object has already: one of the two values would be lost. */
  isRepeatedName?: true
}

const QUOTE = 34
const BACKSLASH = 92
const SPACE = 32
const COMMA = 44
const COLON = 58
const OPENING_BRACKET = 91
const CLOSING_BRACKET = 93
const OPENING_BRACE = 123
const CLOSING_BRACE = 125
const ZERO = 48
const NINE = 57
const POINT = 46
const LETTER_E = 101
const LETTER_U = 117
/** The bit that a small letter has and its capital lacks. */
const LOWER_CASE = 32
/** The first of the letters that `true`, `false` and `null` are made of. */
const LETTER_A = 97
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y
const FOUR_DIGITS = /[0-9a-fA-F]{4}/y
/** What stands behind a backslash alone. */
const ESCAPED: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt'))
const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** Ends the reading of a text. */
class Fault extends Error {
  readonly at: JsonFault

  constructor(at: JsonFault) {
    super('No JSON')
    this.at = at
  }
}

/** The result of reading a text, or the fault at which that ended. */
function attempt<T>(read: () => T): T | Fault {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof Fault) return thrown
    throw thrown
  }
}

/**
 * Reads a text as one JSON value (RFC 8259) of which nothing is lost: numbers keep their digits, names their order. Returns
 * undefined for what is no JSON, is nested deeper than `JSON_MAX_DEPTH`, or has a name twice in one object. Linear.
 */
export function parseJson(text: string, names = new NameTree()): Json | undefined {
  const value = attempt(() => new JsonParser(text, names).whole())
  return value instanceof Fault ? undefined : value
}

/** The first fault of a text that should be one JSON value. Builds no values, so that a large text costs time only. */
export function findFault(text: string, names = new NameTree()): JsonFault | undefined {
  const end = attempt(() => new JsonParser(text, names, { builds: false }).whole())
  return end instanceof Fault ? end.at : undefined
}

/**
 * Reads an array of objects of which the first holds others, and hands over each element as it is read: what is not kept costs
 * little. Returns false for any other text, also where elements were handed over before a fault.
 */
export function parseRecords(text: string, take: (record: Json) => void): boolean {
  return attempt(() => new JsonParser(text, new NameTree()).records(take)) === true
}

class JsonParser {
  readonly #text: string
  readonly #names: NameTree
  /** Whether arrays and objects are built; else only their form is read. */
  readonly #builds: boolean
  #at = 0
  #depth = 0

  constructor(text: string, names: NameTree, { builds = true } = {}) {
    this.#text = text
    this.#names = names
    this.#builds = builds
  }

  whole(): Json {
    const value = this.#value(this.#next())
    if (!Number.isNaN(this.#next())) throw this.#fault()
    return value
  }

  records(take: (record: Json) => void): boolean {
    if (this.#next() !== OPENING_BRACKET) return false
    this.#enter()
    if (this.#next() !== OPENING_BRACE) return false
    const first = this.#value(OPENING_BRACE)
    if (!(first instanceof JsonObject) || first.holds !== 'any') return false
    take(first)
    while (this.#hasMore(CLOSING_BRACKET)) take(this.#value(this.#next()))
    return Number.isNaN(this.#next())
  }

  /** The code of the next character that is not white space; NaN at the end. */
  #next(): number {
    let code = this.#text.charCodeAt(this.#at)
    while (code === SPACE || code === 10 || code === 13 || code === 9) {
      this.#at += 1
      code = this.#text.charCodeAt(this.#at)
    }
    return code
  }

  #value(code: number): Json {
    if (code === QUOTE) return this.#string()
    if (code === OPENING_BRACE) return this.#object()
    if (code === OPENING_BRACKET) return this.#array()
    if (code >= LETTER_A) return WORDS.get(this.#matched(WORD)) ?? null
    const digits = this.#digits(code) ?? this.#matched(NUMBER)
    return this.#builds ? new JsonNumber(digits) : null
  }

  #fault(position = this.#at): Fault {
    return new Fault({ position, isTooDeep: false })
  }

  #matched(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    if (!pattern.test(this.#text)) throw this.#fault()
    const source = this.#text.slice(this.#at, pattern.lastIndex)
    this.#at = pattern.lastIndex
    return source
  }

  /** The number that begins here where it is digits only, as most are. */
  #digits(first: number): string | undefined {
    // At the end of the text it is NaN.
    if (!(first > ZERO && first <= NINE)) return undefined
    const text = this.#text
    let at = this.#at + 1
    let code = text.charCodeAt(at)
    while (code >= ZERO && code <= NINE) {
      at += 1
      code = text.charCodeAt(at)
    }
    if (code === POINT || (code | LOWER_CASE) === LETTER_E) return undefined
    const source = text.slice(this.#at, at)
    this.#at = at
    return source
  }

  #array(): Json {
    this.#enter()
    const values: Json[] = []
    if (this.#next() === CLOSING_BRACKET) this.#leave()
    else {
      do {
        const value = this.#value(this.#next())
        if (this.#builds) values.push(value)
      } while (this.#hasMore(CLOSING_BRACKET))
    }
    return values
  }

  #object(): Json {
    this.#enter()
    const text = this.#text
    const values: Json[] = []
    let path = this.#names.root
    /** Names once they are not the likely ones. */
    let names: FieldNames | undefined
    let holds: Holding = 'strings'
    if (this.#next() === CLOSING_BRACE) this.#leave()
    else {
      do {
        if (this.#next() !== QUOTE) throw this.#fault()
        const likely = names ? names.likely : path.likely
        if (likely && text.startsWith(likely.written, this.#at)) {
          this.#at += likely.written.length
          if (names) names.takeLikely()
          else path = likely
        } else {
          names ??= new FieldNames(this.#names, path)
          this.#takeName(names)
        }
        if (this.#next() !== COLON) throw this.#fault()
        this.#at += 1
        const code = this.#next()
        const value = this.#value(code)
        if (this.#builds) values.push(value)
        if (code === OPENING_BRACE || code === OPENING_BRACKET) holds = 'any'
        else if (code !== QUOTE && holds === 'strings') holds = 'scalars'
      } while (this.#hasMore(CLOSING_BRACE))
    }
    const all = names ? names.end() : path.names
    return this.#builds ? new JsonObject(all, values, holds) : null
  }

  #takeName(names: FieldNames): void {
    const start = this.#at
    const name = this.#string(true)
    if (!names.take(this.#text.slice(start, this.#at), name)) {
      throw new Fault({ position: start, isTooDeep: false, isRepeatedName: true })
    }
  }

  #enter(): void {
    if (this.#depth === JSON_MAX_DEPTH) throw new Fault({ position: this.#at, isTooDeep: true })
    this.#depth += 1
    this.#at += 1
  }

  #leave(): void {
    this.#depth -= 1
    this.#at += 1
  }

  /** Passes a comma, or the end of what is open. */
  #hasMore(end: number): boolean {
    const code = this.#next()
    if (code === end) {
      this.#leave()
      return false
    }
    if (code !== COMMA) throw this.#fault()
    this.#at += 1
    return true
  }

  #string(isRead = this.#builds): string {
    const text = this.#text
    const start = this.#at
    const plain = endOfPlain(text, start + 1)
    let at = plain
    while (text.charCodeAt(at) === BACKSLASH) {
      const next = endOfEscape(text, at)
      if (next === undefined) break
      at = endOfPlain(text, next)
    }
    if (text.charCodeAt(at) !== QUOTE) throw this.#fault(at)
    this.#at = at + 1
    if (at === plain) return text.slice(start + 1, at)
    return isRead ? (JSON.parse(text.slice(start, at + 1)) as string) : ''
  }
}

/** The place behind the escape at a place; undefined where there is none. */
function endOfEscape(text: string, start: number): number | undefined {
  const code = text.charCodeAt(start + 1)
  if (ESCAPED.has(code)) return start + 2
  FOUR_DIGITS.lastIndex = start + 2
  return code === LETTER_U && FOUR_DIGITS.test(text) ? FOUR_DIGITS.lastIndex : undefined
}

/** The place of the next character in a string that does not stand for itself. */
function endOfPlain(text: string, start: number): number {
  let at = start
  for (;;) {
    const code = text.charCodeAt(at)
    if (!(code >= SPACE && code !== QUOTE && code !== BACKSLASH)) return at
    at += 1
  }
}
