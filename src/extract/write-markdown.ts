import { cleanText } from '../lib/text.ts'
import { MarkdownWriter } from '../markdown/markdown-writer.ts'
import { codeLanguage } from './emit/code-language.ts'
import { codeText, isCodeBlock, isCodeTool } from './emit/code.ts'
import { findFootnotes, type Footnotes } from './emit/footnotes.ts'
import { formulaOf, isTypesetCopy } from './emit/formulas.ts'
import { imageAddress } from './emit/image-source.ts'
import { layoutTables } from './emit/layout-tables.ts'
import { linkAddress } from './emit/link-address.ts'
import { isPermalink, rolesOf } from './emit/roles.ts'
import { smallScript } from './emit/small-scripts.ts'
import type { MarkdownStyle } from './engine.ts'
import type { Attributes } from './hidden.ts'
import { visitNodes, type ElementNode, type TreeNode } from './tree/node.ts'
import type { PageTree } from './tree/parse-page.ts'

const ALT_MAX_CHARS = 300
/** Titles of abbreviations that are longer are no expansions. */
const EXPANSION_MAX_CHARS = 80
const SHORT_MAX_CHARS = 40
/** Images that are letters: emoji, and smileys of forums. */
const EMOJI_CLASS = /(?:^|\s)(?:emoji|wp-smiley|smiley|twemoji|emojione|smilie)(?:\s|$)/i
/** What all classes have in common that make an element something else. */
const SPECIAL_CLASS = /math|mjx|tex|mw-|highlighter|hljs-ln|js-file|blob-wr|diff-t/i
/** What Wikipedia puts beside the text for its editors and readers. */
const EDITOR_CLASS = /(?:^|\s)mw-(?:editsection|cite-backlink)(?:\s|$)/
const NO_ATTRIBUTES: Attributes = {}

/**
 * Writes the kept nodes of a page as Markdown, in one walk. Addresses become absolute and lose what only
 * tracks; only http, https and mailto stay. Time is linear in the size of the page.
 */
export function writeMarkdown(
  tree: PageTree,
  kept: Uint8Array,
  baseUrl: string,
  style: MarkdownStyle,
): string {
  return new PageWriter(tree, kept, baseUrl, style).write()
}

class PageWriter {
  readonly #tree: PageTree
  readonly #kept: Uint8Array
  readonly #baseUrl: string
  readonly #style: MarkdownStyle
  readonly #writer: MarkdownWriter
  readonly #isLayout: Uint8Array
  readonly #footnotes: Footnotes
  /** What each open element was written as, outermost first. */
  readonly #roles: (readonly string[])[] = []
  /** The number that comes next in each list that counts. */
  readonly #numbers = new Map<ElementNode, { next: number; step: number }>()
  /** Definition lists whose last definition was written as an item of a list that is still open. */
  readonly #definitions = new Set<ElementNode>()
  /** Abbreviations that have been expanded. */
  readonly #expanded = new Set<string>()

  constructor(tree: PageTree, kept: Uint8Array, baseUrl: string, style: MarkdownStyle) {
    this.#tree = tree
    this.#kept = kept
    this.#baseUrl = baseUrl
    this.#style = style
    this.#writer = new MarkdownWriter({ faithful: false, references: style.links === 'reference' })
    this.#isLayout = layoutTables(tree, kept)
    this.#footnotes = findFootnotes(tree.nodes, kept)
  }

  write(): string {
    visitNodes(
      this.#tree.root,
      (node) => this.#enter(node),
      (element) => this.#leave(element),
    )
    return this.#writer.end()
  }

  #enter(node: TreeNode): boolean {
    const isKept = this.#kept[node.id] === 1
    if (node.isText) {
      if (isKept) this.#writer.text(readable(node.data))
      return false
    }
    const number = node.name === 'li' ? this.#count(node) : undefined
    if (!isKept || this.#isWritten(node)) return false
    if (node.name === 'ol') this.#numbers.set(node, numbering(node))
    this.#open(node, number)
    return true
  }

  /** Writes elements that are more than a container of what is inside them; true when that is all of it. */
  #isWritten(element: ElementNode): boolean {
    const writer = this.#writer
    switch (element.name) {
      case 'math':
      case 'script':
        return this.#isFormula(element)
      case 'img':
        if (!this.#isFormula(element)) this.#writeImage(element)
        return true
      case 'pre':
      case 'listing':
      case 'xmp':
      case 'table':
      case 'code':
        return this.#isCode(element)
      case 'sup':
      case 'sub':
        return this.#isReference(element) || this.#isScript(element, element.name)
      case 'a':
        return (
          this.#footnotes.backLinks.has(element.id) ||
          this.#isReference(element) ||
          isPermalink(element)
        )
      case 'rp':
      case 'rtc':
        return true
      case 'wbr':
        return true
      case 'td':
      case 'button':
      case 'clipboard-copy':
        return isCodeTool(element)
      case 'rt':
        writer.text('(')
        return false
      case 'q':
        writer.text('“')
        return false
      default:
        return this.#isSpecial(element, element.attributes['class'])
    }
  }

  /** Elements that are recognized only by their class. */
  #isSpecial(element: ElementNode, className: string | undefined): boolean {
    if (className === undefined || !SPECIAL_CLASS.test(className)) return false
    return (
      EDITOR_CLASS.test(className) ||
      isTypesetCopy(element) ||
      this.#isFormula(element) ||
      this.#isCode(element)
    )
  }

  #open(element: ElementNode, number: number | undefined): void {
    const { id, parent, attributes } = element
    const label = this.#footnotes.notes.get(id)
    const isLayout = this.#isLayout[id] === 1
    const inNotes =
      this.#footnotes.lists.has(id) ||
      (parent !== undefined && this.#footnotes.lists.has(parent.id))
    const roles = rolesOf(element, { isLayout, inNotes, links: this.#style.links !== 'none' })
    this.#roles.push(roles)
    if (label !== undefined) this.#writer.openNote(label)
    else if (element.name === 'dd') this.#openDefinitions(parent)
    for (const role of roles) {
      this.#writer.open(role, this.#attributesOf(role, attributes, number))
    }
  }

  /** Definitions that follow one another are items of one list. */
  #openDefinitions(list: ElementNode | undefined): void {
    if (!list || this.#definitions.has(list)) return
    this.#definitions.add(list)
    this.#writer.open('ul', NO_ATTRIBUTES)
  }

  #closeDefinitions({ parent, next }: ElementNode): void {
    if (!parent || !this.#definitions.has(parent)) return
    let follower = next
    while (follower && (follower.isText || this.#kept[follower.id] === 0)) follower = follower.next
    if (follower?.isText === false && follower.name === 'dd') return
    this.#definitions.delete(parent)
    this.#writer.close('ul')
  }

  #leave(element: ElementNode): void {
    const writer = this.#writer
    const { name, id, attributes } = element
    if (name === 'rt') writer.text(')')
    else if (name === 'q') writer.text('”')
    else if (name === 'abbr' || name === 'acronym') this.#expand(element, attributes['title'])
    const roles = this.#roles.pop() ?? []
    for (let at = roles.length - 1; at >= 0; at -= 1) writer.close(roles[at]!)
    if (this.#footnotes.notes.has(id)) writer.closeNote()
    else if (name === 'dd') this.#closeDefinitions(element)
  }

  #attributesOf(role: string, attributes: Attributes, number: number | undefined): Attributes {
    switch (role) {
      case 'a': {
        const href = linkAddress(attributes['href'] ?? '', this.#baseUrl)
        return href === '' ? NO_ATTRIBUTES : { href }
      }
      case 'li':
        return number === undefined ? NO_ATTRIBUTES : { value: String(number) }
      case 'td':
      case 'th':
      case 'ol':
      case 'input':
        return attributes
      default:
        return NO_ATTRIBUTES
    }
  }

  /** The number of an item as a browser shows it; undefined outside of lists that count. */
  #count({ parent, attributes }: ElementNode): number | undefined {
    const numbers = parent && this.#numbers.get(parent)
    if (!numbers) return undefined
    const own = Number.parseInt(attributes['value'] ?? '', 10)
    const number = Number.isNaN(own) ? numbers.next : own
    numbers.next = number + numbers.step
    return number
  }

  #isFormula(element: ElementNode): boolean {
    const formula = formulaOf(element, this.#tree.nodes)
    if (!formula) return false
    this.#writer.addMath(cleanText(formula.tex), formula.isBlock)
    return true
  }

  #isCode(element: ElementNode): boolean {
    if (!isCodeBlock(element)) return false
    const text = cleanText(codeText(element, this.#kept))
    if (text.trim() !== '') this.#writer.addCode(text, codeLanguage(element))
    return true
  }

  #isReference({ id }: ElementNode): boolean {
    const label = this.#footnotes.references.get(id)
    if (label !== undefined) this.#writer.addInline(`[^${label}]`)
    return label !== undefined
  }

  #isScript(element: ElementNode, kind: 'sub' | 'sup'): boolean {
    const text = this.#shortText(element)
    if (text === undefined) return false
    this.#writer.text(cleanText(smallScript(text, kind)))
    return true
  }

  /** The text of an element that holds only a little of it; undefined when there is more inside. */
  #shortText(element: ElementNode): string | undefined {
    let text = ''
    for (let id = element.id + 1; id < element.end; id += 1) {
      const node = this.#tree.nodes[id]!
      if (node.isText) text += node.data
      else if (node.name === 'img' || leads(node)) return undefined
      if (text.length > SHORT_MAX_CHARS) return undefined
    }
    return text
  }

  /** Says once what an abbreviation stands for, where the page does. */
  #expand(element: ElementNode, title: string | undefined): void {
    const expansion = cleanText(title ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (expansion === '' || expansion.length > EXPANSION_MAX_CHARS) return
    const text = this.#shortText(element)?.trim() ?? ''
    // In links and tables the name in full stands beside it as a rule.
    if (/^(?:a|td|th)$/.test(element.parent?.name ?? '')) return
    if (text === '' || text.length >= expansion.length || this.#expanded.has(text)) return
    this.#expanded.add(text)
    this.#writer.text(` (${expansion})`)
  }

  #writeImage(image: ElementNode): void {
    const { alt: found = '', class: className = '' } = image.attributes
    const alt = cleanText(found).replaceAll(/\s+/g, ' ').trim().slice(0, ALT_MAX_CHARS)
    if (EMOJI_CLASS.test(className) && alt !== '' && alt.length <= SHORT_MAX_CHARS) {
      this.#writer.text(alt)
      return
    }
    if (this.#style.images === 'none') return
    if (this.#style.images === 'alt') {
      if (alt !== '') this.#writer.text(` [Image: ${alt}] `)
      return
    }
    const src = imageAddress(image, this.#baseUrl)
    if (src === '') return
    this.#writer.open('img', { src, alt })
    this.#writer.close('img')
  }
}

/** Whether an element leads out of the page. */
function leads({ name, attributes }: ElementNode): boolean {
  return name === 'a' && attributes['href'] !== undefined && !attributes['href'].startsWith('#')
}

/** Text without what readers do not see, before it is decided what in it must be escaped. */
function readable(text: string): string {
  if (text === ' ') return text
  const cleaned = cleanText(text)
  return cleaned.includes('\u00A0') ? cleaned.replaceAll('\u00A0', ' ') : cleaned
}

/** Where a list begins to count, and whether it counts down. */
function numbering({ attributes, first }: ElementNode): { next: number; step: number } {
  const start = Number.parseInt(attributes['start'] ?? '', 10)
  const isReversed = attributes['reversed'] !== undefined
  return {
    next: Number.isNaN(start) ? (isReversed ? itemsOf(first) : 1) : start,
    step: isReversed ? -1 : 1,
  }
}

function itemsOf(first: TreeNode | undefined): number {
  let items = 0
  for (let child = first; child; child = child.next) {
    if (!child.isText && child.name === 'li') items += 1
  }
  return items
}
