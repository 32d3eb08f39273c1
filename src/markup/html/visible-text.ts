import { visibility } from './hiding/hidden.ts'
import { type HtmlListener, readHtml } from './read-html.ts'
import { Trait, traitsOf } from './tags.ts'
import { Has } from './tokens/attribute-bits.ts'
import type { Attributes } from './tokens/attributes.ts'
import { ATTRIBUTE_MAX_CHARS } from './tokens/tokenize.ts'

/** What stands between words: blocks, and pictures and the like. */
const PARTS_WORDS = Trait.block | Trait.void

/** Bits of the attributes by which `visibility` judges. */
export const HIDING = Has.hidden | Has.style | Has.id

/** Left out where nothing runs scripts: what is in it says so. */
const LEFT_OUT = 'noscript'

/** Follows the elements of a document and knows which of them a reader does not see. */
export class HiddenParts {
  readonly #shown: ReadonlySet<string>
  /** Open elements from the one on that began the part. */
  #depth = 0

  /** `shown` are elements that are seen although others of their kind are not. */
  constructor(shown: ReadonlySet<string> = new Set()) {
    this.#shown = shown
  }

  get isOpen(): boolean {
    return this.#depth > 0
  }

  /** Takes the start of an element; true when it is in a hidden part or begins one. */
  open(name: string, attributes: Attributes): boolean {
    if (this.#depth === 0) {
      const isDropped = (traitsOf(name) & Trait.dropped) !== 0 || name === LEFT_OUT
      const isSeen = !isDropped || this.#shown.has(name)
      if (isSeen && visibility(attributes) !== 'hidden') return false
    }
    this.#depth += 1
    return true
  }

  /** Takes the end of an element; true when it is in a hidden part or ends one. */
  close(): boolean {
    if (this.#depth === 0) return false
    this.#depth -= 1
    return true
  }
}

class TextReader implements HtmlListener {
  value = ''
  readonly #hidden = new HiddenParts()

  open(name: string, attributes: Attributes): void {
    if (!this.#hidden.isOpen) this.#part(name)
    this.#hidden.open(name, attributes)
  }

  text(text: string): void {
    if (!this.#hidden.isOpen) this.value += text
  }

  close(name: string): void {
    this.#hidden.close()
    if (!this.#hidden.isOpen) this.#part(name)
  }

  #part(name: string): void {
    if ((traitsOf(name) & PARTS_WORDS) !== 0 && name !== 'wbr') this.value += ' '
  }
}

/** The text that a reader sees of HTML, as it stands there, blocks parted by spaces; not much more than `maxChars` of it is read. */
export function visibleText(html: string, maxChars = Infinity): string {
  const reader = new TextReader()
  readHtml(html, reader, {
    wantsAttribute: (_, bits) => (bits & HIDING) !== 0,
    attributeMaxChars: ATTRIBUTE_MAX_CHARS,
    isEnough: () => reader.value.length > maxChars,
  })
  return reader.value
}
