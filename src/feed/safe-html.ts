import { cleanText } from '../lib/text.ts'
import { FormulaParts } from '../markup/html/formula-parts.ts'
import { type HtmlListener, readHtml } from '../markup/html/read-html.ts'
import { type SafeHtmlRules, SafeHtmlWriter } from '../markup/html/safe-writer.ts'
import type { Attributes } from '../markup/html/tokens/attributes.ts'
import { HIDING } from '../markup/html/visible-text.ts'
import { absoluteAddress, resolveInnerBase } from './address.ts'

/** Elements of prose, tables, pictures and sound. */
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

const DEPTH_MAX = 256

/** Rewrites a fragment as HTML that can be shown: elements and attributes of an allow-list only, addresses absolute and never code. */
export function writeSafeHtml(html: string, base: string | undefined): string {
  const item = new ItemHtml(base)
  readHtml(html, item, {
    wantsAttribute: (name, bits) =>
      ATTRIBUTES.has(name) || (bits & HIDING) !== 0 || name === 'xml:base',
  })
  return item.end()
}

/** The HTML of an item, in which every element can say what addresses in it are relative to (`xml:base`). */
class ItemHtml implements HtmlListener, SafeHtmlRules {
  readonly elements = ELEMENTS
  readonly depthMax = DEPTH_MAX
  readonly #writer = new SafeHtmlWriter(this)
  readonly #formulas = new FormulaParts(this.#writer)
  /** Base of addresses before each open element. */
  readonly #outer: (string | undefined)[] = []
  #base: string | undefined

  constructor(base: string | undefined) {
    this.#base = base
  }

  open(name: string, attributes: Attributes): void {
    this.#outer.push(this.#base)
    const xmlBase = attributes['xml:base']
    if (xmlBase !== undefined && this.#base !== undefined) {
      this.#base = resolveInnerBase(xmlBase, this.#base)
    }
    this.#formulas.open(name, attributes)
  }

  text(text: string): void {
    this.#formulas.text(text)
  }

  close(name: string): void {
    this.#formulas.close(name)
    this.#base = this.#outer.pop()
  }

  attribute(value: string, name: string): string | undefined {
    if (!ATTRIBUTES.has(name)) return undefined
    const written = ADDRESSES.has(name) ? absoluteAddress(value, this.#base) : value
    return written === '' && name !== 'alt' ? undefined : written
  }

  end(): string {
    return cleanText(this.#writer.end()).trim()
  }
}
