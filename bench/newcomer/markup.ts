/** An element of a generated page; texts are not escaped yet. */
export interface Element {
  name: string
  attributes: Readonly<Record<string, string | true>>
  children: readonly Piece[]
}

/** A part of a generated page. */
export type Piece = string | Element

/** How the source of a page is written; all are valid HTML. */
export const MARKUP_STYLES = ['pretty', 'minified', 'unclosed', 'capitals'] as const
export type MarkupStyle = (typeof MARKUP_STYLES)[number]

/** Makes an element. */
export function el(
  name: string,
  attributes: Element['attributes'] = {},
  ...children: readonly (Piece | readonly Piece[])[]
): Element {
  return { name, attributes, children: children.flat() }
}

const VOID = new Set(['img', 'br', 'hr', 'input', 'meta', 'link', 'source'])
/** Elements whose source is no markup. */
const RAW = new Set(['script', 'style'])
const CELLS = new Set(['td', 'th'])
const TERMS = new Set(['dt', 'dd'])
const BLOCKS = new Set(
  'address article aside blockquote details div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul'.split(
    ' ',
  ),
)
/** Elements whose end may be left out, with those that then must follow, unless nothing does. */
const OPEN_BEFORE: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['p', BLOCKS],
  ['li', new Set(['li'])],
  ['dt', TERMS],
  ['dd', TERMS],
  ['td', CELLS],
  ['th', CELLS],
  ['tr', new Set(['tr'])],
  ['thead', new Set(['tbody'])],
  ['tbody', new Set<string>()],
])

/** Writes the source of a part of a page. */
export function writeMarkup(piece: Piece, style: MarkupStyle): string {
  return write(piece, style, 0, undefined, false)
}

function write(
  piece: Piece,
  style: MarkupStyle,
  depth: number,
  next: Piece | undefined,
  isVerbatim: boolean,
): string {
  if (typeof piece === 'string') return escaped(piece)
  const { name, children } = piece
  const styledName = style === 'capitals' ? name.toUpperCase() : name
  const open = `<${styledName}${attributesOf(piece, style)}>`
  if (VOID.has(name)) return open
  if (RAW.has(name)) return `${open}${piecesText(children)}</${styledName}>`
  const isInline =
    isVerbatim || name === 'pre' || children.some((child) => typeof child === 'string')
  const inner = children.map((child, index) =>
    write(child, style, depth + 1, children[index + 1], isInline),
  )
  const close = isOpenEnd(piece, style, next) ? '' : `</${styledName}>`
  if (isInline || style === 'minified' || children.length === 0) {
    return `${open}${inner.join('')}${close}`
  }
  const indent = style === 'pretty' ? '  ' : ''
  const line = `\n${indent.repeat(depth + 1)}`
  const end = `\n${indent.repeat(depth)}`
  return `${open}${inner.map((child) => line + child).join('')}${end}${close}`
}

function isOpenEnd({ name }: Element, style: MarkupStyle, next: Piece | undefined): boolean {
  const followers = OPEN_BEFORE.get(name)
  if (!followers || style === 'pretty' || style === 'capitals') return false
  return next === undefined || (typeof next !== 'string' && followers.has(next.name))
}

function attributesOf({ attributes }: Element, style: MarkupStyle): string {
  return Object.entries(attributes)
    .map(([name, value]) => {
      if (value === true) return ` ${name}`
      const isBare = style !== 'pretty' && /^[\w/.#-]*[\w.#-]$/.test(value)
      return isBare ? ` ${name}=${value}` : ` ${name}="${value.replaceAll('"', '&quot;')}"`
    })
    .join('')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function piecesText(children: readonly Piece[]): string {
  return children.map((child) => (typeof child === 'string' ? child : '')).join('')
}
