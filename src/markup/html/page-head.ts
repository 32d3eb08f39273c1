import type { Attributes } from './tokens/attributes.ts'

const TITLE_MAX_CHARS = 1000
const JSON_LD_MAX_CHARS = 1_000_000
const META_MAX_CHARS = 300
const METAS_MAX_COUNT = 200

/** What the head of a page says, and the elements around all of it. */
export interface HeadFacts {
  /** Value of the first `<base href>`, empty when there is none. */
  baseHref: string
  /** Text of `<title>`. */
  title: string
  /** Value of `lang` on the root element. */
  lang: string
  /** Content of the first `<meta http-equiv=refresh>` that is not for readers without scripts, empty when there is none. */
  refresh: string
  /** `class` and `id` of the body. */
  bodyClass: string
  /** Values of `<meta>` by lower-case `name` or `property`, the first of each. */
  metas: ReadonlyMap<string, string>
  /** Texts of `application/ld+json` scripts. */
  jsonLd: readonly string[]
}

/** Takes the head of a page together while it is parsed. */
export class PageHead implements HeadFacts {
  baseHref = ''
  title = ''
  lang = ''
  refresh = ''
  bodyClass = ''
  readonly metas = new Map<string, string>()
  readonly jsonLd: string[] = []
  #jsonLdChars = 0

  /** Takes note of an element that stands around the page. */
  addSkeleton(name: string, attributes: Attributes): void {
    if (name === 'html') this.lang ||= attributes['lang'] ?? attributes['xml:lang'] ?? ''
    else if (name === 'body') {
      this.bodyClass ||= `${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`
    }
  }

  /** Takes note of a `<meta>`; `isForAll` is false for one in a `<noscript>`. */
  addMeta(attributes: Attributes, isForAll: boolean): void {
    const name = (attributes['property'] ?? attributes['name'] ?? '').trim().toLowerCase()
    const content = attributes['content'] ?? ''
    if (isForAll && /^refresh$/i.test(attributes['http-equiv'] ?? '')) this.refresh ||= content
    if (name === '' || name.length > META_MAX_CHARS || this.metas.has(name)) return
    if (this.metas.size < METAS_MAX_COUNT) this.metas.set(name, content.slice(0, META_MAX_CHARS))
  }

  /** The head as far as it was read. */
  facts(): HeadFacts {
    const { baseHref, title, lang, refresh, bodyClass, metas, jsonLd } = this
    return { baseHref, title, lang, refresh, bodyClass, metas, jsonLd }
  }

  /** Takes note of the text of a title or of linked data. */
  addText(kind: 'title' | 'json-ld', text: string): void {
    if (kind === 'title') {
      this.title = text.slice(0, TITLE_MAX_CHARS)
      return
    }
    this.#jsonLdChars += text.length
    if (this.#jsonLdChars <= JSON_LD_MAX_CHARS) this.jsonLd.push(text)
  }
}
