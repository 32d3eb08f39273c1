import type { Attributes } from './attributes.ts'
import type { TokenSink } from './token-sink.ts'

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
