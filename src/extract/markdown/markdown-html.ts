import { escapeLabel } from '../../markdown/escape.ts'
import type { MarkdownStyle } from '../engine.ts'
import { decodeReferences, destination, isFollowed } from './markdown-address.ts'

const ALT_MAX_CHARS = 300

/** Replacement of a part of a text. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** One tag, comment or declaration; `name` is empty for what is no tag. */
interface Tag {
  start: number
  end: number
  name: string
  isClosing: boolean
  source: string
}

const OPEN_OR_CLOSE_TAG =
  /<(\/?)([a-z][a-z\d-]*)(?:\s+[a-z_:][\w:.-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?>/iy
const ATTRIBUTE = /([a-z_:][\w:.-]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/gi
/** Left out with all that is between their tags. */
const UNREAD = new Set('script style template iframe noframes noembed object svg math'.split(' '))
/** After their closing tags text goes on elsewhere on the page. */
const SEPARATING = new Set(
  'td th tr li p div summary h1 h2 h3 h4 h5 h6 dt dd option figcaption'.split(' '),
)
const NAMES = new Set(
  `a abbr acronym address applet area article aside audio b base bdi bdo big blockquote body br button canvas
  caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed
  fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i
  iframe img input ins kbd label legend li link main map mark marquee math menu meta meter nav nobr noembed
  noframes noscript object ol optgroup option output p param picture plaintext pre progress q rp rt ruby s
  samp script search section select slot small source span strike strong style sub summary sup svg table
  tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp`.split(
    /\s+/,
  ),
)

/** Where special constructs begin and end; each of them, left open, takes all that follows. */
const SPECIALS = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
] as const

/**
 * Takes the HTML out of a Markdown text: `<img>` and `<a>` become what Markdown has for them, as far as the
 * style lets them, `<br>` stays, placeholders such as `<name>` become text, every other tag goes and
 * leaves its content. `places` are the starts of what Markdown takes for HTML; without them, all is.
 */
export function htmlEdits(text: string, style: MarkdownStyle, places?: readonly number[]): Edit[] {
  const edits: Edit[] = []
  const links: { edit: Edit; href: string }[] = []
  let unread: Tag | undefined
  for (const tag of tagsOf(text, places)) {
    if (unread) {
      if (!tag.isClosing || tag.name !== unread.name) continue
      edits.push({ start: unread.start, end: tag.end, text: '' })
      unread = undefined
    } else if (UNREAD.has(tag.name) && !tag.isClosing) {
      unread = tag
    } else {
      const edit = { start: tag.start, end: tag.end, text: replacement(tag, text, style) }
      edits.push(edit)
      if (tag.name === 'a') pairLink(tag, edit, links, text, style)
    }
  }
  if (unread) edits.push({ start: unread.start, end: text.length, text: '' })
  return edits
}

function* tagsOf(text: string, places?: readonly number[]): Generator<Tag> {
  let end = 0
  for (const start of places ?? starts(text)) {
    if (start < end) continue
    const tag = tagAt(text, start)
    if (!tag) continue
    yield tag
    end = tag.end
  }
}

function* starts(text: string): Generator<number> {
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) yield at
}

function tagAt(text: string, start: number): Tag | undefined {
  for (const [opening, closing] of SPECIALS) {
    if (!text.startsWith(opening, start)) continue
    const at = text.indexOf(closing, start + opening.length - (opening === '<!--' ? 2 : 0))
    const end = at === -1 ? text.length : at + closing.length
    return { start, end, name: '', isClosing: false, source: '' }
  }
  OPEN_OR_CLOSE_TAG.lastIndex = start
  const [source, slash, name = ''] = OPEN_OR_CLOSE_TAG.exec(text) ?? []
  if (source !== undefined) {
    const end = start + source.length
    return { start, end, name: name.toLowerCase(), isClosing: slash === '/', source }
  }
  if (!/[a-z/]/i.test(text.charAt(start + 1))) return undefined
  return { start, end: start + 1, name: '<', isClosing: false, source: '<' }
}

function replacement(
  { name, isClosing, source, end }: Tag,
  text: string,
  style: MarkdownStyle,
): string {
  if (name === 'img') {
    const { alt = '', src = '' } = attributesOf(source)
    return imageText(alt, src, style)
  }
  if (name === 'br') return '<br>'
  const isPlaceholder = name !== '' && !NAMES.has(name) && !/[\s=]/.test(source)
  if (isPlaceholder) return `\\${source}`
  const continues = isClosing && SEPARATING.has(name) && /\S/.test(text.charAt(end))
  return continues ? ' ' : ''
}

/** Makes a Markdown link of an `<a>` that holds text and no other link. */
function pairLink(
  { isClosing, source }: Tag,
  edit: Edit,
  open: { edit: Edit; href: string }[],
  text: string,
  style: MarkdownStyle,
): void {
  if (!isClosing) {
    open.push({ edit, href: attributesOf(source)['href'] ?? '' })
    return
  }
  const start = open.pop()
  if (!start || open.length > 0) return
  const label = text.slice(start.edit.end, edit.start)
  const isLabel = /\S/.test(label) && !/\n\s*\n|\]\(|<a\s/i.test(label)
  if (!isLabel || style.links === 'none' || !isFollowed(start.href)) return
  start.edit.text = '['
  edit.text = `](${destination(start.href)})`
}

function attributesOf(tag: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', value = ''] of tag.replace(/^<[^\s/>]+/, '').matchAll(ATTRIBUTE)) {
    attributes[name.toLowerCase()] ??= decodeReferences(value.replace(/^(["'])(.*)\1$/s, '$2'))
  }
  return attributes
}

/** An image as the style wants it: Markdown, its text, or nothing. */
export function imageText(alt: string, address: string, style: MarkdownStyle): string {
  if (style.images === 'none') return ''
  const label = escapeLabel(alt.replaceAll(/\s+/g, ' ').trim().slice(0, ALT_MAX_CHARS))
  if (style.images === 'keep' && isFollowed(address)) return `![${label}](${destination(address)})`
  return label === '' ? '' : `[Image: ${label}]`
}
