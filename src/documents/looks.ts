/** What paragraphs of a style are. */
export type Role = 'title' | 'text' | 'code' | 'quote' | 'contents'

/** Names that programs in all languages keep for these styles, by which they know them. */
const ROLES: readonly (readonly [Role, RegExp])[] = [
  ['title', /^title$/i],
  ['text', /^subtitle$/i],
  ['contents', /^(?:toc|contents) ?\d$/i],
  ['code', /source ?code|preformatted|^(?:code|html ?code|plain ?text|macro ?text)$/i],
  ['quote', /^(?:intense ?)?quote$|^block ?(?:text|quotation|quote)$|^quotations?$/i],
]

/** What a style is by its name. */
export function roleOf(name: string): Role | undefined {
  return ROLES.find(([, pattern]) => pattern.test(name))?.[0]
}

const WHITE = /^(?:f[a-f]){3}$/i

/** Whether a colour, as six digits, is that of paper. */
export function isWhite(colour: string): boolean {
  return WHITE.test(colour)
}

const MONOSPACED =
  /mono|courier|consol|menlo|monaco|typewriter|fixed(?:sys)?|lucida console|terminal|\bcode\b|inconsolata|hack$/i

/** Whether a font sets all characters equally wide. */
export function isMonospaced(font: string): boolean {
  return MONOSPACED.test(font)
}
