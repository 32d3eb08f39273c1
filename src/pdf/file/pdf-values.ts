/** A name, without its slash. */
export class Name {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A reference to another object. */
export class Ref {
  readonly number: number

  constructor(number: number) {
    this.number = number
  }
}

/** An operator, or a word such as `true` or `endobj`. */
export class Word {
  readonly word: string

  constructor(word: string) {
    this.word = word
  }
}

export type Dictionary = Map<string, Value>
/** A value of a PDF (ISO 32000-1, 7.3); strings hold one byte a character. */
export type Value = number | string | Name | Ref | Word | Value[] | Dictionary

const DEPTH_MAX_COUNT = 50
const STRING_MAX_BYTES = 65_536
/** Kinds of bytes that end a value: white space, and the beginning of another kind of value. */
const [SPACE, DELIMITER] = [1, 2]
const KINDS = new Uint8Array(256)
for (const byte of [0, 9, 10, 12, 13, 32]) KINDS[byte] = SPACE
for (const char of '()<>[]{}/%') KINDS[char.charCodeAt(0)] = DELIMITER
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
const [OPEN, CLOSE, BACKSLASH, SLASH, PERCENT] = [0x28, 0x29, 0x5c, 0x2f, 0x25]
const [LESS, GREATER, OPEN_SQUARE] = [0x3c, 0x3e, 0x5b]

/** Reads the values of a PDF one after the other, from a place in its bytes. */
export class ValueReader {
  readonly #bytes: Buffer
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.at = at
  }

  /** The next value or word; undefined at the end of the bytes. */
  next(depth = 0): Value | undefined {
    this.#skipBlanks()
    const byte = this.#bytes[this.at]
    if (byte === undefined || depth > DEPTH_MAX_COUNT) return undefined
    this.at += 1
    if (byte === OPEN) return this.#literal()
    if (byte === SLASH)
      return new Name(
        this.#regular().replaceAll(/#([\dA-Fa-f]{2})/g, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        ),
      )
    if (byte === OPEN_SQUARE) return this.#list(depth)
    if (byte === LESS) {
      if (this.#bytes[this.at] !== LESS) return this.#hex()
      this.at += 1
      return this.#dictionary(depth)
    }
    if (byte === GREATER && this.#bytes[this.at] === GREATER) {
      this.at += 1
      return new Word('>>')
    }
    if (KINDS[byte] === DELIMITER) return new Word(String.fromCharCode(byte))
    this.at -= 1
    const text = this.#regular()
    const number = Number(text)
    return text !== '' && Number.isFinite(number) ? number : new Word(text)
  }

  #skipBlanks(): void {
    for (; ; this.at += 1) {
      const byte = this.#bytes[this.at]
      if (byte === PERCENT) {
        while (this.at < this.#bytes.length && !isLineEnd(this.#bytes[this.at])) this.at += 1
      } else if (byte === undefined || KINDS[byte] !== SPACE) return
    }
  }

  #regular(): string {
    const from = this.at
    for (; this.at < this.#bytes.length; this.at += 1) {
      if (KINDS[this.#bytes[this.at] as number] !== 0) break
    }
    return this.#latin(from, Math.min(this.at, from + STRING_MAX_BYTES))
  }

  #list(depth: number): Value[] {
    const values: Value[] = []
    for (;;) {
      const value = this.next(depth + 1)
      if (value === undefined || (value instanceof Word && value.word === ']')) return values
      put(values, value)
    }
  }

  #dictionary(depth: number): Dictionary {
    const values: Value[] = []
    for (;;) {
      const value = this.next(depth + 1)
      if (value === undefined || (value instanceof Word && value.word === '>>')) break
      put(values, value)
    }
    const entries = new Map<string, Value>()
    for (let at = 0; at + 1 < values.length; at += 2) {
      const key = values[at]
      if (key instanceof Name) entries.set(key.name, values[at + 1] as Value)
    }
    return entries
  }

  #literal(): string {
    let text = ''
    let depth = 1
    while (this.at < this.#bytes.length && text.length < STRING_MAX_BYTES) {
      const byte = this.#bytes[this.at] as number
      this.at += 1
      if (byte === BACKSLASH) text += this.#escaped()
      else {
        if (byte === OPEN) depth += 1
        if (byte === CLOSE) depth -= 1
        if (depth === 0) break
        text += String.fromCharCode(byte)
      }
    }
    return text
  }

  #escaped(): string {
    const digits = /^[0-7]{1,3}/.exec(this.#latin(this.at, this.at + 3))?.[0]
    if (digits !== undefined) {
      this.at += digits.length
      return String.fromCharCode(Number.parseInt(digits, 8) & 255)
    }
    const char = this.#latin(this.at, this.at + 1)
    this.at += 1
    if (char !== '\n' && char !== '\r') return ESCAPED[char] ?? char
    if (char === '\r' && this.#bytes[this.at] === 10) this.at += 1
    return ''
  }

  #latin(from: number, to: number): string {
    return this.#bytes.toString('latin1', from, to)
  }

  #hex(): string {
    const from = this.at
    while (this.at < this.#bytes.length && this.#bytes[this.at] !== GREATER) this.at += 1
    const digits = this.#latin(from, Math.min(this.at, from + STRING_MAX_BYTES))
    this.at += 1
    return Buffer.from(digits.replaceAll(/[^\dA-Fa-f]/g, ''), 'hex').toString('latin1')
  }
}

/** Adds a value; the R behind two numbers makes a reference of them. */
function put(values: Value[], value: Value): void {
  if (value instanceof Word && value.word === 'R' && values.length >= 2) {
    values.pop()
    values.push(new Ref(Number(values.pop())))
  } else values.push(value)
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === 10 || byte === 13
}
