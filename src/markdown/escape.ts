/** Where a piece of text stands in its line of Markdown. */
export interface TextPlace {
  /** The character before it; empty at the start of a line. */
  before: string
  /** The character after it; empty at the end of a line. */
  after: string
  inLink: boolean
  inTable: boolean
}

const SPECIAL = /[\\`*_[\]<&~|!]/
const EVERY_SPECIAL = /[\\`*_[\]<&~|!]/g
const PUNCTUATION = /^[!-/:-@[-`{-~]/
const WORD = /^[\p{L}\p{N}]$/u
const SPACE = /^\s?$/

/**
 * Escapes one piece of text, without line breaks, so that Markdown (CommonMark with GFM) shows it as it
 * is. Backslashes are used sparingly: only where a character would mean something.
 */
export function escapeText(text: string, place: TextPlace): string {
  const escaped = SPECIAL.test(text)
    ? text.replaceAll(EVERY_SPECIAL, (mark, at: number) => {
        const before = at === 0 ? place.before : (text[at - 1] ?? '')
        const after = at === text.length - 1 ? place.after : (text[at + 1] ?? '')
        return means(mark, before, after, text, at, place) ? `\\${mark}` : mark
      })
    : text
  return place.before === '' ? escapeLineStart(escaped) : escaped
}

function means(
  mark: string,
  before: string,
  after: string,
  text: string,
  at: number,
  { inLink, inTable }: TextPlace,
): boolean {
  switch (mark) {
    case '`':
      return true
    case '\\':
      return PUNCTUATION.test(after) || SPACE.test(after)
    case '*':
      return !(SPACE.test(before) && SPACE.test(after))
    case '_':
      return !(WORD.test(before) && WORD.test(after)) && !(SPACE.test(before) && SPACE.test(after))
    case '[':
      return inLink || /^\[[ xX^]/.test(text.slice(at, at + 2))
    case ']':
      return inLink || /^[([:]/.test(after)
    case '<':
      return /^[a-z/!?]/i.test(after)
    case '&':
      return /^&#?\w{1,31};/.test(text.slice(at, at + 34))
    case '~':
      return before === '~' || after === '~'
    case '|':
      return inTable
    default:
      // An exclamation mark makes an image of the link that follows.
      return after === '['
  }
}

/** Keeps a line from beginning a heading, quotation, list, rule, underline or table. */
function escapeLineStart(line: string): string {
  const first = line.charCodeAt(0)
  // Only # * + - 0-9 : = > _ | begin something.
  const begins =
    first === 35 ||
    first === 42 ||
    first === 43 ||
    first === 45 ||
    (first >= 48 && first <= 58) ||
    first === 61 ||
    first === 62 ||
    first === 95 ||
    first === 124
  if (!begins) return line
  const number = /^\d{1,9}(?=[.)](?: |$))/.exec(line)?.[0]
  if (number !== undefined) return `${number}\\${line.slice(number.length)}`
  const isMarker = /^(?:#{1,6}(?: |$)|>|[-+*](?: |$)|[-_=*|:][-_=*|: ]*$)/.test(line)
  return isMarker ? `\\${line}` : line
}

/** The address of a link or image in the form that ends where it should inside `](…)`. */
export function escapeDestination(address: string, inTable: boolean): string {
  const line = address.replaceAll(/[\t\n\r\f]/g, '').trim()
  const literal = line
    .replaceAll(/&(?=#?\w{1,31};)/g, '&amp;')
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
  const bracketed = line === '' || /[\s<>\p{Cc}]/u.test(line) || !isBalanced(line)
  const destination =
    bracketed && line !== '' ? `<${literal.replaceAll(/[<>]/g, '\\$&')}>` : literal
  return inTable ? destination.replaceAll('|', '%7C') : destination
}

const PARENTHESES_MAX_DEPTH = 30

function isBalanced(address: string): boolean {
  let depth = 0
  for (const [parenthesis] of address.matchAll(/[()]/g)) {
    depth += parenthesis === '(' ? 1 : -1
    if (depth < 0 || depth > PARENTHESES_MAX_DEPTH) return false
  }
  return depth === 0
}

/** The title of a link or image, with the space before it; empty when there is none. */
export function escapeTitle(title: string | undefined, inTable: boolean): string {
  if (title === undefined || title === '') return ''
  const line = title
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/&(?=#?\w{1,31};)/g, '&amp;')
    .replaceAll(/["\\]/g, '\\$&')
  return ` "${inTable ? line.replaceAll('|', '\\|') : line}"`
}
