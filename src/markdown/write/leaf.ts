import { escapeDestination, escapeText, escapeTitle } from '../escape.ts'
import { type Delimiter, type Mark, readsAsMeant } from './emphasis.ts'
import type { LinkReferences } from './link-references.ts'
import { type Piece, repairMarks } from './repair-marks.ts'

/** A link that is open: where it leads. */
export interface LinkTarget {
  href: string
  title: string | undefined
  /** Whether some text of it has been written, in this block or in one before. */
  written: boolean
}

/** What a piece of text may be in: emphasis or a link. */
export type Span = Mark | LinkTarget

/** Where the text of a leaf stands; a heading and a cell are one line. */
export type LeafContext = 'paragraph' | 'heading' | 'cell'

/** How the text of a leaf is written. */
export interface LeafStyle {
  inTable: boolean
  /** Whether all marks and links are kept, as tags where Markdown cannot write them (`MarkdownWriterOptions`). */
  faithful: boolean
  /** Where the addresses of links go; undefined to write each into its link. */
  references: LinkReferences | undefined
}

/** How emphasis is written: stars only; stars and underscores in turn; tags; not at all. */
type Scheme = 'stars' | 'turns' | 'tags' | 'none'

/** White space other than single spaces. */
const UNEVEN = /[\t\n\r\f]| {2}/
const UNEVEN_RUNS = /[ \t\n\r\f]{2,}|[\t\n\r\f]/g

/** The text of one paragraph, heading or cell while it is gathered. White space is collapsed as in HTML. */
export class Leaf {
  readonly #pieces: Piece[] = []
  readonly #style: LeafStyle
  /** Spans that have opened without any text yet. */
  readonly #pending: Span[] = []
  /** Index of the `[` piece of the open link. */
  #linkStart = -1
  #space = false
  #breaks = 0
  #hasMarks = false

  constructor(style: LeafStyle) {
    this.#style = style
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0
  }

  /** Adds text as it stands in the HTML. */
  addText(text: string): void {
    const line = UNEVEN.test(text) ? text.replaceAll(UNEVEN_RUNS, ' ') : text
    if (line === ' ' || line === '') {
      this.#space ||= line === ' '
      return
    }
    const from = line.startsWith(' ') ? 1 : 0
    const to = line.endsWith(' ') ? line.length - 1 : line.length
    if (from === 1) this.#space = true
    this.#catchUp()
    this.#append(line.slice(from, to))
    if (to < line.length) this.#space = true
  }

  /** Adds finished Markdown: a code span or an image. */
  addRaw(markdown: string): void {
    if (markdown === '') return
    this.#catchUp()
    this.#pieces.push({ kind: 'raw', text: markdown })
  }

  /** Adds a line break, which counts only if text follows. */
  addBreak(): void {
    if (this.#pieces.length > 0) this.#breaks += 1
    this.#space = false
  }

  /** Adds a break between blocks of a cell. */
  separate(): void {
    this.#breaks = Math.max(this.#breaks, this.#pieces.length > 0 ? 1 : 0)
    this.#space = false
  }

  open(span: Span): void {
    this.#pending.push(span)
  }

  close(span: Span): void {
    const at = this.#pending.lastIndexOf(span)
    if (at !== -1) {
      if (typeof span === 'string' || !this.#isWorthKeeping(span)) {
        this.#pending.splice(at, 1)
        return
      }
      this.#catchUp()
    }
    if (typeof span === 'string') this.#pieces.push({ kind: 'mark', mark: span, opens: false })
    else this.#endLink(span)
  }

  /** The Markdown of all that was added; lines are separated by `\n`. */
  render(place: LeafContext): string {
    const text = this.#hasMarks
      ? this.#renderMarked(place)
      : this.#build(this.#pieces, place, 'none').text
    return place === 'heading' ? text.replace(/(^| )(#+)$/, '$1\\$2') : text
  }

  #renderMarked(place: LeafContext): string {
    const exact = this.#renderAsMeant(this.#pieces, place)
    if (exact !== undefined) return exact
    if (this.#style.faithful) return this.#build(this.#pieces, place, 'tags').text
    const repaired = repairMarks(this.#pieces)
    return this.#renderAsMeant(repaired, place) ?? this.#build(this.#pieces, place, 'none').text
  }

  #renderAsMeant(pieces: readonly Piece[], place: LeafContext): string | undefined {
    for (const scheme of ['stars', 'turns'] as const) {
      const { text, delimiters } = this.#build(pieces, place, scheme)
      if (readsAsMeant(text, delimiters)) return text
    }
    return undefined
  }

  /** A link without text still leads somewhere, but says nothing. */
  #isWorthKeeping({ written, href }: LinkTarget): boolean {
    return this.#style.faithful && !written && !/^(?:#|$)/.test(href)
  }

  #append(text: string): void {
    const last = this.#pieces.at(-1)
    if (last?.kind === 'text') last.text += text
    else this.#pieces.push({ kind: 'text', text, inLink: this.#linkStart !== -1 })
  }

  /** White space and breaks go before spans that open here: Markdown wants emphasis to touch its text. */
  #catchUp(): void {
    if (this.#breaks > 0)
      for (; this.#breaks > 0; this.#breaks -= 1) this.#pieces.push({ kind: 'break' })
    else if (this.#space && this.#pieces.length > 0) this.#append(' ')
    this.#space = false
    for (const span of this.#pending.splice(0)) {
      if (typeof span === 'string') {
        this.#hasMarks = true
        this.#pieces.push({ kind: 'mark', mark: span, opens: true })
      } else {
        span.written = true
        this.#linkStart = this.#pieces.length
        this.#pieces.push({ kind: 'raw', text: '[' })
      }
    }
  }

  #endLink({ href, title }: LinkTarget): void {
    const start = this.#linkStart
    if (start === -1) return
    this.#linkStart = -1
    const { inTable, references } = this.#style
    const text = this.#pieces[start + 1]
    const isBare = title === undefined && this.#pieces.length === start + 2 && text?.kind === 'text'
    if (isBare && isAutolink(text.text, href)) {
      this.#pieces.splice(start, 2, { kind: 'raw', text: `<${text.text}>` })
      return
    }
    const end = references
      ? `][${references.numberOf(href)}]`
      : `](${escapeDestination(href, inTable)}${escapeTitle(title, inTable)})`
    this.#pieces.push({ kind: 'raw', text: end })
  }

  #build(
    pieces: readonly Piece[],
    place: LeafContext,
    scheme: Scheme,
  ): { text: string; delimiters: Delimiter[] } {
    const { inTable, faithful, references } = this.#style
    const inReferences = references !== undefined
    const hasMarks = this.#hasMarks
    const lineBreak = { paragraph: '\\\n', heading: faithful ? '<br>' : ' ', cell: '<br>' }[place]
    let text = ''
    // Asking the text itself for its last character would copy all of it each time.
    let before = ''
    let depth = 0
    const delimiters: Delimiter[] = []
    for (const [index, piece] of pieces.entries()) {
      let next = ''
      switch (piece.kind) {
        case 'text': {
          const after = firstCharacter(pieces[index + 1], scheme)
          const { inLink } = piece
          next = escapeText(piece.text, { before, after, inLink, inTable, inReferences, hasMarks })
          break
        }
        case 'raw':
          next = piece.text
          break
        case 'break':
          next = lineBreak
          break
        case 'mark': {
          if (!piece.opens) depth -= 1
          next = delimiterOf(piece.mark, piece.opens, depth, scheme)
          if (piece.opens) depth += 1
          delimiters.push({ at: text.length, text: next, opens: piece.opens })
          break
        }
      }
      text += next
      const last = next.at(-1) ?? before
      before = last === '\n' ? '' : last
    }
    return { text, delimiters }
  }
}

function firstCharacter(piece: Piece | undefined, scheme: Scheme): string {
  if (!piece || piece.kind === 'break') return ''
  if (piece.kind !== 'mark') return piece.text.charAt(0)
  return delimiterOf(piece.mark, piece.opens, 0, scheme).charAt(0)
}

function delimiterOf(mark: Mark, opens: boolean, depth: number, scheme: Scheme): string {
  if (scheme === 'none') return ''
  if (scheme === 'tags') return `<${opens ? '' : '/'}${mark}>`
  if (mark === 'del') return '~~'
  const character = scheme === 'turns' && depth % 2 === 1 ? '_' : '*'
  return mark === 'strong' ? character + character : character
}

/** Whether `<text>` is a link to the address (CommonMark 6.5). */
function isAutolink(text: string, href: string): boolean {
  if (text === href) return /^[a-z][a-z0-9+.-]{1,31}:[^\s<>\p{Cc}]*$/iu.test(text)
  return (
    href === `mailto:${text}` && /^[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+$/i.test(text)
  )
}
