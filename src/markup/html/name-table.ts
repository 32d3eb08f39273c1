const SLOTS = 4096

/** A name in lower case, and what is known of it, as bits. */
export interface Name {
  readonly text: string
  readonly bits: number
}

/**
 * Names of tags or attributes, each made once, together with what is known of it: a document repeats few of them
 * thousands of times. Of fixed size, so that no document can make it grow.
 */
export class NameTable {
  readonly #bitsOf: (name: string) => number
  readonly #names: Name[]

  constructor(bitsOf: (name: string) => number) {
    this.#bitsOf = bitsOf
    const empty = { text: '', bits: bitsOf('') }
    this.#names = Array.from({ length: SLOTS }, () => empty)
  }

  /** The name from `start` to `end`. */
  read(source: string, start: number, end: number): Name {
    let hash = end - start
    for (let at = start; at < end; at += 1) {
      hash = (Math.imul(hash, 31) + source.charCodeAt(at)) & (SLOTS - 1)
    }
    const known = this.#names[hash]!
    const { text } = known
    if (text.length === end - start && source.startsWith(text, start)) return known
    const name = source.slice(start, end).toLowerCase()
    return (this.#names[hash] = { text: name, bits: this.#bitsOf(name) })
  }
}
