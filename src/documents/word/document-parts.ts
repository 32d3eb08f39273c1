import type { Changes } from '../asides.ts'
import type { DocumentWriter } from '../document-writer.ts'
import type { Choice } from '../document.ts'
import type { FlowWriter } from '../flow-writer.ts'
import { romanNumber } from '../text/list-numbers.ts'
import type { DrawnObjects } from './drawn-objects.ts'
import type { Numbering } from './numbering.ts'
import type { Styles } from './styles.ts'

/** What all parts of a document share while they are read. */
export interface DocumentParts {
  out: DocumentWriter
  flow: FlowWriter
  styles: Styles
  numbering: Numbering
  notes: NoteLabels
  /** Labels of comments by their ids. */
  comments: ReadonlyMap<string, string>
  objects: DrawnObjects
  changes: Changes
  choice: Choice
  /** Whether its pages have another colour than paper. */
  isShaded: boolean
}

export type NoteKind = 'footnote' | 'endnote'

/** Labels of the notes, in the order in which the text refers to them. */
export class NoteLabels {
  readonly #labels = new Map<string, string>()
  readonly #counts = { footnote: 0, endnote: 0 }

  /** The label of a note by the id that it has in its part. */
  of(kind: NoteKind, id: string): string {
    const known = this.find(kind, id)
    if (known !== undefined) return known
    const number = (this.#counts[kind] += 1)
    const label = kind === 'footnote' ? String(number) : romanNumber(number)
    this.#labels.set(`${kind} ${id}`, label)
    return label
  }

  /** The label of a note that the text refers to. */
  find(kind: NoteKind, id: string): string | undefined {
    return this.#labels.get(`${kind} ${id}`)
  }

  has(kind: NoteKind): boolean {
    return this.#counts[kind] > 0
  }
}
