import { Has } from '../../markup/html/tokens/attribute-bits.ts'
import { ClassPattern } from '../../markup/html/tree/class-names.ts'
import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'

/** A box of a page that sets a remark apart: what kind of remark, its title, and the elements that only say these. */
export interface Callout {
  /** In capitals: `NOTE`, `WARNING`. */
  kind: string
  /** Empty where it only repeats the kind. */
  title: string
  /** Ids of the elements that hold kind and title. */
  heads: readonly number[]
  /** Id of the text whose first line says the kind, as written for a program that sets it; -1 for none. */
  marked: number
}

/** Classes that boxes of remarks have: of generators of documentation, editors and frameworks. */
const BOX = new ClassPattern(
  /(?:^|\s)(?:admonition(?:_[\w-]+)?|admonitionblock|theme-admonition|markdown-alert|callout|custom-block|hint-container|book-hint|plugin_note|(?:bs|docs|c|p)-callout|callout-block|starlight-aside|notecard|nextra-callout|admonish|confluence-information-macro|doc-?callout|notion-callout|vp-callout)(?=\s|$)/i,
)
/** Classes that do so together with a kind. */
const BOX_OF_KIND = new ClassPattern(
  /(?:^|\s)(?:alert|gl-alert|hint|notice|message|note-box|infobox-note|callout|callout_|bs-callout|admonition|panel-callout|c-alert|rst-alert)(?:[\s_-]{1,2}(?:is-|type-)?)(note|tip|hint|important|warning|warn|caution|danger|error|info|information|success|primary|secondary|attention|light|dark)(?=\s|$)/i,
)
/** Boxes of which nothing but the kind is named. */
const KIND_ONLY = new ClassPattern(/^\s*(note|tip|important|warning|caution|danger)\s*$/i)
const KIND =
  /(?:^|[\s_-])(note|tip|hint|important|warning|warn|caution|danger|error|information|info|success|abstract|summary|tldr|todo|question|faq|help|example|bug|failure|fail|attention|seealso|check|quote|details|primary|secondary|deprecated|experimental|versionadded)(?=[\s_-]|$)/i
/** Kinds of the same meaning under their usual name. */
const NAMES: Readonly<Record<string, string>> = {
  WARN: 'WARNING',
  INFORMATION: 'INFO',
  PRIMARY: 'NOTE',
  SECONDARY: 'NOTE',
  LIGHT: 'NOTE',
  DARK: 'NOTE',
  FAIL: 'FAILURE',
}
/** Signs that stand for kinds at the start of boxes that name none. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^\s*(?:⚠|🚧)/u, 'WARNING'],
  [/^\s*(?:❗|❕|‼)/u, 'IMPORTANT'],
  [/^\s*(?:🚨|🛑|⛔|❌)/u, 'CAUTION'],
  [/^\s*(?:💡|✨)/u, 'TIP'],
  [/^\s*(?:ℹ|📘|📝|📌|🗒|👉|🔖|📖|✏)/u, 'NOTE'],
]
const BOX_ELEMENTS = new Set([
  'div',
  'aside',
  'section',
  'blockquote',
  'p',
  'figure',
  'details',
  'table',
  'article',
])
/** Classes of what holds the title, and of pictures in it. */
const TITLE =
  /(?:^|[\s_-])(?:title(?:-inner|-container)?|alert-heading|heading|header|admonition-?heading|label)(?=\s|$|_)|admonitionHeading|[a-z]Title(?=_|\s|$)|__title(?=\s|$)/
const ICON = /icon|emoji|fold|anchor/i
/** The first line of a remark in the source, before it is set. */
export const WRITTEN = /^\s*\[!([a-z]{3,20})\][+-]?([^\n]{0,200})(?:\n|$)/i
/** Whether classes may be those of a remark, at little cost. */
const MAYBE = new ClassPattern(
  /admon|alert|callout|custom-block|hint|notice|message|note|aside|macro|tip|important|warning|caution|danger/i,
)
/** A remark holds no section of the page, and one of which nothing but the kind is named is short. */
const BOX_MAX_NODES = 400
const NAMED_MAX_NODES = 100
const HEAD_MAX_NODES = 30
const TITLE_MAX_CHARS = 200

/** The remark that an element is the box of; undefined for all others. */
export function calloutOf(element: ElementNode, nodes: readonly TreeNode[]): Callout | undefined {
  const { name, attributes, bits, classes } = element
  if (!BOX_ELEMENTS.has(name)) return undefined
  const stated = (bits & Has.callout) === 0 ? undefined : attributes['data-callout']
  if (stated === undefined && classes === undefined) {
    return name === 'blockquote' ? writtenCallout(element, nodes) : asideOf(element, nodes)
  }
  if (stated === undefined && !isBox(element)) return undefined
  const className = classes?.text
  if (holdsSection(element, nodes)) return undefined
  const head = headOf(element, nodes)
  const headText = head?.text ?? ''
  const found = stated ?? kindOf(className ?? '') ?? kindOfTitle(headText)
  const kind =
    (found ?? signOf(element, nodes) ?? 'NOTE').toUpperCase().replaceAll(/[^A-Z]/g, '') || 'NOTE'
  const named = NAMES[kind] ?? kind
  const label = (attributes['aria-label'] ?? '').trim()
  const title = (headText || label).slice(0, TITLE_MAX_CHARS).replace(/:$/, '')
  const isRepeated = [kind, named].includes(title.toUpperCase())
  return { kind: named, title: isRepeated ? '' : title, heads: head?.ids ?? [], marked: -1 }
}

function isBox({ name, id, end, classes }: ElementNode): boolean {
  if (classes?.matches(MAYBE) !== true) return false
  if (classes.matches(BOX) || classes.matches(BOX_OF_KIND)) return true
  const mayBe = name === 'details' || name === 'div' || name === 'aside'
  return mayBe && end - id < NAMED_MAX_NODES && classes.matches(KIND_ONLY)
}

function holdsSection({ id, end }: ElementNode, nodes: readonly TreeNode[]): boolean {
  if (end - id > BOX_MAX_NODES) return true
  for (let at = id + 1; at < end; at += 1) {
    const node = nodes[at]!
    if (!node.isText && (node.name === 'h1' || node.name === 'h2')) return true
  }
  return false
}

/** The kind that classes name: on their own rather than as the colour that a framework gives to it. */
function kindOf(className: string): string | undefined {
  const own = className.replaceAll(
    /(?:^|\s)alert\S*|information-macro(?=\s|-|$)|(?:hint|tip)-container|book-hint|custom-block/gi,
    ' ',
  )
  return [BOX_OF_KIND.pattern.exec(own), KIND.exec(own), BOX_OF_KIND.pattern.exec(className)].find(
    Boolean,
  )?.[1]
}

function kindOfTitle(title: string): string | undefined {
  return KIND.exec(` ${title.split(/[\s:]/, 1)[0] ?? ''} `)?.[1]
}

/** A quotation that begins with a kind in brackets. */
function writtenCallout(quote: ElementNode, nodes: readonly TreeNode[]): Callout | undefined {
  for (let id = quote.id + 1; id < quote.end && id < quote.id + 5; id += 1) {
    const node = nodes[id]!
    if (!node.isText || node.data.trim() === '') continue
    const [, kind, title = ''] = WRITTEN.exec(node.data) ?? []
    if (kind === undefined) return undefined
    return { kind: kind.toUpperCase(), title: title.trim(), heads: [], marked: id }
  }
  return undefined
}

/** A plain aside that begins with a sign, as note editors export their boxes. */
function asideOf(element: ElementNode, nodes: readonly TreeNode[]): Callout | undefined {
  if (element.name !== 'aside') return undefined
  const kind = signOf(element, nodes)
  return kind === undefined ? undefined : { kind, title: '', heads: [], marked: -1 }
}

function signOf(element: ElementNode, nodes: readonly TreeNode[]): string | undefined {
  for (let id = element.id + 1; id < element.end && id < element.id + HEAD_MAX_NODES; id += 1) {
    const node = nodes[id]!
    if (!node.isText || node.data.trim() === '') continue
    return SIGNS.find(([sign]) => sign.test(node.data))?.[1]
  }
  return undefined
}

/** The first element of a box that is named as its title. What stands before it may only be a picture. */
function headOf(
  box: ElementNode,
  nodes: readonly TreeNode[],
): { text: string; ids: number[] } | undefined {
  const ids: number[] = []
  const isTable = /(?:^|\s)admonitionblock(?:\s|$)/.test(box.attributes['class'] ?? '')
  for (let id = box.id + 1; id < box.end && id < box.id + HEAD_MAX_NODES; id += 1) {
    const node = nodes[id]!
    if (node.isText) {
      if (node.data.trim() === '') continue
      return ids.length > 0 ? { text: '', ids } : undefined
    }
    const { attributes } = node
    const className = attributes['class'] ?? ''
    if (isTable) {
      if (node.name !== 'td' || !/(?:^|\s)icon(?:\s|$)/.test(className)) continue
      const own = labelIn(node, nodes)
      const content = node.next?.isText === false ? titleIn(node.next) : undefined
      return content
        ? { text: textIn(content, nodes), ids: [node.id, content.id] }
        : { text: own, ids: [node.id] }
    }
    const isKind = node.name === 'p' && KIND_ONLY.pattern.test(textIn(node, nodes))
    const isTitle = node.name === 'summary' || TITLE.test(className) || isKind
    if (isTitle) return { text: textIn(node, nodes), ids: [...ids, node.id] }
    // A picture before the title goes with it.
    if (ICON.test(className) && !/\p{L}/u.test(textIn(node, nodes, false))) {
      ids.push(id)
      id = node.end - 1
    }
  }
  return undefined
}

/** What a picture is labelled with, where it holds no text. */
function labelIn(cell: ElementNode, nodes: readonly TreeNode[]): string {
  const text = textIn(cell, nodes, false)
  if (text !== '') return text
  for (let id = cell.id + 1; id < cell.end; id += 1) {
    const node = nodes[id]!
    if (!node.isText) return node.attributes['title'] ?? node.attributes['alt'] ?? ''
  }
  return ''
}

function titleIn({ first }: ElementNode): ElementNode | undefined {
  const isTitle =
    first?.isText === false && /(?:^|\s)title(?:\s|$)/.test(first.attributes['class'] ?? '')
  return isTitle ? first : undefined
}

function textIn(element: ElementNode, nodes: readonly TreeNode[], skipsIcons = true): string {
  let text = ''
  for (let id = element.id + 1; id < element.end && text.length < TITLE_MAX_CHARS; id += 1) {
    const node = nodes[id]!
    if (node.isText) text += node.data
    else if (skipsIcons && ICON.test(node.attributes['class'] ?? '')) id = node.end - 1
  }
  return text.replaceAll(/\s+/g, ' ').trim()
}
