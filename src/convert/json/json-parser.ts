import { JSON_MAX_DEPTH } from '../limits.ts'
import { type Holding, type Json, JsonNumber, JsonObject } from './json-values.ts'
import { FieldNames, NameTree } from './name-tree.ts'

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
/** The bit that a small letter has and its capital lacks. */
const LOWER_CASE = 32
/** The first of the letters that `true`, `false` and `null` are made of. */
const LETTER_A = 97
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y
const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** Why a text was not read; `findFault` tells where. */
class Fault extends Error {}

/**
 * Reads a text as one JSON value (RFC 8259) of which nothing is lost: numbers keep their digits, names their order. Returns
 * undefined for what is no JSON, is nested deeper than `JSON_MAX_DEPTH`, or has a name twice in one object. Linear.
 */
export function parseJson(text: string, names = new NameTree()): Json | undefined {
  try {
    return new JsonParser(text, names).whole()
  } catch (thrown) {
    if (thrown instanceof Fault) return undefined
    throw thrown
  }
}

/**
 * Reads an array of objects of which the first holds others, and hands over each element as it is read: what is not kept costs
 * little. Returns false for any other text, also where elements were handed over before a fault.
 */
export function parseRecords(text: string, take: (record: Json) => void): boolean {
  try {
    return new JsonParser(text, new NameTree()).records(take)
  } catch (thrown) {
    if (thrown instanceof Fault) return false
    throw thrown
  }
}

class JsonParser {
  readonly #text: string
  readonly #names: NameTree
  #at = 0
  #depth = 0

  constructor(text: string, names: NameTree) {
    this.#text = text
    this.#names = names
  }

  whole(): Json {
    const value = this.#value(this.#next())
    if (!Number.isNaN(this.#next())) throw new Fault()
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
    return code >= LETTER_A
      ? (WORDS.get(this.#matched(WORD)) ?? null)
      : new JsonNumber(this.#digits(code) ?? this.#matched(NUMBER))
  }

  #matched(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    if (!pattern.test(this.#text)) throw new Fault()
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
      do values.push(this.#value(this.#next()))
      while (this.#hasMore(CLOSING_BRACKET))
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
        if (this.#next() !== QUOTE) throw new Fault()
        const likely = names ? names.likely : path.likely
        if (likely && text.startsWith(likely.written, this.#at)) {
          this.#at += likely.written.length
          if (names) names.takeLikely()
          else path = likely
        } else {
          names ??= new FieldNames(this.#names, path)
          this.#takeName(names)
        }
        if (this.#next() !== COLON) throw new Fault()
        this.#at += 1
        const code = this.#next()
        if (code === QUOTE) values.push(this.#string())
        else {
          values.push(this.#value(code))
          if (code === OPENING_BRACE || code === OPENING_BRACKET) holds = 'any'
          else if (holds === 'strings') holds = 'scalars'
        }
      } while (this.#hasMore(CLOSING_BRACE))
    }
    return new JsonObject(names ? names.end() : path.names, values, holds)
  }

  #takeName(names: FieldNames): void {
    const start = this.#at
    const name = this.#string()
    if (!names.take(this.#text.slice(start, this.#at), name)) throw new Fault()
  }

  #enter(): void {
    if (this.#depth === JSON_MAX_DEPTH) throw new Fault()
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
    if (code !== COMMA) throw new Fault()
    this.#at += 1
    return true
  }

  #string(): string {
    const text = this.#text
    const start = this.#at + 1
    for (let at = start; ; at += 1) {
      const code = text.charCodeAt(at)
      if (code >= SPACE && code !== QUOTE && code !== BACKSLASH) continue
      if (code !== QUOTE) return this.#escapedString()
      this.#at = at + 1
      return text.slice(start, at)
    }
  }

  /** The string that begins here and holds an escape, or what may stand in none. */
  #escapedString(): string {
    const text = this.#text
    let end = text.indexOf('"', this.#at + 1)
    while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
    if (end === -1) throw new Fault()
    const written = text.slice(this.#at, end + 1)
    this.#at = end + 1
    try {
      return JSON.parse(written) as string
    } catch {
      throw new Fault()
    }
  }
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, place: number): boolean {
  let at = place - 1
  while (text.charCodeAt(at) === BACKSLASH) at -= 1
  return (place - at) % 2 === 0
}
