import { cleanText } from '../../lib/text.ts'
import { MarkdownWriter } from '../../markdown/write/markdown-writer.ts'
import type { PageTree } from '../../markup/html/parse-page.ts'
import { scriptText } from '../../markup/html/raised-text.ts'
import type { Attributes } from '../../markup/html/tokens/attributes.ts'
import { ClassPattern } from '../../markup/html/tree/class-names.ts'
import { hasSource } from '../../markup/html/tree/formula-text.ts'
import {
  visitNodes,
  type ElementNode,
  type TextNode,
  type TreeNode,
} from '../../markup/html/tree/node.ts'
import type { MarkdownStyle } from '../engine.ts'
import { calloutOf, WRITTEN } from './callouts.ts'
import { codeLanguage } from './code-language.ts'
import { codeText, isCodeBlock, isCodeTool } from './code.ts'
import { completeStructures } from './complete.ts'
import { formulaOf, isTypesetCopy } from './formulas/formulas.ts'
import { formulaAcross, mayHoldFormulas, splitFormulas } from './formulas/raw-formulas.ts'
import { layoutTables } from './layout-tables.ts'
import { ListNumbers } from './list-numbers.ts'
import { linkAddress } from './media/link-address.ts'
import { writeEmbed, writeImage } from './media/write-media.ts'
import { findFootnotes, type Footnotes } from './notes/footnotes.ts'
import { findSideNotes, type SideNotes } from './notes/side-notes.ts'
import { isPermalink, rolesOf } from './roles.ts'
import { findTabs, type Tabs } from './tabs.ts'

/** Titles of abbreviations that are longer are no expansions. */
const EXPANSION_MAX_CHARS = 80
const SHORT_MAX_CHARS = 40
/** What all classes have in common that make an element something else. */
const SPECIAL_CLASS = new ClassPattern(
  /math|mj[xp]|tex(?!t)|formula|equation|stem|mw-|highlight|hljs-ln|js-file|blob-wr|diff-t|rouge|lntable|crayon|codemirror|cm-content|view-lines|ace_|enlighter|code-block-lines|line-?n|gutter|margin-view|toolbar|katex|(?:^|\s)lang(?:\s|$)/i,
)
/** What Wikipedia puts beside the text for its editors and readers. */
const EDITOR_CLASS = new ClassPattern(/(?:^|\s)mw-(?:editsection|cite-backlink)(?:\s|$)/)
/** Blocks that part the text around them even where nothing of them is written; a figure or an aside may stand within a sentence. */
const PARTING = new Set('div p section article nav form header footer h1 h2 h3 h4 h5 h6'.split(' '))
const NO_ATTRIBUTES: Attributes = {}
const BOX_ROLES = ['div'] as const
const TAB_ROLES = ['p', 'strong'] as const

/** What of a page is written. */
export interface Writing {
  /** Whether each node is written: 1 by its id. */
  kept: Uint8Array
  /** Address of the page; empty when nothing leads within it by its address. */
  address?: string
  /** Whether what belongs to kept text is written too, as notes to their marks; `kept` is then changed. */
  completes?: boolean
  /** Is given 1, by id, for each node of which something is written. */
  written?: Uint8Array
}

/**
 * Writes the kept nodes of a page as Markdown, in one walk. Addresses become absolute and lose what only
 * tracks; only http, https and mailto stay. Time is linear in the size of the page.
 */
export function writeMarkdown(
  tree: PageTree,
  writing: Writing,
  baseUrl: string,
  style: MarkdownStyle,
): string {
  return new PageWriter(tree, writing, baseUrl, style).write()
}

class PageWriter {
  readonly #tree: PageTree
  readonly #kept: Uint8Array
  readonly #written: Uint8Array
  readonly #baseUrl: string
  readonly #style: MarkdownStyle
  readonly #writer: MarkdownWriter
  readonly #isLayout: Uint8Array
  readonly #footnotes: Footnotes
  /** What each open element was written as, outermost first. */
  readonly #roles: (readonly string[])[] = []
  readonly #numbers = new ListNumbers()
  readonly #tabs: Tabs
  readonly #sideNotes: SideNotes
  /** Ids of elements that are left out, as what they say is written otherwise. */
  readonly #left = new Set<number>()
  /** Ids of remarks that are open. */
  readonly #callouts = new Set<number>()
  /** Notes out of paragraphs, which are written at the end. */
  readonly #deferred: ElementNode[] = []
  /** The text that says the kind of a remark in its first line. */
  #marked = -1
  /** The last node that was written together with one before it. */
  #writtenTo = -1
  /** Whether the next text follows the number of its note. */
  #followsNumber = false
  /** Definition lists whose last definition was written as an item of a list that is still open. */
  readonly #definitions = new Set<ElementNode>()
  /** Abbreviations that have been expanded. */
  readonly #expanded = new Set<string>()

  constructor(tree: PageTree, writing: Writing, baseUrl: string, style: MarkdownStyle) {
    const { kept, address = '', completes = false } = writing
    this.#written = writing.written ?? new Uint8Array(0)
    if (completes) completeStructures(tree.nodes, kept)
    this.#tree = tree
    this.#kept = kept
    this.#baseUrl = baseUrl
    this.#style = style
    this.#writer = new MarkdownWriter({ faithful: false, references: style.links === 'reference' })
    this.#footnotes = findFootnotes(tree, { kept, address, keepsNotes: completes })
    this.#isLayout = layoutTables(tree, kept)
    this.#sideNotes = findSideNotes(tree, kept, new Set(this.#footnotes.notes.values()))
    this.#tabs = findTabs(tree, kept)
    for (const ids of [this.#footnotes.backLinks, this.#sideNotes.marks, this.#tabs.strips]) {
      for (const id of ids) this.#left.add(id)
    }
  }

  write(): string {
    this.#walk(this.#tree.root)
    for (const note of this.#deferred) {
      this.#writer.openNote(this.#sideNotes.notes.get(note.id) ?? '')
      this.#walk(note)
      this.#writer.closeNote()
    }
    return this.#writer.end()
  }

  #walk(root: ElementNode): void {
    visitNodes(
      root,
      (node) => this.#enter(node),
      (element) => this.#leave(element),
    )
  }

  #enter(node: TreeNode): boolean {
    const isKept = this.#kept[node.id] === 1
    if (node.isText) {
      if (isKept && node.id > this.#writtenTo) this.#writeText(node)
      if (isKept) this.#written[node.id] = 1
      return false
    }
    const number = node.name === 'li' ? this.#numbers.count(node) : undefined
    if (!isKept && PARTING.has(node.name)) this.#part()
    if (!isKept) return false
    if (node.id <= this.#writtenTo) return this.#mark(node)
    if (this.#left.has(node.id)) {
      const isBackLink = this.#footnotes.backLinks.has(node.id)
      this.#followsNumber = node.parent?.first === node && isBackLink
      return !isBackLink && this.#mark(node)
    }
    if (this.#isWritten(node)) return !isTool(node) && this.#mark(node)
    if (node.name === 'ol') this.#numbers.begin(node)
    this.#open(node, number)
    return true
  }

  /** Notes that all of an element has been written; there is no need to go in. */
  #mark({ id, end }: ElementNode): false {
    this.#written.fill(1, id, end)
    return false
  }

  /** Ends the paragraph where a block stands that is empty or left out: words before and after it are not one. */
  #part(): void {
    this.#writer.open('div', NO_ATTRIBUTES)
    this.#writer.close('div')
  }

  /** Writes a text, and the formulas between delimiters in it. */
  #writeText(node: TextNode): void {
    const writer = this.#writer
    let { data } = node
    if (node.id === this.#marked) data = data.replace(WRITTEN, '')
    if (this.#followsNumber) data = data.replace(/^\s*[.:)\]]\s*/, '')
    this.#followsNumber = false
    if (!mayHoldFormulas(node)) {
      writer.text(readable(data))
      return
    }
    const across = formulaAcross(node)
    if (across) this.#writtenTo = across.last.isText ? across.last.id : across.last.end - 1
    for (const { text, formula } of splitFormulas(across?.text ?? data)) {
      if (formula === undefined) writer.text(readable(text))
      else writer.addMath(cleanText(text), formula === 'block')
    }
  }

  /** Writes elements that are more than a container of what is inside them; true when that is all of it. */
  #isWritten(element: ElementNode): boolean {
    const writer = this.#writer
    switch (element.name) {
      case 'math':
      case 'script':
      case 'svg':
        return this.#isFormula(element)
      case 'img':
        if (!this.#isFormula(element)) writeImage(this.#writer, element, this.#baseUrl, this.#style)
        return true
      case 'pre':
      case 'listing':
      case 'xmp':
      case 'table':
      case 'code':
        return this.#isFormula(element) || this.#isCode(element)
      case 'sup':
      case 'sub':
        return this.#isReference(element) || this.#isScript(element, element.name)
      case 'a':
        return this.#isReference(element) || isTool(element)
      case 'iframe':
      case 'video':
      case 'audio':
        writeEmbed(this.#writer, element, this.#baseUrl, this.#style)
        return true
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
        return this.#isSpecial(element)
    }
  }

  /** Elements that are recognized only by their class, or by what scripts know them by. */
  #isSpecial(element: ElementNode): boolean {
    const label = this.#sideNotes.notes.get(element.id)
    if (label !== undefined) {
      this.#writer.addInline(`[^${label}]`)
      this.#deferred.push(element)
      return true
    }
    const { classes } = element
    const mayBe = classes
      ? classes.matches(SPECIAL_CLASS)
      : element.name.includes('-') || hasSource(element)
    if (!mayBe) return false
    return (
      isTool(element) || isTypesetCopy(element) || this.#isFormula(element) || this.#isCode(element)
    )
  }

  #open(element: ElementNode, number: number | undefined): void {
    const { id, parent, attributes } = element
    const label = this.#footnotes.notes.get(id)
    const isLayout = this.#isLayout[id] === 1
    const inNotes =
      this.#footnotes.lists.has(id) ||
      (parent !== undefined && this.#footnotes.lists.has(parent.id))
    const isCallout = this.#openCallout(element)
    const isNote = label !== undefined && element.name === 'dd'
    const roles =
      isCallout || isNote
        ? BOX_ROLES
        : rolesOf(element, { isLayout, inNotes, links: this.#style.links !== 'none' })
    this.#roles.push(roles)
    this.#writeTab(id)
    if (label !== undefined) this.#writer.openNote(label)
    else if (element.name === 'dd') this.#openDefinitions(parent)
    for (const role of roles) {
      this.#writer.open(role, this.#attributesOf(role, attributes, number))
    }
  }

  #openCallout(element: ElementNode): boolean {
    const callout = calloutOf(element, this.#tree.nodes)
    if (!callout) return false
    this.#callouts.add(element.id)
    for (const id of callout.heads) this.#left.add(id)
    this.#marked = callout.marked
    this.#writer.openCallout(callout.kind, cleanText(callout.title))
    return true
  }

  /** Writes the label of a panel over it. */
  #writeTab(id: number): void {
    const label = this.#tabs.labels.get(id)
    if (label === undefined) return
    for (const role of TAB_ROLES) this.#writer.open(role, NO_ATTRIBUTES)
    this.#writer.text(cleanText(label))
    for (const role of TAB_ROLES.toReversed()) this.#writer.close(role)
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
    if (this.#callouts.has(id)) writer.closeCallout()
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

  #isFormula(element: ElementNode): boolean {
    const formula = formulaOf(element, this.#tree.nodes)
    if (!formula) return false
    const { tex, visibleText = '', isBlock } = formula
    if (tex !== '') this.#writer.addMath(cleanText(tex), isBlock)
    else if (visibleText !== '') this.#writer.text(` [Formula: ${cleanText(visibleText)}] `)
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
    this.#writer.text(cleanText(scriptText(kind, text)))
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
}

/** Whether an element serves only those who read or edit the page itself. */
function isTool(element: ElementNode): boolean {
  return (
    (element.name === 'a' && isPermalink(element)) ||
    isCodeTool(element) ||
    element.classes?.matches(EDITOR_CLASS) === true
  )
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
