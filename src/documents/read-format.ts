import type { DocumentWriter } from './document-writer.ts'
import type { Choice, Source } from './document.ts'
import type { ZipPackage } from './package/zip-package.ts'

/** Reads one format that is a text: describes the document, then writes what it says. */
export type ReadText = (source: Source, out: DocumentWriter, choice: Choice) => Promise<void>

/** A document that is a package, whose list of files was read. */
export interface OpenedPackage extends Pick<Source, 'name'> {
  pack: ZipPackage
}

/** Reads one format that is a package. */
export type ReadPackage = (
  opened: OpenedPackage,
  out: DocumentWriter,
  choice: Choice,
) => Promise<void>
