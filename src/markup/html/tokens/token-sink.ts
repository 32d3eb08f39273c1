import type { Attributes } from './attributes.ts'

/** What `tokenize` reports of a document, in order. */
export interface TokenSink {
  /** Longest value of an attribute that is read; longer ones are left out. */
  readonly attributeMaxChars?: number | undefined
  /** Whether nothing more is to be read. */
  readonly isOver?: boolean
  /** Whether the attributes of a tag that is about to start will be looked at; reading them takes time. */
  wantsAttributes(name: string): boolean
  /** The same of all attributes of a name, of which `bits` say what is known, see `Has`. */
  wantsAttribute(name: string, bits: number): boolean
  /** Inside of a drawing or a formula, where other rules hold. */
  isInForeignContext(): boolean
  /** Text, character references decoded. */
  text(text: string): void
  /** Names in lower case, values decoded, the first of each name; `bits` of all these attributes together. */
  start(name: string, attributes: Attributes, isSelfClosing: boolean, bits: number): void
  end(name: string): void
}

/** Tells two readers of a page of its tokens, so that it is taken apart once. The first one knows what is foreign. */
export class BothSinks implements TokenSink {
  readonly #first: TokenSink
  readonly #second: TokenSink

  constructor(first: TokenSink, second: TokenSink) {
    this.#first = first
    this.#second = second
  }

  isInForeignContext(): boolean {
    return this.#first.isInForeignContext()
  }

  wantsAttributes(name: string): boolean {
    return this.#first.wantsAttributes(name) || this.#second.wantsAttributes(name)
  }

  wantsAttribute(name: string, bits: number): boolean {
    return this.#first.wantsAttribute(name, bits) || this.#second.wantsAttribute(name, bits)
  }

  text(text: string): void {
    this.#first.text(text)
    this.#second.text(text)
  }

  start(name: string, attributes: Attributes, isSelfClosing: boolean, bits: number): void {
    this.#first.start(name, attributes, isSelfClosing, bits)
    this.#second.start(name, attributes, isSelfClosing, bits)
  }

  end(name: string): void {
    this.#first.end(name)
    this.#second.end(name)
  }
}

const REPLACEMENT = '\ufffd'

/** Hands tokens on, U+0000 in the names of tags and in attributes replaced (HTML standard, 13.2.5). */
export class NulSink implements TokenSink {
  readonly #next: TokenSink

  constructor(next: TokenSink) {
    this.#next = next
  }

  get attributeMaxChars(): number | undefined {
    return this.#next.attributeMaxChars
  }

  get isOver(): boolean {
    return this.#next.isOver === true
  }

  wantsAttributes(name: string): boolean {
    return this.#next.wantsAttributes(name)
  }

  wantsAttribute(name: string, bits: number): boolean {
    return this.#next.wantsAttribute(name, bits)
  }

  isInForeignContext(): boolean {
    return this.#next.isInForeignContext()
  }

  text(text: string): void {
    this.#next.text(text)
  }

  start(name: string, attributes: Attributes, isSelfClosing: boolean, bits: number): void {
    const replaced: Record<string, string> = {}
    for (const [key, value] of Object.entries(attributes)) {
      replaced[withoutNul(key)] ??= withoutNul(value)
    }
    this.#next.start(withoutNul(name), replaced, isSelfClosing, bits)
  }

  end(name: string): void {
    this.#next.end(withoutNul(name))
  }
}

function withoutNul(text: string): string {
  return text.replaceAll('\0', REPLACEMENT)
}
