import { Parser } from 'htmlparser2'
import { OperationError } from '../errors.ts'
import { visibility, type Attributes } from './hidden.ts'

/** Depth below which elements lose their tags but keep their text, as in browsers. */
export const DEPTH_MAX_LEVELS = 512
/** Depth at which a page is refused: the parser's own work grows with the square of it. */
const DEPTH_REFUSED_LEVELS = 20_000
/** Elements kept of one page; the text of later ones is kept without their tags. */
export const ELEMENTS_MAX_COUNT = 60_000
/** Text inside `<noscript>` that makes it the real content rather than a notice. */
const NOSCRIPT_MIN_CHARS = 500
const TITLE_MAX_CHARS = 1000
const SAMPLE_MAX_CHARS = 4000

/** A page reduced to what a reader sees: well-formed, bounded in depth and count, attributes in lower case. */
export interface PageHtml {
  html: string
  /** Value of the first `<base href>`, empty when there is none. */
  baseHref: string
  /** Text of `<title>`. */
  title: string
  /** Text of the first `<h1>`. */
  heading: string
  /** Whether the page says of itself that it is one article. */
  isArticle: boolean
  /** Visible characters of text, white space not counted. */
  textChars: number
  /** The same without navigation, headers, footers, asides, forms and links. */
  proseChars: number
  /** The first visible text, white space collapsed. */
  sample: string
  /** Text of all `<noscript>` that was left out, cut to a sample. */
  noscript: string
  scripts: number
  elements: number
}

/** Never written where they stand: the skeleton is written once around everything, `<noscript>` is judged. */
const UNWRITTEN = new Set(['html', 'head', 'body', 'noscript'])
const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)
/** Left out with everything inside. */
const DROPPED = new Set(
  'script style link template svg canvas object embed applet iframe frame frameset audio video map dialog datalist noembed noframes'.split(
    ' ',
  ),
)
/** What belongs into the head wherever it stands; the only scripts kept hold linked data. */
const HEAD_ONLY = new Set('title meta base script'.split(' '))
const ASIDE = new Set('nav header footer aside button select menu a'.split(' '))
const ARTICLE_DATA =
  /"@type"\s*:\s*\[?\s*"(?:(?:News|Tech|Scholarly|Report|Medical)?Article|(?:Blog|SocialMedia)Posting|ReportageNewsArticle)"/
/** Elements that begin and end a line: white space beside them is not seen. */
const BREAKING = new Set(
  'address article aside blockquote body br caption center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li link main menu meta nav ol p pre script section summary table tbody td tfoot th thead title tr ul'.split(
    ' ',
  ),
)
/** Blanks that browsers do show; the Markdown library takes the square of their number in time. */
const LONG_BLANK = /\s{9,}/g
const BLANKS_MAX_COUNT = 200
const PREFORMATTED = new Set(['pre', 'textarea', 'listing', 'xmp'])
/** Attributes that the engine reads, on any element and on some; every other one costs it a node. */
const KEPT_ATTRIBUTES = new Set('class id role rel itemprop'.split(' '))
const KEPT_ATTRIBUTES_OF = new Map(
  Object.entries({
    html: 'lang',
    meta: 'name property content',
    script: 'type',
    a: 'href',
    img: 'src srcset alt data-src data-srcset data-lazy-src data-lazy-srcset data-original',
    source: 'srcset data-srcset',
    td: 'colspan rowspan align',
    th: 'colspan rowspan align',
    table: 'summary datatable',
    ol: 'start',
    input: 'type checked',
    pre: 'data-lang data-language',
    code: 'data-lang data-language',
    div: 'data-lang data-language',
  }).map(([name, list]) => [name, new Set(list.split(' '))]),
)
const SPANS = new Set(['colspan', 'rowspan'])
const ATTRIBUTE_MAX_CHARS = 20_000

/**
 * Reads a page once, without recursion, and writes it anew for a DOM library: without scripts, comments
 * and hidden elements; with the content of a `<noscript>` that holds most of the text (forums do that);
 * `<![CDATA[` read as browsers read it. Linear time; throws
 * `unparsable` on absurd nesting.
 */
export function pageHtml(source: string): PageHtml {
  const writer = new PageWriter()
  const parser = new Parser(writer, { decodeEntities: true })
  // In HTML such a section is a comment up to the next ">"; the parser would skip to its "]]>".
  parser.write(source.replaceAll('<![CDATA[', '<!CDATA['))
  parser.end()
  return writer.result()
}

/** Content whose place in the page is decided when all of it has been seen. */
interface Layer {
  kind: 'page' | 'noscript' | 'perhaps'
  pieces: (string | Layer)[]
  textChars: number
  proseChars: number
}

function newLayer(kind: Layer['kind']): Layer {
  return { kind, pieces: [], textChars: 0, proseChars: 0 }
}

class PageWriter {
  readonly #page = newLayer('page')
  readonly #layers: Layer[] = []
  #layer = this.#page
  /** Open elements since the layer was opened. */
  #layerDepth = 0
  readonly #head: string[] = []
  #htmlTag = '<html>'
  #bodyTag = ''
  #skipDepth = 0
  #asideDepth = 0
  #depth = 0
  #elements = 0
  #scripts = 0
  #sample = ''
  #title = ''
  #inTitle = false
  #heading = ''
  #inHeading = false
  #inLinkedData = false
  #preDepth = 0
  /** Whether a space written now would follow a space or the beginning of a line. */
  #spaced = true
  #owesSpace = false
  #blanks = 0
  #isArticle = false
  #baseHref = ''
  /** For each open element: whether its start tag was written. */
  readonly #written: boolean[] = []

  onopentag(name: string, attributes: Attributes): void {
    const isVoid = VOID.has(name)
    if (name === 'script') this.#scripts += 1
    if (this.#skipDepth > 0) {
      if (!isVoid) this.#skipDepth += 1
      return
    }
    const isData = name === 'script' && isLinkedData(attributes)
    const seen = UNWRITTEN.has(name) ? 'visible' : visibility(attributes)
    if ((DROPPED.has(name) && !isData) || seen === 'hidden') {
      if (!isVoid) this.#skipDepth = 1
      return
    }
    this.#note(name, attributes, isData)
    if (this.#layer !== this.#page) this.#layerDepth += isVoid ? 0 : 1
    else if (name === 'noscript') this.#openLayer('noscript')
    else if (seen === 'perhaps' && !isVoid) this.#openLayer('perhaps')
    this.#open(name, attributes, isVoid)
  }

  ontext(text: string): void {
    if (this.#skipDepth > 0) return
    if (this.#inLinkedData) {
      this.#isArticle ||= ARTICLE_DATA.test(text)
      this.#head.push(text.replaceAll('<', '\\u003C'))
      return
    }
    if (this.#inTitle) {
      this.#title = (this.#title + text).slice(0, TITLE_MAX_CHARS)
      this.#head.push(escapeText(text))
      return
    }
    if (this.#inHeading) this.#heading = (this.#heading + text).slice(0, TITLE_MAX_CHARS)
    this.#count(text)
    this.#write(text)
  }

  onclosetag(name: string): void {
    if (VOID.has(name)) return
    if (this.#skipDepth > 0) {
      this.#skipDepth -= 1
      return
    }
    if (ASIDE.has(name)) this.#asideDepth -= 1
    if (PREFORMATTED.has(name)) this.#preDepth -= 1
    if (BREAKING.has(name)) this.#break()
    if (this.#written.pop()) {
      this.#depth -= 1
      this.#pieces(name).push(`</${name}>`)
    }
    if (name === 'script') this.#inLinkedData = false
    if (name === 'title') this.#inTitle = false
    if (name === 'h1') this.#inHeading = false
    if (this.#layer !== this.#page && --this.#layerDepth === 0) this.#layer = this.#page
  }

  result(): PageHtml {
    const { textChars } = this.#page
    const all = (kind: Layer['kind']): number =>
      this.#layers.reduce((sum, layer) => sum + (layer.kind === kind ? layer.textChars : 0), 0)
    const noscriptChars = all('noscript')
    const keeps = {
      page: true,
      noscript: noscriptChars > NOSCRIPT_MIN_CHARS && noscriptChars > textChars,
      perhaps: all('perhaps') > textChars,
    }
    const kept = [this.#page, ...this.#layers].filter(({ kind }) => keeps[kind])
    const body = this.#page.pieces
      .flatMap((piece) => {
        if (typeof piece === 'string') return piece
        return keeps[piece.kind] ? (piece.pieces as string[]) : []
      })
      .join('')
    return {
      html: `<!doctype html>${this.#htmlTag}<head>${this.#head.join('')}</head>${this.#bodyTag || '<body>'}${body}</body></html>`,
      baseHref: this.#baseHref,
      title: this.#title,
      heading: this.#heading,
      isArticle: this.#isArticle,
      textChars: kept.reduce((sum, layer) => sum + layer.textChars, 0),
      proseChars: kept.reduce((sum, layer) => sum + layer.proseChars, 0),
      sample: this.#sample,
      noscript: keeps.noscript ? '' : this.#noscriptSample(),
      scripts: this.#scripts,
      elements: this.#elements,
    }
  }

  #note(name: string, attributes: Attributes, isData: boolean): void {
    if (isData) this.#inLinkedData = true
    else if (name === 'html') this.#htmlTag = startTag(name, attributes)
    else if (name === 'body') this.#bodyTag ||= startTag(name, attributes)
    else if (name === 'base') this.#baseHref ||= attributes['href'] ?? ''
    else if (name === 'title') this.#inTitle = this.#title === ''
    else if (name === 'h1') this.#inHeading = this.#heading.trim() === ''
    else if (name === 'meta' && attributes['property']?.toLowerCase() === 'og:type') {
      this.#isArticle ||= attributes['content']?.trim().toLowerCase() === 'article'
    }
    if (ASIDE.has(name)) this.#asideDepth += 1
    if (PREFORMATTED.has(name)) this.#preDepth += 1
    if (BREAKING.has(name)) this.#break()
  }

  #openLayer(kind: Layer['kind']): void {
    const layer = newLayer(kind)
    this.#page.pieces.push(layer)
    this.#layers.push(layer)
    this.#layer = layer
    this.#layerDepth = 1
  }

  #open(name: string, attributes: Attributes, isVoid: boolean): void {
    const written =
      !UNWRITTEN.has(name) && this.#depth < DEPTH_MAX_LEVELS && this.#elements < ELEMENTS_MAX_COUNT
    if (written) {
      this.#elements += 1
      this.#paySpace()
      this.#pieces(name).push(startTag(name, attributes))
    }
    if (isVoid) {
      if (!BREAKING.has(name)) this.#spaced = false
      return
    }
    if (this.#written.push(written) > DEPTH_REFUSED_LEVELS) {
      throw new OperationError('unparsable', 'The page nests its elements too deeply.', {
        hint: 'Do not repeat the call; use another address for the same content.',
      })
    }
    if (written) this.#depth += 1
  }

  /** Where the tags of an element go. */
  #pieces(name: string): (string | Layer)[] {
    return HEAD_ONLY.has(name) ? this.#head : this.#layer.pieces
  }

  #count(text: string): void {
    const chars = text.replaceAll(/\s+/g, '').length
    this.#layer.textChars += chars
    if (this.#asideDepth === 0) this.#layer.proseChars += chars
    if (this.#layer === this.#page && this.#sample.length < SAMPLE_MAX_CHARS) {
      this.#sample += text.slice(0, SAMPLE_MAX_CHARS).replaceAll(/\s+/g, ' ')
    }
  }

  /** Writes text as it will be seen: runs of white space as one space, none beside line ends. */
  #write(text: string): void {
    if (this.#preDepth > 0) {
      this.#layer.pieces.push(escapeText(text))
      return
    }
    // Text comes in pieces, one per character reference, so a run of blanks may come as many.
    this.#blanks = text.trim() === '' ? this.#blanks + text.length : 0
    if (this.#blanks > BLANKS_MAX_COUNT) return
    const collapsed = text.replaceAll(/[ \t\n\r\f]+/g, ' ').replaceAll(LONG_BLANK, ' ')
    const shown = this.#spaced && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed
    this.#spaced = collapsed.endsWith(' ')
    if (shown === '') return
    if (shown === ' ') this.#owesSpace = true
    else {
      this.#paySpace()
      this.#layer.pieces.push(escapeText(shown))
    }
  }

  /** Writes the space that turned out to stand between two things on one line. */
  #paySpace(): void {
    if (this.#owesSpace) this.#layer.pieces.push(' ')
    this.#owesSpace = false
  }

  #break(): void {
    this.#spaced = true
    this.#owesSpace = false
    if (this.#layer === this.#page && this.#sample !== '' && !this.#sample.endsWith(' ')) {
      this.#sample += ' '
    }
  }

  #noscriptSample(): string {
    return this.#layers
      .filter(({ kind }) => kind === 'noscript')
      .flatMap(({ pieces }) => pieces as string[])
      .join(' ')
      .slice(0, SAMPLE_MAX_CHARS)
  }
}

function isLinkedData(attributes: Attributes): boolean {
  return /^\s*application\/ld\+json/i.test(attributes['type'] ?? '')
}

function startTag(element: string, attributes: Attributes): string {
  const own = KEPT_ATTRIBUTES_OF.get(element)
  let tag = `<${element}`
  for (const [key, value] of Object.entries(attributes)) {
    if (!KEPT_ATTRIBUTES.has(key) && !own?.has(key)) continue
    if (value.length > ATTRIBUTE_MAX_CHARS) continue
    // A cell is written once per column it spans.
    if (SPANS.has(key) && !/^\s*\d{1,2}\s*$/.test(value)) continue
    // Readability takes presentational attributes away, but this one means something in a table.
    const name = key === 'align' ? 'data-align' : key
    tag += ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
  }
  return `${tag}>`
}

function escapeText(text: string): string {
  if (!/[&<>]/.test(text)) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
