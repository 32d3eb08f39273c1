/** Where a piece of text stands in its line of Markdown. */
export interface TextContext {
  /** The character before it; empty at the start of a line. */
  before: string
  /** The character after it; empty at the end of a line. */
  after: string
  inLink: boolean
  inTable: boolean
  /** Whether numbers in brackets are links of the document, defined somewhere in it. */
  inReferences?: boolean
  /** False when no emphasis stands beside it, which a mark of the text could end. */
  hasMarks?: boolean
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
export function escapeText(text: string, place: TextContext): string {
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
  { before: start, inLink, inTable, inReferences, hasMarks }: TextContext,
): boolean {
  switch (mark) {
    case '`':
      return true
    case '\\':
      return PUNCTUATION.test(after) || SPACE.test(after)
    case '*':
      return hasMarks === false
        ? mayOpen(before, after)
        : !(SPACE.test(before) && SPACE.test(after))
    case '_':
      if (WORD.test(before) && WORD.test(after)) return false
      return hasMarks === false
        ? mayOpen(before, after)
        : !(SPACE.test(before) && SPACE.test(after))
    case '[':
      if (inLink || after === '^') return true
      // The box of a task, which only means something at the start of an item.
      if (at === 0 && start === '' && /^[ x]/i.test(after)) return true
      return inReferences === true && /^[\d\s]/.test(after)
    case ']':
      return inLink || /^[([:]/.test(after)
    case '<':
      return /^[a-z/!?]/i.test(after)
    case '&':
      return /^&#?\w{1,31};/.test(text.slice(at, at + 34))
    case '~':
      // Readers of GFM take one or two of them; none that cannot close does harm.
      return before === '~' || after === '~' || !SPACE.test(before)
    case '|':
      return inTable
    default:
      // An exclamation mark makes an image of the link that follows.
      return after === '['
  }
}

/** Whether a star or underscore may begin emphasis (CommonMark 6.2, left-flanking). */
function mayOpen(before: string, after: string): boolean {
  if (SPACE.test(after)) return false
  return WORD.test(after) || !WORD.test(before)
}

/** Keeps a line from beginning a heading, quotation, list, definition, rule, underline or table. */
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
  const isMarker = /^(?:#{1,6}(?: |$)|>|[-+*](?: |$)|: |[-_=*|:][-_=*|: ]*$)/.test(line)
  return isMarker ? `\\${line}` : line
}

/** Characters that mean nothing in a destination. */
const PLAIN_ADDRESS = /^[!#-%'*-;=?-[\]-{}~]*$/

/** The address of a link or image in the form that ends where it should inside `](…)`. */
export function escapeDestination(address: string, inTable: boolean): string {
  if (address !== '' && PLAIN_ADDRESS.test(address)) return address
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

/** Keeps text from becoming HTML: tags and character references. */
export function escapeHtmlInMarkdown(text: string): string {
  return text.replaceAll(/<(?=[a-z/!?])/gi, '\\<').replaceAll(/&(?=#?\w{1,31};)/g, '\\&')
}

/** Text as the label of a link or image, in which every bracket counts. */
export function escapeLabel(text: string): string {
  return escapeHtmlInMarkdown(text.replaceAll(/[\\`*[\]]/g, '\\$&'))
}

/**
 * Text of others as one line of Markdown that holds no link, image, code or HTML. What does no harm stays
 * as it is, so that `[Draft] 5 * 3 = 15` still reads well.
 */
export function escapeLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return escapeHtmlInMarkdown(
    line
      .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
      .replaceAll('`', '\\`')
      .replaceAll('![', '!\\[')
      .replaceAll(/\](?=[([:])/g, '\\]'),
  )
}
