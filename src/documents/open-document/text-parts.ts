import type { Changes } from '../asides.ts'
import { Comments } from '../comments.ts'
import type { DocumentWriter } from '../document-writer.ts'
import type { Choice } from '../document.ts'
import { FlowWriter } from '../flow-writer.ts'
import { findChild, type XmlElement } from '../package/read-xml.ts'
import type { OpenedPackage } from '../read-format.ts'
import { romanNumber } from '../text/list-numbers.ts'
import { InnerObjects } from './objects.ts'
import type { TextStyles } from './text-styles.ts'

/** What the reading of a text document shares. */
export interface TextParts {
  out: DocumentWriter
  flow: FlowWriter
  styles: TextStyles
  choice: Choice
  notes: Notes
  comments: Comments
  objects: InnerObjects
  changes: Changes
}

/** What the reading of one text shares, with nothing read yet. */
export async function openTextParts(
  { pack }: Pick<OpenedPackage, 'pack'>,
  given: Pick<TextParts, 'out' | 'styles' | 'choice'>,
): Promise<TextParts> {
  return {
    ...given,
    flow: new FlowWriter(given.out),
    notes: new Notes(),
    comments: new Comments(),
    objects: await InnerObjects.load(pack),
    changes: { insertions: 0, deletions: 0, moves: 0 },
  }
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
