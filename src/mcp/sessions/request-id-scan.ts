/** Text of one member of a request that is kept: an id and its name fit into it. */
const MEMBER_MAX_BYTES = 256

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/** Finds the id of a JSON-RPC request that is not parsed, wherever it stands, in bounded memory. */
export class RequestIdScan {
  #id: string | undefined
  #depth = 0
  #isInString = false
  #isEscaped = false
  #member: number[] = []

  /** The id as it was written, since numbers may be larger than ours hold; undefined when none was seen. */
  get id(): string | undefined {
    return this.#id
  }

  /** Reads on. */
  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && this.#id === undefined; at += 1) {
      if (this.#isSkippable) at = nextOf(bytes, at)
      const byte = bytes[at]
      if (byte !== undefined) this.#read(byte)
    }
  }

  /** Whether nothing counts but how the string ends. */
  get #isSkippable(): boolean {
    return this.#isInString && !this.#isEscaped && (this.#depth !== 1 || this.#isFull)
  }

  get #isFull(): boolean {
    return this.#member.length >= MEMBER_MAX_BYTES
  }

  #read(byte: number): void {
    if (this.#isInString) {
      this.#keep(byte)
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = true
      else if (byte === QUOTE) this.#isInString = false
    } else if (byte === QUOTE) {
      this.#keep(byte)
      this.#isInString = true
    } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      this.#depth += 1
    } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
      this.#endMember()
      this.#depth -= 1
    } else if (byte === COMMA) {
      this.#endMember()
    } else {
      this.#keep(byte)
    }
  }

  #keep(byte: number): void {
    if (this.#depth === 1 && !this.#isFull) this.#member.push(byte)
  }

  #endMember(): void {
    if (this.#depth !== 1) return
    const value = /^\s*"id"\s*:(.+)$/s.exec(Buffer.from(this.#member).toString('utf8'))?.[1]
    this.#member = []
    if (value !== undefined && isId(value)) this.#id ??= value.trim()
  }
}

/** Position of the next byte that may end a string; the length where none does. */
function nextOf(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== QUOTE && bytes[at] !== BACKSLASH) at += 1
  return at
}

function isId(text: string): boolean {
  try {
    const id: unknown = JSON.parse(text)
    return typeof id === 'string' || typeof id === 'number'
  } catch {
    return false
  }
}
