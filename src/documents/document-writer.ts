import { harmlessAddress } from '../convert/html/harmless.ts'
import { JobTime } from '../lib/job-time.ts'
import { countWords } from '../markdown/word-count.ts'
import { MarkdownWriter } from '../markdown/write/markdown-writer.ts'
import { isScript, type Script, scriptText } from '../markup/html/raised-text.ts'
import { type Attributes, NO_ATTRIBUTES } from '../markup/html/tokens/attributes.ts'
import type { Facts, HiddenText, HiddenTextReason, InnerFile } from './document.ts'

/** Thrown where the room or the time for one document is used up: what was written until then is its text. */
export class DocumentFull extends Error {
  override readonly name = 'DocumentFull'
}

/** Bounds of what is written of one document. */
export interface WriterLimits {
  maxChars: number
  maxMs: number
}

/** Time that is kept for writing what readers gather before they write it. */
const WRITING_MS = 8_000
/** Notes and files within a document that are told. */
const NOTES_MAX_COUNT = 20
const INNER_FILES_MAX_COUNT = 1_000

/**
 * Takes a document as elements of HTML, properly nested, whatever its format is, and writes it as Markdown; besides, counts what the
 * Markdown leaves out. Raised and lowered parts (`sup`, `sub`) become characters. Everything given to it is untrusted.
 */
export class DocumentWriter {
  readonly #maxChars: number
  readonly #time: JobTime
  #writer = newWriter()
  readonly #pieces: string[] = []
  /** Elements that are open, outermost first. */
  readonly #open: string[] = []
  #chars = 0
  #page: number | undefined
  readonly #started: number[] = []
  /** The raised or lowered part that is open, and how many are within each other. */
  #raised: { script: Script; text: string; depth: number } | undefined
  /** Words of hidden text by reason and page. */
  readonly #hidden = new Map<string, HiddenText>()
  readonly #notes: string[] = []
  readonly #files: InnerFile[] = []
  #pictures = 0
  #facts: Facts = {}

  constructor({ maxChars, maxMs }: WriterLimits) {
    this.#maxChars = maxChars
    this.#time = new JobTime(maxMs)
  }

  /** Sheet, slide or chapter that is being written; undefined in formats without. */
  get page(): number | undefined {
    return this.#page
  }

  /** Whether most of the time is used up: what has been read is to be written now. */
  get isLate(): boolean {
    return this.#time.isOver(WRITING_MS)
  }

  /** Begins an element, such as `p`, `h2`, `li` in `ul`, `td` in `tr` in `table`, `b`, `a` with its `href`. Throws `DocumentFull`. */
  open(name: string, attributes: Attributes = NO_ATTRIBUTES): void {
    this.#count(1)
    if (isScript(name)) {
      if (this.#raised) this.#raised.depth += 1
      else this.#raised = { script: name, text: '', depth: 1 }
      return
    }
    this.#open.push(name)
    this.#writer.open(name, attributes)
  }

  /** Throws `DocumentFull`. */
  text(text: string): void {
    this.#count(text.length)
    if (this.#raised) this.#raised.text += text
    else this.#writer.text(text)
  }

  /** A text whose lines stay lines. */
  lines(text: string): void {
    for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
      if (index > 0) this.add('br', '')
      this.text(line)
    }
  }

  close(name: string): void {
    if (isScript(name)) {
      this.#closeRaised()
      return
    }
    if (this.#open.at(-1) !== name) return
    this.#open.pop()
    this.#writer.close(name)
  }

  /** An element with nothing but a text in it. */
  add(name: string, text: string, attributes: Attributes = NO_ATTRIBUTES): void {
    this.open(name, attributes)
    this.text(text)
    this.close(name)
  }

  /** A block of code. */
  addCode(code: string, language: string): void {
    this.#count(code.length)
    this.#writer.addCode(code, language)
  }

  /** Finished Markdown of blocks with these pictures in it; everything that is open ends. */
  addMarkdown(markdown: string, pictures = 0): void {
    this.#count(markdown.length)
    this.#endPiece()
    this.#pictures += pictures
    if (markdown.trim() !== '') this.#pieces.push(`${markdown.trim()}\n`)
  }

  /** A formula in TeX, in the line or as a block of its own. */
  addMath(tex: string, isBlock: boolean): void {
    this.#count(tex.length)
    this.#writer.addMath(tex, isBlock)
  }

  /** The mark of a footnote; a label is a short word or number of its own in the document, or in its page where it has pages. */
  addNoteMark(label: string): void {
    this.#count(label.length)
    this.#writer.addInline(`[^${label}]`)
  }

  /** Begins the text of a footnote, outside of other blocks. */
  openNote(label: string): void {
    this.#count(label.length)
    this.#writer.openNote(label)
  }

  closeNote(): void {
    this.#writer.closeNote()
  }

  /** Begins a sheet, slide or chapter, counted from 1: everything that is open ends. */
  startPage(page: number): void {
    this.#endPiece()
    this.#page = page
    this.#started.push(page)
    this.#pieces.push(`<!-- page ${page} -->\n`)
  }

  /** Takes what the properties of the document say, before its text: reading may end anywhere in that. */
  describe(facts: Facts): void {
    this.#facts = { ...this.#facts, ...facts }
  }

  /** Counts a picture; its name or description is told in the text, as no picture is read. */
  addPicture(name: string): void {
    this.#pictures += 1
    this.text(name === '' ? '[picture]' : `[picture: ${name}]`)
  }

  /** Counts a text that nobody sees, which is not written. */
  addHidden(reason: HiddenTextReason, text: string): void {
    const words = countWords(text)
    if (words === 0) return
    const key = `${reason} ${this.#page ?? ''}`
    const known = this.#hidden.get(key)
    if (known) known.words += words
    else this.#hidden.set(key, { kind: 'hidden', reason, page: this.#page, words })
  }

  /** Tells the reader something of the whole document in a few words, such as `2 comments`; without marks at its end. */
  say(note: string): void {
    if (this.#notes.length < NOTES_MAX_COUNT && !this.#notes.includes(note)) this.#notes.push(note)
  }

  /** Names a file within the document that an address of its own leads to. */
  addFile(file: InnerFile): void {
    if (this.#files.length < INNER_FILES_MAX_COUNT) this.#files.push(file)
  }

  /** Ends the document; call it once. The text has marks before its pages. */
  end() {
    this.#endPiece()
    return {
      marked: this.#pieces.join('\n'),
      started: this.#started,
      facts: this.#facts,
      removed: [...this.#hidden.values()],
      notes: this.#notes,
      files: this.#files,
      pictures: this.#pictures,
    }
  }

  #endPiece(): void {
    if (this.#raised) {
      this.#raised.depth = 1
      this.#closeRaised()
    }
    for (const name of this.#open.splice(0).toReversed()) this.#writer.close(name)
    const text = this.#writer.end()
    if (text !== '') this.#pieces.push(text)
    this.#writer = newWriter()
  }

  #closeRaised(): void {
    const raised = this.#raised
    if (!raised) return
    raised.depth -= 1
    if (raised.depth > 0) return
    this.#raised = undefined
    this.#writer.text(scriptText(raised.script, raised.text))
  }

  #count(chars: number): void {
    this.#chars += chars
    if (this.#chars > this.#maxChars || this.#time.isOver()) throw new DocumentFull()
  }
}

function newWriter(): MarkdownWriter {
  return new MarkdownWriter({ faithful: false, address: harmlessAddress })
}
