import { traitsOf } from '../../markup/html/tags.ts'
import { visibleText } from '../../markup/html/visible-text.ts'

const PLAIN_TEXT_MAX_CHARS = 20_000

/** Text with runs of white space as one space, none at the ends. */
export function oneLine(text: string): string {
  const line = text.trim()
  return SPACED.test(line) ? line.replaceAll(/\s+/g, ' ') : line
}

/** White space that is not a single space. */
const SPACED = /[^\S ]|\s\s/

/** Elements of HTML in texts that have no traits. */
const INLINE = new Set(
  'abbr bdi bdo cite del dfn ins kbd mark math mfrac mrow msqrt msub msup q ruby samp span sub sup time var'.split(
    ' ',
  ),
)

/** One line of text from a value that may hold HTML: tags dropped, entities decoded. Angle brackets of other things are text, as in `Vec<T>`. */
export function plainText(value: string): string {
  const short = value.slice(0, PLAIN_TEXT_MAX_CHARS)
  return oneLine(/[<&]/.test(short) ? visibleText(short.replaceAll(OPENING, keepTag)) : short)
}

const OPENING = /<(?!!--|!\[CDATA\[)(\/?)([a-z][a-z0-9]*)?/gi

function keepTag(whole: string, slash: string, name = ''): string {
  const lower = name.toLowerCase()
  const isTag = INLINE.has(lower) || (name !== '' && traitsOf(lower) !== 0)
  // One capital letter is a type.
  return isTag && (name.length > 1 || name === lower) ? whole : `&lt;${slash}${name}`
}
