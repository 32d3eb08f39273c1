import type { Comments } from './comments.ts'
import type { DocumentWriter } from './document-writer.ts'
import { type RunMarks, RunWriter } from './run-writer.ts'

/** A part of a paragraph. */
export type Piece =
  | { kind: 'text'; text: string; marks: RunMarks }
  | { kind: 'break' }
  | { kind: 'note'; label: string }
  | { kind: 'math'; tex: string; isBlock: boolean }
  | { kind: 'picture'; name: string; marks: RunMarks }

/** What makes a paragraph an item of a list. */
export interface ListItem {
  /** A name of the list, one for all its levels. */
  list: string
  level: number
  /** How often its level began anew. */
  run: number
  /** Its number where Markdown shows it much as the document does. */
  number: number | undefined
  /** What the document shows before it, such as `1.`, `a)` or `1.2`; empty for a bullet. */
  label: string
}

/** A paragraph of a text document. */
export interface Paragraph {
  pieces: readonly Piece[]
  /** Level of a heading, from 1. */
  heading?: number | undefined
  /** Number that stands before a heading. */
  label?: string
  item?: ListItem | undefined
  /** Distance of its text from the margin: what is as far in as the item above it belongs to that. */
  indent: number
  isQuote?: boolean
  /** Whether a paragraph without text is a line of code. */
  isCode?: boolean
}

/** A list that is open, with an open item. */
interface OpenList extends Omit<ListItem, 'label' | 'number'> {
  element: 'ol' | 'ul'
  indent: number
}

/** Where paragraphs stand: the body, a cell, a box or a note. */
interface Place {
  isCell: boolean
  /** Whether it is a cell of a table within a cell, where everything is one line. */
  isInner: boolean
  lists: OpenList[]
  /** Lines of code that are not written yet. */
  code: string[]
  isQuoting: boolean
}

/** Distances that differ by less are meant to be equal: a twentieth of an inch, in twips. */
const INDENT_TOLERANCE = 72
/** Lists within each other; deeper ones are written at this depth. */
const LISTS_MAX_DEPTH = 20
const HEADING_MAX_LEVEL = 6

/**
 * Writes a text document, whose lists, code and quotations are nothing but paragraphs with their looks, as what they are: items of
 * nested lists, blocks of code, quotations. Tables, boxes and notes hold paragraphs of their own.
 */
export class FlowWriter {
  readonly #out: DocumentWriter
  readonly #runs: RunWriter
  readonly #places: Place[] = [newPlace(false, false)]

  constructor(out: DocumentWriter) {
    this.#out = out
    this.#runs = new RunWriter(out)
  }

  addParagraph(paragraph: Paragraph): void {
    const { pieces, heading, item, indent } = paragraph
    const place = this.#place
    const isEmpty = pieces.every((piece) => piece.kind === 'text' && piece.text.trim() === '')
    if (heading === undefined && !item && isCode(pieces, isEmpty, paragraph.isCode === true)) {
      if (place.code.length === 0) this.#reach(indent)
      place.code.push(codeOf(pieces))
      return
    }
    if (isEmpty) return
    if (place.isCell) this.#writeLine(paragraph)
    else if (heading !== undefined) {
      this.#reach(-Infinity)
      const name = `h${Math.min(Math.max(heading, 1), HEADING_MAX_LEVEL)}`
      this.#writeIn(name, paragraph.label ?? '', pieces)
    } else if (item) {
      this.#openItem(item, indent)
      this.#writePieces(item.number === undefined ? item.label : '', pieces)
    } else if (paragraph.isQuote === true) {
      if (!place.isQuoting) {
        this.#reach(-Infinity)
        this.#out.open('blockquote')
        place.isQuoting = true
      }
      this.#flushCode()
      this.#writeIn('p', '', pieces)
    } else {
      this.#reach(indent)
      this.#writeIn('p', '', pieces)
    }
  }

  addRule(): void {
    this.#reach(-Infinity)
    this.#out.add('hr', '')
  }

  /** Writes blocks of something that is drawn, such as a chart. */
  addBlocks(write: (out: DocumentWriter) => void): void {
    this.#reach(-Infinity)
    write(this.#out)
  }

  openTable(indent: number): void {
    this.#reach(indent)
    this.#out.open('table')
  }

  closeTable(): void {
    this.#out.close('table')
  }

  openRow(): void {
    this.#out.open('tr')
  }

  closeRow(): void {
    this.#out.close('tr')
  }

  openCell(name: 'td' | 'th', columns: number): void {
    this.#out.open(name, columns > 1 ? { colspan: String(columns) } : {})
    this.#places.push(newPlace(true, this.#place.isCell))
  }

  closeCell(name: 'td' | 'th'): void {
    this.#leavePlace()
    this.#out.close(name)
  }

  /** Begins a box, whose lists are not those around it. */
  openBox(): void {
    this.#flushCode()
    this.#places.push(newPlace(this.#place.isCell, this.#place.isInner))
  }

  closeBox(): void {
    this.#leavePlace()
  }

  openNote(label: string): void {
    this.#reach(-Infinity)
    this.#out.openNote(label)
    this.#places.push(newPlace(false, false))
  }

  closeNote(): void {
    this.#leavePlace()
    this.#out.closeNote()
  }

  /** Writes comments as notes at the end. */
  addComments(comments: Comments): void {
    for (const { label, text } of comments.take()) {
      this.openNote(label)
      this.#out.add('p', text)
      this.closeNote()
    }
  }

  /** Ends all that is open. */
  end(): void {
    this.#reach(-Infinity)
  }

  get #place(): Place {
    return this.#places.at(-1)!
  }

  #leavePlace(): void {
    this.#reach(-Infinity)
    this.#places.pop()
  }

  /** Ends what a block at this distance from the margin does not belong to. */
  #reach(indent: number): void {
    this.#flushCode()
    this.#endQuote()
    const { lists } = this.#place
    while (lists.length > 0 && lists.at(-1)!.indent > indent + INDENT_TOLERANCE) this.#closeList()
  }

  #flushCode(): void {
    const lines = this.#place.code.splice(0)
    while (lines.at(-1)?.trim() === '') lines.pop()
    if (lines.length > 0) this.#out.addCode(lines.join('\n'), '')
  }

  #endQuote(): void {
    if (!this.#place.isQuoting) return
    this.#out.close('blockquote')
    this.#place.isQuoting = false
  }

  #openItem(item: ListItem, indent: number): void {
    this.#flushCode()
    this.#endQuote()
    const { lists } = this.#place
    const element = item.number === undefined ? 'ul' : 'ol'
    for (let last = lists.at(-1); last && !mayHold(last, item, indent); last = lists.at(-1)) {
      if (isSameLevel(last, item, element)) break
      this.#closeList()
    }
    const last = lists.at(-1)
    if (last && (isSameLevel(last, item, element) || lists.length >= LISTS_MAX_DEPTH)) {
      this.#out.close('li')
    } else {
      this.#out.open(element)
      const { list, level, run } = item
      lists.push({ list, level, run, element, indent })
    }
    const { number } = item
    this.#out.open('li', number === undefined ? {} : { value: String(number) })
  }

  #closeList(): void {
    const list = this.#place.lists.pop()
    if (!list) return
    this.#out.close('li')
    this.#out.close(list.element)
  }

  /** A paragraph in a cell is a line of it, with the mark that it has. */
  #writeLine({ pieces, item, label = '' }: Paragraph): void {
    this.#flushCode()
    const mark = item ? item.label || '•' : label
    if (this.#place.isInner) {
      this.#writePieces(mark, pieces)
      this.#out.text(' ')
    } else this.#writeIn('p', mark, pieces)
  }

  #writeIn(name: string, label: string, pieces: readonly Piece[]): void {
    this.#out.open(name)
    this.#writePieces(label, pieces)
    this.#out.close(name)
  }

  #writePieces(label: string, pieces: readonly Piece[]): void {
    const runs = this.#runs
    if (label !== '') this.#out.text(`${label} `)
    for (const piece of pieces) {
      if (piece.kind === 'text') runs.write(piece.text, piece.marks)
      else if (piece.kind === 'break') runs.break()
      else {
        runs.end()
        if (piece.kind === 'note') this.#out.addNoteMark(piece.label)
        else if (piece.kind === 'math') this.#out.addMath(piece.tex, piece.isBlock)
        else this.#writePicture(piece.name, piece.marks.href)
      }
    }
    runs.end()
  }

  #writePicture(name: string, href: string | undefined): void {
    if (href !== undefined) this.#out.open('a', { href })
    this.#out.addPicture(name)
    if (href !== undefined) this.#out.close('a')
  }
}

function newPlace(isCell: boolean, isInner: boolean): Place {
  return { isCell, isInner, lists: [], code: [], isQuoting: false }
}

/** Whether an item stands in a list within the last item of another. */
function mayHold(list: OpenList, item: ListItem, indent: number): boolean {
  return list.list === item.list ? list.level < item.level : list.indent + INDENT_TOLERANCE < indent
}

function isSameLevel(list: OpenList, item: ListItem, element: string): boolean {
  return (
    list.list === item.list &&
    list.level === item.level &&
    list.run === item.run &&
    list.element === element
  )
}

function isCode(pieces: readonly Piece[], isEmpty: boolean, isEmptyCode: boolean): boolean {
  if (isEmpty) return isEmptyCode
  return pieces.every(
    (piece) =>
      piece.kind === 'break' ||
      (piece.kind === 'text' && (piece.marks.isCode === true || piece.text.trim() === '')),
  )
}

function codeOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : '\n')).join('')
}
