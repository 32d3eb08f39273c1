import { decoded, type FoundFootnotes, NOTE_ELEMENTS } from '../../convert/html/find-footnotes.ts'
import { mathmlToTex } from '../../extract/emit/formulas/mathml.ts'
import { visibilityOfStyle } from '../../markup/html/hiding/hidden.ts'
import { type HtmlListener, readHtml } from '../../markup/html/read-html.ts'
import type { Attributes } from '../../markup/html/tokens/attributes.ts'
import { append, type ElementNode, makeElement, TextNode } from '../../markup/html/tree/node.ts'
import type { DocumentWriter } from '../document-writer.ts'

/** Particulars of the document that a page of HTML stands in. */
export interface HtmlSettings {
  /** Where a link leads; undefined for one within the document. */
  findAddress(href: string): string | undefined
  /** Name of a picture, which may be empty; undefined for a decoration. */
  findPictureName(attributes: Attributes): string | undefined
  footnotes: FoundFootnotes | undefined
  /** Tables that only place what is in them, by their order. */
  layoutTables?: ReadonlySet<number> | undefined
  keepsHidden: boolean
  /** The element that is left out, by its number among those like it, and what takes its text. */
  folded?:
    | {
        isOne: (name: string, attributes: Attributes) => boolean
        number: number | undefined
        take: (text: string) => void
      }
    | undefined
}

/** Elements whose text is none of the document. */
const SKIPPED = new Set(
  'script style template head title noscript iframe object canvas audio video datalist'.split(' '),
)
/** Places of pages of print, and what stands for formulas that are read. */
const LEFT_OUT = /^(?:pagebreak|doc-pagebreak)$/
const PARTS = /^(?:table|thead|tbody|tfoot|tr|td|th)$/
/** Marks of what holds the footnotes of a document. */
const SECTION = /(?:foot|end|rear)notes?(?:$|[\s_-])|doc-endnotes/i

/** Writes a page of HTML. Linear; nothing is fetched, nothing runs. */
export function writeHtml(html: string, out: DocumentWriter, settings: HtmlSettings): void {
  readHtml(html, new HtmlBody(out, settings), { wantsForeign: () => true })
}

/** A formula that is being read. */
interface OpenMath {
  root: ElementNode
  at: ElementNode
  tex: string
}

/** Tells the writer what a page of HTML says: formulas as TeX, pictures by their names, footnotes, hidden text counted. */
class HtmlBody implements HtmlListener {
  readonly #out: DocumentWriter
  readonly #settings: HtmlSettings
  /** What each open element became: the name it was opened by, or what ends with it. */
  readonly #open: (string | (() => void) | undefined)[] = []
  /** Elements that are left out, and how deep they are. */
  #skipped = 0
  #hidden: { depth: number; text: string; take: (text: string) => void } | undefined
  #drawing: { depth: number; title: string; isTitle: boolean } | undefined
  #math: OpenMath | undefined
  #counts = { links: 0, sups: 0, lists: 0, tables: 0, foldable: 0 }
  readonly #openTables: boolean[] = []
  #openNotes = 0
  #openSections = 0
  #hasRubyBrackets = false
  /** Whether the mark of a footnote stood at its beginning, and its full stop may follow. */
  #isAfterMark = false
  #isAtNoteStart = false

  constructor(out: DocumentWriter, settings: HtmlSettings) {
    this.#out = out
    this.#settings = settings
  }

  open(name: string, attributes: Attributes): void {
    const index = this.#number(name)
    const isFoldable = this.#settings.folded?.isOne(name, attributes) === true
    if (isFoldable) this.#counts.foldable += 1
    if (this.#math) this.#openInMath(this.#math, name, attributes)
    else if (this.#drawing) {
      this.#drawing.depth += 1
      this.#drawing.isTitle = name === 'title'
    } else if (this.#hidden) {
      this.#hidden.depth += 1
      this.#hidden.text += ' '
    } else if (this.#skipped > 0 || SKIPPED.has(name) || isLeftOut(name, attributes)) {
      this.#skipped += 1
    } else if (this.#isFolded(isFoldable)) {
      this.#hidden = { depth: 1, text: '', take: this.#settings.folded!.take }
    } else if (this.#isHidden(attributes)) {
      const take = (text: string): void => {
        this.#out.addHidden('hidden', text)
      }
      this.#hidden = { depth: 1, text: '', take }
    } else if (name === 'math') {
      const root = makeElement('math', attributes)
      this.#math = { root, at: root, tex: '' }
    } else if (name === 'svg') {
      this.#drawing = { depth: 1, title: attributes['aria-label'] ?? '', isTitle: false }
    } else this.#openShown(name, attributes, index)
  }

  text(text: string): void {
    if (this.#math) this.#addToMath(this.#math, text)
    else if (this.#drawing) {
      if (this.#drawing.isTitle && this.#drawing.title === '') this.#drawing.title = text.trim()
    } else if (this.#hidden) this.#hidden.text += text
    else if (this.#skipped === 0) {
      const bare = this.#isAfterMark ? text.replace(/^[\s.:)\]]+/, '') : text
      if (/\S/.test(bare)) {
        this.#isAfterMark = false
        this.#isAtNoteStart = false
      }
      this.#out.text(bare)
    }
  }

  close(name: string): void {
    if (this.#math) this.#closeInMath(this.#math)
    else if (this.#drawing) {
      this.#drawing.depth -= 1
      this.#drawing.isTitle = false
      if (this.#drawing.depth > 0) return
      const { title } = this.#drawing
      this.#drawing = undefined
      this.#addPicture(this.#settings.findPictureName({ alt: title, src: '' }))
    } else if (this.#hidden) {
      this.#hidden.depth -= 1
      if (this.#hidden.depth > 0) return
      this.#hidden.take(this.#hidden.text)
      this.#hidden = undefined
    } else if (this.#skipped > 0) this.#skipped -= 1
    else {
      const opened = this.#open.pop()
      if (typeof opened === 'string') this.#out.close(opened)
      else opened?.()
      if (name === 'table') this.#openTables.pop()
    }
  }

  /** The number of an element among its kind, whether it is shown or not, as it was found before. */
  #number(name: string): number {
    if (name === 'a') return this.#counts.links++
    if (name === 'sup') return this.#counts.sups++
    if (name === 'ol' || name === 'ul') return this.#counts.lists++
    return name === 'table' ? this.#counts.tables++ : -1
  }

  #openShown(name: string, attributes: Attributes, index: number): void {
    const { footnotes, layoutTables, findPictureName } = this.#settings
    if (name === 'table') this.#openTables.push(layoutTables?.has(index) === true)
    if (name === 'img') {
      this.#addPicture(findPictureName(attributes))
      this.#open.push(undefined)
    } else if (name === 'a') this.#openLink(index, attributes)
    else if (name === 'sup' && footnotes?.raised.has(index) === true) this.#open.push(undefined)
    else if (name === 'q') this.#between('“', '”')
    else if (name === 'ruby') {
      this.#hasRubyBrackets = false
      this.#open.push(undefined)
    } else if (name === 'rp') {
      this.#hasRubyBrackets = true
      this.#open.push(undefined)
    } else if (name === 'rt' && !this.#hasRubyBrackets) this.#between('(', ')')
    else if ((name === 'ol' || name === 'ul') && footnotes?.lists.has(index) === true) {
      this.#open.push(undefined)
    } else if (!this.#openInNotes(name, attributes)) {
      this.#pass(this.#openTables.at(-1) === true && PARTS.test(name) ? 'div' : name, attributes)
    }
  }

  #pass(name: string, attributes: Attributes): void {
    this.#out.open(name, attributes)
    this.#open.push(name)
  }

  #between(before: string, after: string): void {
    this.#out.text(before)
    this.#open.push(() => {
      this.#out.text(after)
    })
  }

  /** Begins a link: the mark of a footnote, a way back from one, which says nothing, or a link that leads somewhere. */
  #openLink(index: number, { href = '' }: Attributes): void {
    const { footnotes, findAddress } = this.#settings
    const label = footnotes?.references.get(index)
    const isBack =
      this.#openNotes > 0 &&
      href.startsWith('#') &&
      footnotes?.origins.has(decoded(href.slice(1))) === true
    if (label !== undefined) this.#out.addNoteMark(label)
    if (label !== undefined || isBack) {
      this.#isAfterMark = isBack && this.#isAtNoteStart
      this.#skipped = 1
      return
    }
    const address = findAddress(href)
    if (address === undefined) this.#open.push(undefined)
    else this.#pass('a', { href: address })
  }

  /** Takes the text of a footnote, and the rule above all of them. */
  #openInNotes(name: string, attributes: Attributes): boolean {
    const { footnotes } = this.#settings
    if (!footnotes) return false
    const { id = '', class: names = '', role = '', 'epub:type': type = '' } = attributes
    const isOfNotes = SECTION.test(`${names} ${role} ${type}`)
    if (name === 'hr' && (isOfNotes || this.#openSections > 0)) {
      this.#open.push(undefined)
      return true
    }
    const isHolder = NOTE_ELEMENTS.has(name) && this.#openTables.length === 0
    const label = isHolder && this.#openNotes === 0 ? footnotes.labels.get(id) : undefined
    if (label === undefined) {
      if (!isOfNotes || !isHolder) return false
      this.#openSections += 1
      this.#out.open(name)
      this.#open.push(() => {
        this.#openSections -= 1
        this.#out.close(name)
      })
      return true
    }
    this.#openNotes += 1
    this.#isAtNoteStart = true
    this.#out.openNote(label)
    this.#open.push(() => {
      this.#openNotes -= 1
      this.#out.closeNote()
    })
    return true
  }

  #isFolded(isFoldable: boolean): boolean {
    return isFoldable && this.#counts.foldable - 1 === this.#settings.folded?.number
  }

  #isHidden({ hidden, style, id = '' }: Attributes): boolean {
    if (this.#settings.keepsHidden || this.#settings.footnotes?.labels.has(id) === true)
      return false
    if (hidden !== undefined) return true
    return style !== undefined && visibilityOfStyle(style) !== 'visible'
  }

  #addPicture(name: string | undefined): void {
    if (name !== undefined) this.#out.addPicture(name.replaceAll(/\s+/g, ' ').trim())
  }

  #openInMath(math: OpenMath, name: string, attributes: Attributes): void {
    const element = makeElement(name, attributes)
    append(math.at, element)
    math.at = element
  }

  #addToMath(math: OpenMath, text: string): void {
    const { name, attributes } = math.at
    if (name === 'annotation' && /tex/i.test(attributes['encoding'] ?? '')) math.tex += text
    else append(math.at, new TextNode(text))
  }

  #closeInMath(math: OpenMath): void {
    const { root, at, tex } = math
    if (at !== root) {
      math.at = at.parent ?? root
      return
    }
    this.#math = undefined
    const { display, alttext = '' } = root.attributes
    const formula = tex.trim() || mathmlToTex(root) || alttext
    this.#out.addMath(formula, display === 'block')
  }
}

function isLeftOut(name: string, { role = '', 'epub:type': type = '' }: Attributes): boolean {
  return name === 'epub:default' || LEFT_OUT.test(role) || LEFT_OUT.test(type)
}
