import type { Attributes } from './attributes.ts'
import type { TokenSink } from './token-sink.ts'

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
