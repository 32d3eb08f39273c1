import { FormulaParts } from './formula-parts.ts'
import { visibility } from './hiding/hidden.ts'
import { isScript, type Script, scriptText } from './raised-text.ts'
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
  readonly #visible: ReadonlySet<string>
  /** Open elements from the one on that began the part. */
  #depth = 0

  /** `visible` are elements that are seen although others of their kind are not. */
  constructor(visible: ReadonlySet<string> = new Set()) {
    this.#visible = visible
  }

  get isOpen(): boolean {
    return this.#depth > 0
  }

  /** Takes the start of an element; true when it is in a hidden part or begins one. */
  open(name: string, attributes: Attributes): boolean {
    if (this.#depth === 0) {
      const isDropped = (traitsOf(name) & Trait.dropped) !== 0 || name === LEFT_OUT
      const isSeen = !isDropped || this.#visible.has(name)
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
  /** Where the text of each open raised or lowered part begins. */
  readonly #scripts: number[] = []

  open(name: string, attributes: Attributes): void {
    if (!this.#hidden.isOpen) this.#part(name)
    if (this.#hidden.open(name, attributes)) return
    if (isScript(name)) this.#scripts.push(this.value.length)
  }

  text(text: string): void {
    if (!this.#hidden.isOpen) this.value += text
  }

  close(name: string): void {
    const isHidden = this.#hidden.close()
    if (!isHidden && isScript(name)) this.#endScript(name)
    if (!this.#hidden.isOpen) this.#part(name)
  }

  /** Writes a part in characters; one in another is part of that. */
  #endScript(script: Script): void {
    const start = this.#scripts.pop() ?? 0
    if (this.#scripts.length > 0) return
    const text = this.value.slice(start)
    const inner = text.trim()
    this.value = this.value.slice(0, start) + text.replace(inner, () => scriptText(script, inner))
  }

  #part(name: string): void {
    if ((traitsOf(name) & PARTS_WORDS) !== 0 && name !== 'wbr') this.value += ' '
  }
}

/** The text that a reader sees of HTML, as it stands there, blocks parted by spaces; not much more than `maxChars` of it is read. */
export function visibleText(html: string, maxChars = Infinity): string {
  const reader = new TextReader()
  readHtml(html, new FormulaParts(reader), {
    wantsAttribute: (_, bits) => (bits & HIDING) !== 0,
    attributeMaxChars: ATTRIBUTE_MAX_CHARS,
    isEnough: () => reader.value.length > maxChars,
  })
  return reader.value
}
