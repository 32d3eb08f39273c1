import { FieldNames } from './field-names.ts'
import { type Json, JsonNumber, JsonObject } from './json-values.ts'
import { JSON_MAX_DEPTH } from './limits.ts'
import { NameTree } from './name-tree.ts'

const QUOTE = 34
const BACKSLASH = 92
const SPACE = 32
const COMMA = 44
const COLON = 58
const OPENING_BRACKET = 91
const CLOSING_BRACKET = 93
const OPENING_BRACE = 123
const CLOSING_BRACE = 125
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
    const isWord = code >= LETTER_A
    const pattern = isWord ? WORD : NUMBER
    pattern.lastIndex = this.#at
    if (!pattern.test(this.#text)) throw new Fault()
    const source = this.#text.slice(this.#at, pattern.lastIndex)
    this.#at = pattern.lastIndex
    return isWord ? (WORDS.get(source) ?? null) : new JsonNumber(source)
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
    const names = new FieldNames(this.#names)
    const values: Json[] = []
    if (this.#next() === CLOSING_BRACE) this.#leave()
    else {
      do {
        this.#name(names)
        if (this.#next() !== COLON) throw new Fault()
        this.#at += 1
        values.push(this.#value(this.#next()))
      } while (this.#hasMore(CLOSING_BRACE))
    }
    return new JsonObject(names.end(), values)
  }

  #name(names: FieldNames): void {
    if (this.#next() !== QUOTE) throw new Fault()
    const { likely } = names
    if (likely !== undefined && this.#text.startsWith(likely, this.#at)) {
      this.#at += likely.length
      names.takeLikely()
      return
    }
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
