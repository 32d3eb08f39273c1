import type { DocumentWriter } from '../document-writer.ts'
import type { Choice } from '../document.ts'
import type { FlowWriter } from '../flow-writer.ts'
import { romanNumber } from '../list-numbers.ts'
import { findChild, innerText, type XmlElement } from '../package/read-xml.ts'
import { commentText } from './text-plain.ts'
import type { TextStyles } from './text-styles.ts'

/** What the reading of a text document shares. */
export interface TextParts {
  out: DocumentWriter
  flow: FlowWriter
  styles: TextStyles
  choice: Choice
  notes: Notes
  comments: Comments
  /** Formulas by the folders of the objects that they are. */
  formulas: ReadonlyMap<string, string>
  changes: { insertions: number; deletions: number }
}

/** The notes that the text has had until now, to be written after it. */
export class Notes {
  readonly #kept: { label: string; body: XmlElement }[] = []
  #feet = 0
  #ends = 0

  /** Keeps a note; returns its label. */
  add(note: XmlElement): string {
    const isEnd = note.attributes.get('text:note-class') === 'endnote'
    const label = isEnd ? romanNumber((this.#ends += 1)) : String((this.#feet += 1))
    const body = findChild(note, 'text:note-body')
    if (body) this.#kept.push({ label, body })
    return label
  }

  /** Takes the notes that have been kept; in these there may be others. */
  take(): { label: string; body: XmlElement }[] {
    return this.#kept.splice(0)
  }
}

/** More comments, or longer ones together, are only counted: they would be a document of their own. */
const WRITTEN_MAX_COUNT = 200
const WRITTEN_MAX_CHARS = 20_000

/** The comments that the text has had until now. */
export class Comments {
  readonly all: { label: string; text: string }[] = []
  count = 0
  #chars = 0

  /** Keeps a comment; returns its label, unless there are too many. */
  add(annotation: XmlElement): string | undefined {
    this.count += 1
    const text = commentText(annotation)
    this.#chars += text.length
    if (this.count > WRITTEN_MAX_COUNT || this.#chars > WRITTEN_MAX_CHARS) return undefined
    const author = innerText(findChild(annotation, 'dc:creator')).trim()
    const label = `c${this.count}`
    this.all.push({ label, text: `Comment${author === '' ? '' : ` by ${author}`}: ${text}` })
    return label
  }
}
