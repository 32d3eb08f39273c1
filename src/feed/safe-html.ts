import { escapeHtml } from '../lib/escape-html.ts'
import { cleanText } from '../lib/text.ts'
import { VOID_ELEMENTS } from '../markup/html/void-elements.ts'
import { decodeReferences } from '../markup/xml/references.ts'
import { type MarkupHandler, readAttributes, scanMarkup } from '../markup/xml/scan.ts'
import { absoluteAddress, resolveInnerBase } from './address.ts'
import { HiddenParts } from './hidden-parts.ts'
import { RAW_ELEMENTS } from './html-text.ts'

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

/** Open elements kept track of; deeper ones lose their tags. */
const OPEN_MAX_COUNT = 256

/**
 * Rewrites a fragment as HTML that can be shown: elements and attributes of an allow-list only, addresses
 * absolute and never code, everything closed. It is safe by its form: every `<` of the output begins a tag
 * written here, and no element is among them that changes how a browser reads on.
 */
export function writeSafeHtml(html: string, base: string | undefined): string {
  const writer = new SafeWriter(base)
  scanMarkup(html, writer, { rawElements: RAW_ELEMENTS })
  return writer.end()
}

class SafeWriter implements MarkupHandler {
  #html = ''
  readonly #hidden = new HiddenParts(['audio', 'video'])
  readonly #open: { name: string; base: string | undefined }[] = []
  /** How many of each are open, so that a stray end tag costs no search. */
  readonly #counts = new Map<string, number>()
  #base: string | undefined

  constructor(base: string | undefined) {
    this.#base = base
  }

  open(written: string, raw: string, isEmpty: boolean): void {
    const name = written.toLowerCase()
    if (this.#hidden.open(name, raw, isEmpty) || !ELEMENTS.has(name)) return
    const isVoid = VOID_ELEMENTS.has(name)
    if (!isVoid && this.#open.length >= OPEN_MAX_COUNT) return
    const outer = this.#base
    const attributes = raw.includes('=') ? this.#attributes(raw) : ''
    this.#html += `<${name}${attributes}>`
    if (isVoid) this.#base = outer
    else {
      this.#open.push({ name, base: outer })
      this.#count(name, 1)
    }
  }

  close(written: string): void {
    const name = written.toLowerCase()
    if (this.#hidden.close(name)) return
    if ((this.#counts.get(name) ?? 0) === 0) return
    this.#closeDownTo(this.#open.findLastIndex((element) => element.name === name))
  }

  text(raw: string): void {
    if (!this.#hidden.isOpen) this.#html += raw.includes('<') ? raw.replaceAll('<', '&lt;') : raw
  }

  cdata(): void {}

  end(): string {
    this.#closeDownTo(0)
    return cleanText(this.#html).trim()
  }

  #closeDownTo(level: number): void {
    while (this.#open.length > level) {
      const { name, base } = this.#open.pop()!
      this.#html += `</${name}>`
      this.#count(name, -1)
      this.#base = base
    }
  }

  #count(name: string, change: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + change)
  }

  #attributes(raw: string): string {
    let written = ''
    const attributes = readAttributes(raw)
    const xmlBase = attributes.get('xml:base')
    if (xmlBase !== undefined && this.#base !== undefined) {
      this.#base = resolveInnerBase(decodeReferences(xmlBase), this.#base)
    }
    for (const [given, rawValue] of attributes) {
      const name = given.toLowerCase()
      if (!ATTRIBUTES.has(name)) continue
      const value = decodeReferences(rawValue)
      const kept = ADDRESSES.has(name) ? absoluteAddress(value, this.#base) : value
      if (kept !== '' || name === 'alt') {
        written += ` ${name}="${escapeHtml(kept)}"`
      }
    }
    return written
  }
}
