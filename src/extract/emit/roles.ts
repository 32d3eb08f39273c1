import { isPlainMark } from '../../markdown/write/element-kinds.ts'
import type { ElementNode } from '../../markup/html/tree/node.ts'

/** Facts beside its name that decide how an element is written. */
interface Circumstances {
  /** Whether it is, or is part of, a table that only arranges the page. */
  isLayout: boolean
  /** Whether it is a list of footnotes or an item of one. */
  inNotes: boolean
  /** Whether addresses of links are wanted. */
  links: boolean
}

const DIV = ['div'] as const
const NOTHING: readonly string[] = []
const SUMMARY = ['summary', 'strong'] as const
const TERM = ['dt', 'strong'] as const
const EMPHASIS = ['em'] as const
const STRONG = ['strong'] as const
const ITEM = ['li'] as const
const STRONG_EMPHASIS = ['strong', 'em'] as const

/** Elements that the writer would leave out with their content, which was found to be content. */
const CONTENT_ANYWAY = new Set(['noscript', 'title', 'head', 'select', 'textarea'])
const PARTS_OF_TABLES = new Set('table caption tr td th thead tbody tfoot'.split(' '))
const AS_EMPHASIS = new Set(['cite', 'dfn', 'var'])
const IMAGE_ADDRESS = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i

const ANCHOR_CLASS =
  /(?:^|\s)(?:anchor|anchor-?link|header-?link|header-?anchor|heading-?link|heading-?anchor|permalink|hash-?link|headerlink|headline-?anchor|toc-anchor|direct-link|section-link)(?:\s|$)/i
const ANCHOR_TEXT =
  /^(?:(?:[#¶§∞🔗⚓\s]|\uFE0E|\uFE0F){0,6}|permalink|anchor|direct link|link to this (?:heading|section)|copy link)$/iu

/** Elements that only hold text. */
const PLAIN = new Set(
  'span font small big time label u ins nobr bdi bdo data abbr acronym picture source ruby rb tbody'.split(
    ' ',
  ),
)

const own = new Map<string, readonly string[]>()

/** The elements to write for one element of a page, outermost first. */
export function rolesOf(
  element: ElementNode,
  { isLayout, inNotes, links }: Circumstances,
): readonly string[] {
  const { name, attributes } = element
  if (name === 'div' || name === 'p') return ownRole(name)
  if (name === 'span' && attributes['style'] === undefined) return NOTHING
  if (isLayout && PARTS_OF_TABLES.has(name)) return DIV
  if (inNotes && (name === 'ol' || name === 'ul' || name === 'li')) return DIV
  if (name === 'a') return links && isLink(element) ? ownRole(name) : NOTHING
  if (name === 'dt') return holdsBlock(element) ? ownRole(name) : TERM
  if (name === 'dd') return ITEM
  if (name === 'summary') return holdsBlock(element) ? ownRole(name) : SUMMARY
  if (name === 'mark') return STRONG
  if (name === 'kbd') return ownRole('code')
  if (AS_EMPHASIS.has(name)) return EMPHASIS
  if (CONTENT_ANYWAY.has(name)) return DIV
  const style = attributes['style']
  return style === undefined ? ownRole(name) : styledRoles(name, style)
}

/** Whether a link leads somewhere that is not said already: not to the very image that it shows. */
function isLink({ attributes, first, last }: ElementNode): boolean {
  const href = attributes['href']
  if (href === undefined) return false
  const showsImage =
    first !== undefined && first === last && !first.isText && /^(?:img|picture)$/.test(first.name)
  return !showsImage || !IMAGE_ADDRESS.test(href)
}

/** Spans that are bold or slanted by their style, and marks that are not (as word processors write them). */
function styledRoles(name: string, style: string): readonly string[] {
  if (name !== 'span' && name !== 'b' && name !== 'i' && name !== 'font') return ownRole(name)
  if (name === 'b' || name === 'i') return isPlainMark(name, style) ? NOTHING : ownRole(name)
  const isStrong = /(?<![\w-])font-weight:\s*(?:bold|bolder|[6-9]00)\b/i.test(style)
  const isSlanted = /(?<![\w-])font-style:\s*(?:italic|oblique)\b/i.test(style)
  if (isStrong) return isSlanted ? STRONG_EMPHASIS : STRONG
  return isSlanted ? EMPHASIS : ownRole(name)
}

/** Whether a link only names the heading that it stands in, or the place. */
export function isPermalink({ attributes, first, last, parent }: ElementNode): boolean {
  const href = attributes['href'] ?? ''
  const text =
    first === undefined ? '' : first === last && first.isText ? first.data.trim() : undefined
  if (text !== undefined && text !== '' && href.startsWith('#') && ANCHOR_TEXT.test(text))
    return true
  if (!isInHeading(parent)) return false
  const isMark = text !== undefined && ANCHOR_TEXT.test(text)
  return isMark && (href.includes('#') || ANCHOR_CLASS.test(attributes['class'] ?? ''))
}

function isInHeading(parent: ElementNode | undefined): boolean {
  return (
    parent !== undefined &&
    (parent.isHeading || (parent.parent !== undefined && parent.parent.isHeading))
  )
}

function holdsBlock({ first }: ElementNode): boolean {
  for (let child = first; child; child = child.next) {
    if (!child.isText && child.isBlock && child.name !== 'br') return true
  }
  return false
}

function ownRole(name: string): readonly string[] {
  const known = own.get(name)
  if (known) return known
  const roles = PLAIN.has(name) ? NOTHING : [name]
  if (own.size < 300) own.set(name, roles)
  return roles
}
