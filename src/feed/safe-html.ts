import { escapeHtml, escapeHtmlText } from '../lib/escape-html.ts'
import { cleanText } from '../lib/text.ts'
import type { Attributes } from '../markup/html/attributes.ts'
import { type HtmlListener, readHtml } from '../markup/html/read-html.ts'
import { HiddenParts, HIDING } from '../markup/html/visible-text.ts'
import { VOID_ELEMENTS } from '../markup/html/void-elements.ts'
import { absoluteAddress, resolveInnerBase } from './address.ts'

/** Elements of prose, tables, pictures and sound. Everything else loses its tags but keeps its text. */
const ELEMENTS = new Set(
  (
    'a abbr acronym address article aside audio b bdi bdo big blockquote br caption center cite code col colgroup ' +
    'data dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li ' +
    'main mark nav ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary sup ' +
    'table tbody td tfoot th thead time tr tt u ul var video wbr'
  ).split(' '),
)

const ATTRIBUTES = new Set(
  'abbr align alt cite colspan controls datetime dir height href lang media open poster reversed rowspan scope span src start title type value width'.split(
    ' ',
  ),
)
const ADDRESSES = new Set(['cite', 'href', 'poster', 'src'])

/** Elements inside each other that are written; deeper ones lose their tags. */
const DEPTH_MAX = 256

/**
 * Rewrites a fragment as HTML that can be shown: elements and attributes of an allow-list only, addresses
 * absolute and never code, everything closed. It is safe by its form: every `<` of the output begins a tag
 * written here, and no element is among them that changes how a browser reads on.
 */
export function writeSafeHtml(html: string, base: string | undefined): string {
  const writer = new SafeWriter(base)
  readHtml(html, writer, {
    wantsAttribute: (name, bits) =>
      ATTRIBUTES.has(name) || (bits & HIDING) !== 0 || name === 'xml:base',
  })
  return writer.end()
}

class SafeWriter implements HtmlListener {
  #html = ''
  readonly #hidden = new HiddenParts(['audio', 'video', 'col', 'source'])
  /** Each open element: whether its tags are written, and what addresses were relative to before it. */
  readonly #open: { isWritten: boolean; outer: string | undefined }[] = []
  #written = 0
  #base: string | undefined

  constructor(base: string | undefined) {
    this.#base = base
  }

  open(name: string, attributes: Attributes): void {
    if (this.#hidden.open(name, attributes)) return
    const isWritten = ELEMENTS.has(name) && this.#written < DEPTH_MAX
    this.#open.push({ isWritten, outer: this.#base })
    if (!isWritten) return
    this.#written += 1
    this.#html += `<${name}${this.#write(attributes)}>`
  }

  text(text: string): void {
    if (!this.#hidden.isOpen) this.#html += escapeHtmlText(text)
  }

  close(name: string): void {
    if (this.#hidden.close()) return
    const { isWritten, outer } = this.#open.pop()!
    this.#base = outer
    if (!isWritten) return
    this.#written -= 1
    if (!VOID_ELEMENTS.has(name)) this.#html += `</${name}>`
  }

  end(): string {
    return cleanText(this.#html).trim()
  }

  #write(attributes: Attributes): string {
    let written = ''
    const xmlBase = attributes['xml:base']
    if (xmlBase !== undefined && this.#base !== undefined) {
      this.#base = resolveInnerBase(xmlBase, this.#base)
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (!ATTRIBUTES.has(name)) continue
      const kept = ADDRESSES.has(name) ? absoluteAddress(value, this.#base) : value
      if (kept !== '' || name === 'alt') written += ` ${name}="${escapeHtml(kept)}"`
    }
    return written
  }
}
