import type { MarkdownWriter } from '../../markdown/write/markdown-writer.ts'
import { isScript, type Script, scriptText } from '../../markup/html/raised-text.ts'
import type { HtmlListener } from '../../markup/html/read-html.ts'
import type { Attributes } from '../../markup/html/tokens/attributes.ts'
import type { Notes } from '../notes.ts'
import { decoded, type FoundFootnotes, NOTE_ELEMENTS } from './find-footnotes.ts'

/** Elements in which the writer takes text as it is, or none. */
const OPAQUE = new Set(
  (
    'script style template head title noscript iframe object svg canvas audio video select textarea datalist ' +
    'code tt samp pre'
  ).split(' '),
)
/** Elements that show something of which Markdown has nothing, and how they are called in a note. */
const LOST: Readonly<Record<string, string>> = {
  iframe: 'frames',
  object: 'embedded objects',
  embed: 'embedded objects',
  audio: 'sound',
  video: 'films',
  textarea: 'form fields',
  math: 'the structure of formulas',
}
/** Blocks that make more of a term than a line. */
const BLOCKS = /^(?:h[1-6]|[uod]l|li|table|pre|blockquote|hr|div|p|section)$/

/** A definition list that is open. */
interface OpenList {
  /** Whether the last term can have a definition after it: `text` while it is read. */
  term: 'none' | 'empty' | 'text' | 'block'
  /** Whether the open definition was opened as one. */
  isDefinition: boolean
}

/**
 * Tells a writer of Markdown what a document says beyond CommonMark and GFM: raised and lowered parts (as elements), footnotes,
 * definition lists, quotations in a line; and takes the base of its addresses. Everything else goes on to the writer.
 */
export class HtmlDocument implements HtmlListener {
  readonly #writer: MarkdownWriter
  readonly #base: BaseAddress
  readonly #footnotes: FoundFootnotes | undefined
  readonly #notes: Notes | undefined
  readonly #definitions: OpenList[] = []
  /** What each open element is that can hold a footnote, or all of them. */
  readonly #holders: ('note' | 'section' | 'other')[] = []
  readonly #openLists: boolean[] = []
  readonly #openSups: boolean[] = []
  /** The outermost raised or lowered part of code that is open, and how many are within each other. */
  #raised: { script: Script; text: string; depth: number } | undefined
  #opaque = 0
  #tables = 0
  /** Depth of elements in a link that stands for a footnote, or leads back from one; 0 outside. */
  #swallowed = 0
  #openNotes = 0
  #openSections = 0
  #links = 0
  #sups = 0
  #lists = 0

  constructor(
    writer: MarkdownWriter,
    {
      base,
      footnotes,
      notes,
    }: {
      base: BaseAddress
      footnotes: FoundFootnotes | undefined
      notes: Notes | undefined
    },
  ) {
    this.#writer = writer
    this.#base = base
    this.#footnotes = footnotes
    this.#notes = notes
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'base') this.#base.take(attributes['href'])
    const lost = Object.hasOwn(LOST, name) ? LOST[name] : undefined
    if (lost !== undefined) this.#notes?.lose(lost)
    const link = name === 'a' ? this.#links++ : -1
    const sup = name === 'sup' ? this.#sups++ : -1
    const list = name === 'ol' || name === 'ul' ? this.#lists++ : -1
    if (this.#swallowed > 0) {
      this.#swallowed += 1
      return
    }
    if (this.#opaque > 0 || OPAQUE.has(name)) {
      this.#opaque += 1
      if (!isScript(name)) this.#writer.open(name, attributes)
      else if (this.#raised) this.#raised.depth += 1
      else this.#raised = { script: name, text: '', depth: 1 }
      return
    }
    if (name === 'table') this.#tables += 1
    if ((name === 'ol' || name === 'li') && LETTERS.test(attributes['type'] ?? ''))
      this.#notes?.say(LETTERED)
    if (
      (name === 'ol' && attributes['reversed'] !== undefined) ||
      (name === 'li' && attributes['value'] !== undefined)
    ) {
      this.#notes?.say(NUMBERED)
    }
    if ((name === 'td' || name === 'th') && isMerged(attributes)) this.#notes?.say(MERGED)
    if (link !== -1 && this.#takesLink(link, attributes)) return
    if (sup !== -1) this.#openSup(sup)
    else if (name === 'sub') this.#writer.addInline('<sub>')
    else if (name === 'q') this.#writer.text('“')
    else if (!this.#openInNotes(name, list, attributes) && !this.#openDefinition(name)) {
      this.#writer.open(name, attributes)
    }
  }

  text(text: string): void {
    if (this.#swallowed > 0) return
    const list = this.#definitions.at(-1)
    if (list?.term === 'empty' && /\S/.test(text)) list.term = 'text'
    if (this.#raised) this.#raised.text += text
    else this.#writer.text(text)
  }

  close(name: string): void {
    if (this.#swallowed > 0) {
      this.#swallowed -= 1
      return
    }
    if (this.#opaque > 0) {
      this.#opaque -= 1
      if (isScript(name)) this.#endInCode()
      else this.#writer.close(name)
      return
    }
    if (name === 'table') this.#tables -= 1
    if (name === 'sup') {
      if (this.#openSups.pop() === true) this.#writer.addInline('</sup>')
    } else if (name === 'sub') this.#writer.addInline('</sub>')
    else if (name === 'q') this.#writer.text('”')
    else if (!this.#closeInNotes(name) && !this.#closeDefinition(name)) this.#writer.close(name)
  }

  /** Code holds no elements: what is raised in it is written in characters, the outermost part as a whole. */
  #endInCode(): void {
    const raised = this.#raised
    if (!raised) return
    raised.depth -= 1
    if (raised.depth > 0) return
    this.#raised = undefined
    this.text(scriptText(raised.script, raised.text))
  }

  /** Writes a reference to a footnote, and leaves out links back from one. */
  #takesLink(link: number, { href = '' }: Attributes): boolean {
    const label = this.#footnotes?.references.get(link)
    const isBack =
      this.#openNotes > 0 &&
      href.startsWith('#') &&
      this.#footnotes?.origins.has(decoded(href.slice(1))) === true
    if (label === undefined && !isBack) return false
    if (label !== undefined) this.#writer.addInline(`[^${label}]`)
    this.#swallowed = 1
    return true
  }

  #openSup(sup: number): void {
    const isWritten = this.#footnotes?.raised.has(sup) !== true
    this.#openSups.push(isWritten)
    if (isWritten) this.#writer.addInline('<sup>')
  }

  /** Takes the texts of footnotes, and the lists that they stand in. */
  #openInNotes(
    name: string,
    list: number,
    { id = '', class: names = '', role = '' }: Attributes,
  ): boolean {
    if (!this.#footnotes) return false
    if (list !== -1) {
      const isOfNotes = this.#footnotes.lists.has(list)
      this.#openLists.push(isOfNotes)
      return isOfNotes
    }
    // The rule above footnotes is theirs, not the text's.
    if (name === 'hr') return this.#openSections > 0 || SECTION.test(names)
    if (!NOTE_ELEMENTS.has(name)) return false
    const label = this.#tables === 0 ? this.#footnotes.labels.get(id) : undefined
    const isNote = label !== undefined && this.#openNotes === 0
    const isSection = SECTION.test(`${names} ${role}`)
    this.#holders.push(isNote ? 'note' : isSection ? 'section' : 'other')
    if (!isNote) {
      if (isSection) this.#openSections += 1
      return false
    }
    this.#openNotes += 1
    this.#writer.openNote(label)
    return true
  }

  #closeInNotes(name: string): boolean {
    if (!this.#footnotes) return false
    if (name === 'ol' || name === 'ul') return this.#openLists.pop() === true
    if (!NOTE_ELEMENTS.has(name)) return false
    const holder = this.#holders.pop()
    if (holder === 'section') this.#openSections -= 1
    if (holder !== 'note') return false
    this.#openNotes -= 1
    this.#writer.closeNote()
    return true
  }

  #openDefinition(name: string): boolean {
    if (name === 'dl') this.#definitions.push({ term: 'none', isDefinition: false })
    const list = this.#definitions.at(-1)
    if (!list || this.#tables > 0) return false
    if (name === 'dt') list.term = 'empty'
    else if (name === 'dd') {
      list.isDefinition = list.term === 'text'
      if (list.isDefinition) this.#writer.openDefinition()
      return list.isDefinition
    } else if (BLOCKS.test(name) && (list.term === 'empty' || list.term === 'text')) {
      if (!list.isDefinition) list.term = 'block'
    }
    return false
  }

  #closeDefinition(name: string): boolean {
    const list = this.#definitions.at(-1)
    if (name === 'dl') this.#definitions.pop()
    if (name !== 'dd' || !list?.isDefinition) return false
    list.isDefinition = false
    this.#writer.closeNote()
    return true
  }
}

/** Marks of what holds the footnotes of a document. */
const SECTION = /footnotes?(?:$|[\s_-])|doc-endnotes/i
const LETTERS = /^[ai]$/i
const LETTERED = 'Lists that count in letters or Roman numerals count in numbers.'
const NUMBERED = 'Lists count up from their first number, whatever other numbers their items have.'
const MERGED = 'Merged cells of tables have their text in the first place; the others are empty.'

function isMerged({ colspan = '1', rowspan = '1' }: Attributes): boolean {
  return Number(colspan) > 1 || Number(rowspan) > 1
}

/** A place that does not exist, by which relative addresses are resolved against a base that is relative itself. */
const NOWHERE = 'http://base.invalid'
const SCHEME = /^[a-z][a-z0-9+.-]*:/i

/** Resolves addresses as the `<base>` of a document says; without one they stay as they are written. */
export class BaseAddress {
  #base: URL | undefined
  #isAbsolute = false

  /** Takes the `href` of a `<base>`; the first counts. */
  take(href: string | undefined): void {
    if (this.#base || href === undefined || href.trim() === '') return
    const written = href.trim()
    const base = URL.parse(written, NOWHERE)
    if (!base || !/^https?:$/.test(base.protocol)) return
    this.#isAbsolute = SCHEME.test(written) || written.startsWith('//')
    this.#base = base
  }

  /** An address where it leads; places in the document stay so. */
  resolve(written: string): string {
    const address = written.trim()
    if (!this.#base || address === '' || address.startsWith('#') || SCHEME.test(address)) {
      return written
    }
    const resolved = URL.parse(address, this.#base.href)
    if (!resolved) return written
    if (!this.#isAbsolute && resolved.origin === NOWHERE) return resolved.href.slice(NOWHERE.length)
    return resolved.href
  }
}
