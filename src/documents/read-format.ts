import type { DocumentWriter } from './document-writer.ts'
import type { Choice, Source } from './document.ts'

/** Reads one format: describes the document, then writes what it says. */
export type ReadFormat = (source: Source, out: DocumentWriter, choice: Choice) => Promise<void>
