import { escapeHtml, escapeHtmlText } from '../../lib/escape-html.ts'
import type { HtmlListener } from './read-html.ts'
import { VOID_ELEMENTS } from './tags.ts'
import type { Attributes } from './tokens/attributes.ts'
import { HiddenParts } from './visible-text.ts'

/** What a {@link SafeHtmlWriter} writes. */
export interface SafeHtmlRules {
  /** Elements whose tags are written; all others lose their tags but keep their text. */
  readonly elements: ReadonlySet<string>
  /** Elements inside each other that are written; deeper ones lose their tags. */
  readonly depthMax: number
  /** Whether an element of the list is written after all, by its attributes; default: always. */
  isWritten?(element: string, attributes: Attributes): boolean
  /** The value with which an attribute is written; undefined where it is left out. */
  attribute(value: string, name: string, element: string): string | undefined
}

/**
 * Writes the elements of a document again as HTML that can be shown: what an allow-list names and a reader would see, everything closed.
 * Safe by its form: every `<` of the output begins a tag written here. So an allow-list must not name elements that change how a
 * browser reads on, such as `script`, `style`, `svg` or `textarea`.
 */
export class SafeHtmlWriter implements HtmlListener {
  #html = ''
  readonly #rules: SafeHtmlRules
  readonly #hidden: HiddenParts
  /** For each open element, whether its tags are written. */
  readonly #open: boolean[] = []
  #depth = 0

  constructor(rules: SafeHtmlRules) {
    this.#rules = rules
    this.#hidden = new HiddenParts(rules.elements)
  }

  open(name: string, attributes: Attributes): void {
    if (this.#hidden.open(name, attributes)) return
    const rules = this.#rules
    const isWritten =
      rules.elements.has(name) &&
      this.#depth < rules.depthMax &&
      rules.isWritten?.(name, attributes) !== false
    this.#open.push(isWritten)
    if (!isWritten) return
    this.#depth += 1
    this.#html += `<${name}`
    for (const [attribute, found] of Object.entries(attributes)) {
      const value = rules.attribute(found, attribute, name)
      if (value !== undefined) this.#html += ` ${attribute}="${escapeHtml(value)}"`
    }
    this.#html += '>'
  }

  text(text: string): void {
    if (!this.#hidden.isOpen) this.#html += escapeHtmlText(text)
  }

  close(name: string): void {
    if (this.#hidden.close() || !this.#open.pop()) return
    this.#depth -= 1
    if (!VOID_ELEMENTS.has(name)) this.#html += `</${name}>`
  }

  end(): string {
    return this.#html
  }
}
