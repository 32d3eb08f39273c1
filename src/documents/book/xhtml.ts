import { NOTE_ELEMENTS } from '../../convert/html/find-footnotes.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import { readAttributes, scanMarkup } from '../../markup/xml/scan.ts'

/** Elements that never have an end in HTML. */
const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)
/** Usual prefixes of what HTML writes without. */
const PREFIX = /^(?:h|html|xhtml|m|mml|math|svg):/i

/** Elements within each other whose ends are waited for. */
const OPEN_MAX_COUNT = 500

/** Changes made to a page of XHTML while it is written as HTML. */
export interface Rewriting {
  /** Another address for a link, which stands in a raised part or not. */
  address?(
    href: string,
    attributes: ReadonlyMap<string, string>,
    isRaised: boolean,
  ): string | undefined
  /** Ids of the elements that are taken out of the page, each with the block of text that it begins. */
  taken?: ReadonlySet<string> | undefined
}

interface OpenElement {
  name: string
  /** Where its HTML begins. */
  from: number
  /** Ids of notes that begin in it. */
  ids: string[]
}

/**
 * Writes XHTML as HTML: what ends in its own tag (`<a id="x"/>`, `<title/>`) gets an end tag, sections of character data become
 * text. Returns what was taken out besides, by id.
 */
export function xhtmlToHtml(
  source: string,
  { address, taken }: Rewriting = {},
): { html: string; notes: ReadonlyMap<string, string> } {
  const parts: string[] = []
  const open: OpenElement[] = []
  const notes = new Map<string, string>()
  let raised = 0
  const end = (element: OpenElement): void => {
    if (element.ids.length === 0) return
    const [first = '', ...others] = element.ids
    notes.set(first, parts.splice(element.from).join(''))
    for (const id of others) notes.set(id, '')
  }
  scanMarkup(source, {
    open(tag, written, isEmpty) {
      const name = tag.replace(PREFIX, '').toLowerCase()
      const attributes = readAttributes(written)
      const from = parts.length
      const href = name === 'a' ? attributes.get('href') : undefined
      const other = href === undefined ? undefined : address?.(href, attributes, raised > 0)
      if (other === undefined) parts.push(`<${name}${written}>`)
      else parts.push(`<${name}${withAddress(attributes, other)}>`)
      const isVoid = VOID.has(name)
      if (!isVoid && open.length < OPEN_MAX_COUNT) open.push({ name, from, ids: [] })
      if (name === 'sup') raised += 1
      const id = attributes.get('id') ?? (name === 'a' ? attributes.get('name') : undefined)
      if (id !== undefined && taken?.has(id) === true) {
        open.findLast((element) => NOTE_ELEMENTS.has(element.name))?.ids.push(id)
      }
      if (isEmpty && !isVoid) this.close(tag)
    },
    text(raw) {
      parts.push(raw)
    },
    cdata(text) {
      parts.push(escapeHtml(text))
    },
    close(tag) {
      const name = tag.replace(PREFIX, '').toLowerCase()
      if (VOID.has(name)) return
      parts.push(`</${name}>`)
      if (name === 'sup') raised -= 1
      const at = open.findLastIndex((element) => element.name === name)
      if (at === -1) return
      for (const element of open.splice(at).toReversed()) end(element)
    },
  })
  for (const element of open.toReversed()) end(element)
  return { html: parts.join(''), notes }
}

function withAddress(attributes: ReadonlyMap<string, string>, href: string): string {
  return [...attributes]
    .map(
      ([name, value]) =>
        ` ${name}="${name === 'href' ? escapeHtml(href) : value.replaceAll('"', '&quot;')}"`,
    )
    .join('')
}
