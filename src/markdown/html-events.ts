import { Tokenizer } from 'htmlparser2'
import { VOID_ELEMENTS } from '../markup/html/void-elements.ts'

/** The attributes of one element, names in lower case. */
export type Attributes = Readonly<Record<string, string>>

/** Receives the events of a document: elements properly nested, text in pieces. */
export interface HtmlListener {
  open(name: string, attributes: Attributes): void
  text(text: string): void
  close(name: string): void
}

const CLOSES_PARAGRAPH = new Set(
  (
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section summary table ul'
  ).split(' '),
)

/** What an element ends when it opens, and the elements beyond which it ends nothing. */
const ENDS: Readonly<Record<string, { names: ReadonlySet<string>; within: ReadonlySet<string> }>> =
  {
    li: ending('li', 'ul ol menu dir table td th'),
    dt: ending('dt dd', 'dl table td th'),
    dd: ending('dt dd', 'dl table td th'),
    option: ending('option', 'select datalist'),
    td: ending('td th caption', 'tr table'),
    th: ending('td th caption', 'tr table'),
    tr: ending('tr caption colgroup', 'table'),
    thead: ending('tr thead tbody tfoot caption colgroup', 'table'),
    tbody: ending('tr thead tbody tfoot caption colgroup', 'table'),
    tfoot: ending('tr thead tbody tfoot caption colgroup', 'table'),
    a: ending('a', 'table td th li div p'),
  }

/** Elements that only the end tags of tables reach through: a stray `</div>` in a cell ends no table. */
const SCOPES = new Set(['table', 'td', 'th'])
const PARTS_OF_TABLES = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption'])

/** How far up an element is looked for that another one ends; bounds the time of hostile nesting. */
const SEARCH_MAX_ELEMENTS = 64

function ending(names: string, within: string): { names: Set<string>; within: Set<string> } {
  return { names: new Set(names.split(' ')), within: new Set(within.split(' ')) }
}

/**
 * Reads HTML as browsers do, as far as its text needs it: omitted end tags are supplied, stray ones
 * ignored. Time is linear in the input, also where elements are nested without end: the parser that
 * comes with the tokenizer moves its whole stack at every tag.
 */
export function readHtml(html: string, listener: HtmlListener): void {
  const tokenizer = new Tokenizer({ decodeEntities: true }, new TagReader(html, listener))
  tokenizer.write(html)
  tokenizer.end()
}

class TagReader {
  readonly #html: string
  readonly #listener: HtmlListener
  readonly #open: string[] = []
  /** How often each name is open, in the whole document and within each open table and cell. */
  readonly #counts: Map<string, number>[] = [new Map(), new Map()]
  /** Open SVG and MathML elements: within them `/>` ends an element. */
  #foreign = 0
  #name = ''
  #attributes: Record<string, string> = {}
  #attribute = ''
  #value = ''

  constructor(html: string, listener: HtmlListener) {
    this.#html = html
    this.#listener = listener
  }

  isInForeignContext(): boolean {
    return this.#foreign > 0
  }

  ontext(start: number, end: number): void {
    this.#listener.text(this.#html.slice(start, end))
  }

  ontextentity(codePoint: number): void {
    this.#listener.text(String.fromCodePoint(codePoint))
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#html.slice(start, end).toLowerCase()
    this.#attributes = {}
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase()
    this.#value = ''
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end)
  }

  onattribentity(codePoint: number): void {
    this.#value += String.fromCodePoint(codePoint)
  }

  onattribend(): void {
    if (Object.hasOwn(this.#attributes, this.#attribute) || this.#attribute === '__proto__') return
    this.#attributes[this.#attribute] = this.#value
  }

  onopentagend(): void {
    this.#begin(false)
  }

  onselfclosingtag(): void {
    this.#begin(this.#foreign > 0)
  }

  onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase()
    if (name === 'br') {
      this.#listener.open('br', {})
      this.#listener.close('br')
      return
    }
    const scope = PARTS_OF_TABLES.has(name) ? this.#counts[0] : this.#counts.at(-1)
    if (!scope?.get(name)) return
    while (this.#pop() !== name);
  }

  oncdata(start: number, end: number, endOffset: number): void {
    if (this.#foreign > 0) this.#listener.text(this.#html.slice(start, end - endOffset))
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  onend(): void {
    while (this.#open.length > 0) this.#pop()
  }

  #begin(selfClosing: boolean): void {
    const name = this.#name === 'image' ? 'img' : this.#name
    this.#supplyEndTags(name)
    this.#listener.open(name, this.#attributes)
    if (VOID_ELEMENTS.has(name) || selfClosing) {
      this.#listener.close(name)
      return
    }
    this.#open.push(name)
    this.#count(name, 1)
    if (SCOPES.has(name)) this.#counts.push(new Map())
    if (name === 'svg' || name === 'math') this.#foreign += 1
  }

  #supplyEndTags(name: string): void {
    if (CLOSES_PARAGRAPH.has(name) && this.#open.at(-1) === 'p') this.#pop()
    const ends = Object.hasOwn(ENDS, name) ? ENDS[name] : undefined
    if (!ends) return
    let target = -1
    const last = Math.max(0, this.#open.length - SEARCH_MAX_ELEMENTS)
    for (let at = this.#open.length - 1; at >= last; at -= 1) {
      const open = this.#open[at] ?? ''
      if (ends.within.has(open)) break
      if (ends.names.has(open)) target = at
    }
    if (target === -1) return
    while (this.#open.length > target) this.#pop()
  }

  #pop(): string | undefined {
    const name = this.#open.pop()
    if (name === undefined) return undefined
    if (SCOPES.has(name)) this.#counts.pop()
    this.#count(name, -1)
    if (name === 'svg' || name === 'math') this.#foreign -= 1
    this.#listener.close(name)
    return name
  }

  #count(name: string, change: number): void {
    for (const scope of [this.#counts[0], this.#counts.at(-1)]) {
      scope?.set(name, (scope.get(name) ?? 0) + change)
    }
  }
}
