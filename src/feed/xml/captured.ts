import { escapeHtmlText } from '../../lib/escape-html.ts'
import { decodeReferences, type Resolve } from '../../markup/xml/references.ts'

/** How an element's inside is written, and what it is once read. */
export interface ContentMode {
  /** `escaped`: text after its references; `markup`: the elements themselves; `base64`. */
  coding: 'escaped' | 'markup' | 'base64'
  form: 'text' | 'html'
  /** True when `form` is stated, false when it is only the custom of the format. */
  isExact?: boolean
}

const HTML: ContentMode = { coding: 'escaped', form: 'html', isExact: true }
const TEXT: ContentMode = { coding: 'escaped', form: 'text' }
const MARKUP: ContentMode = { coding: 'markup', form: 'html', isExact: true }

/** The mode of an RSS element: HTML, escaped once. */
export const RSS_MODE: ContentMode = { coding: 'escaped', form: 'html' }

/** The mode of an element that is XHTML itself, such as `xhtml:body`. */
export const XHTML_MODE: ContentMode = MARKUP

/** The mode of a text construct of Atom 1.0 (RFC 4287, 3.1 and 4.1.3) or 0.3 (there by `mode` and media type). */
export function atomMode(attributes: ReadonlyMap<string, string>, version: string): ContentMode {
  const type = (attributes.get('type') ?? '').trim().toLowerCase()
  const mode = attributes.get('mode')?.trim().toLowerCase() ?? (version === '0.3' ? 'xml' : '')
  const isText = type === '' || type === 'text' || type === 'text/plain'
  if (mode === 'base64') return { coding: 'base64', form: isText ? 'text' : 'html' }
  if (mode === 'escaped') return isText ? TEXT : HTML
  if (mode === 'xml') return { coding: 'markup', form: isText ? 'text' : 'html' }
  if (isText) return TEXT
  if (type === 'xhtml' || /[+/]xml$/.test(type)) return MARKUP
  if (type === 'html' || type === 'text/html') return HTML
  return type.startsWith('text/') ? TEXT : { coding: 'base64', form: 'text' }
}

/** A piece of captured text: with references, or literal. */
interface Piece {
  kind: 'text' | 'cdata' | 'tag'
  raw: string
}

/** The inside of an element; decoded when it is asked for, since most of a feed never is. */
export class Captured {
  readonly mode: ContentMode
  /** What relative addresses inside are relative to, when the feed says so. */
  readonly base: string | undefined
  readonly #pieces: Piece[] = []
  readonly #resolve: Resolve
  /** Whether there is markup in it that was not escaped. */
  hasElements = false
  #value: string | undefined

  constructor(mode: ContentMode, base: string | undefined, resolve: Resolve) {
    this.mode = mode
    this.base = base
    this.#resolve = resolve
  }

  addText(raw: string): void {
    this.#pieces.push({ kind: 'text', raw })
  }

  addCdata(raw: string): void {
    this.#pieces.push({ kind: 'cdata', raw })
  }

  addTag(raw: string): void {
    this.hasElements = true
    this.#pieces.push({ kind: 'tag', raw })
  }

  get isBlank(): boolean {
    return this.#pieces.every(({ raw }) => !/\S/.test(raw))
  }

  /** Where a pattern first matches in the source, -1 when nowhere. */
  search(pattern: RegExp): number {
    let before = 0
    for (const { raw } of this.#pieces) {
      const at = raw.search(pattern)
      if (at !== -1) return before + at
      before += raw.length
    }
    return -1
  }

  get form(): ContentMode['form'] {
    return this.hasElements ? 'html' : this.mode.form
  }

  get value(): string {
    this.#value ??= this.#decode(this.#pieces)
    return this.#value
  }

  /** The value, or its beginning where decoding all of it would be a waste. */
  beginning(rawChars: number): string {
    const [first] = this.#pieces
    if (this.#value !== undefined || this.#pieces.length !== 1 || !first) return this.value
    if (first.raw.length <= rawChars || this.mode.coding === 'base64') return this.value
    return this.#decode([{ kind: first.kind, raw: first.raw.slice(0, rawChars) }])
  }

  #decode(pieces: readonly Piece[]): string {
    const { coding } = this.mode
    let text = ''
    for (const { kind, raw } of pieces) {
      const decoded = kind === 'text' ? decodeReferences(raw, this.#resolve) : raw
      // What calls itself markup and has none is escaped text, as many feeds write it.
      const isMarkup = coding === 'markup' && kind !== 'tag' && this.hasElements
      text += isMarkup ? escapeHtmlText(decoded) : decoded
    }
    return coding === 'base64' ? decodeBase64(text) : text
  }
}

function decodeBase64(text: string): string {
  return /^[\w+/=\s-]+$/.test(text) ? Buffer.from(text, 'base64').toString('utf8') : text
}
