import type { DocumentWriter } from './document-writer.ts'
import { counted } from './document.ts'

/** More comments, or longer ones together, are only counted: they would be a document of their own. */
const WRITTEN_MAX_COUNT = 200
const WRITTEN_MAX_CHARS = 20_000

/** A comment as it is written, with a label of its own in the document. */
export interface WrittenComment {
  label: string
  text: string
}

/** A comment on a cell. */
export interface CellComment {
  /** Place of the cell: `B3`. */
  place: string
  author: string
  text: string
}

/** The comments on a document: all are counted, the first ones kept to be written. */
export class Comments {
  readonly #kept: WrittenComment[] = []
  #count = 0
  #chars = 0

  /** Keeps a comment, on a place such as a cell; returns its label, unless there are too many. */
  add(text: string, { author = '', place = '' } = {}): string | undefined {
    this.#count += 1
    this.#chars += text.length
    if (this.#count > WRITTEN_MAX_COUNT || this.#chars > WRITTEN_MAX_CHARS) return undefined
    const label = `c${this.#count}`
    const on = place === '' ? '' : ` on ${place}`
    const by = author.trim() === '' ? '' : ` by ${author.trim()}`
    this.#kept.push({ label, text: `Comment${on}${by}: ${text}` })
    return label
  }

  /** Takes those that were kept since the last time. */
  take(): WrittenComment[] {
    return this.#kept.splice(0)
  }

  /** Writes those that were kept since the last time, each as a paragraph. */
  write(out: DocumentWriter): void {
    for (const { text } of this.take()) {
      out.open('p')
      out.lines(text)
      out.close('p')
    }
  }

  /** Says how many there are, and where they are written. */
  say(out: DocumentWriter, where: string): void {
    if (this.#count === 0) return
    const areAll = this.#count <= WRITTEN_MAX_COUNT && this.#chars <= WRITTEN_MAX_CHARS
    out.say(`${counted(this.#count, 'comment')}, ${areAll ? where : 'not all of them written'}`)
  }
}
