import type { Call } from '../../contract/operation.ts'
import type { DocumentMemories } from '../../markdown/parts/recent-documents.ts'
import { ofItsPages } from '../../pdf/write/part-pages.ts'
import { givePiece, type PieceQuestion } from '../../pdf/write/pieces.ts'
import { type FetchedPdf, fetchPdf, type PdfQuestion } from './fetch-pdf.ts'
import { holdBodies } from './hold-bodies.ts'

/** What a call says of the document, and of the part that it wants. */
export interface PdfPartQuestion extends PdfQuestion, PieceQuestion {}

/** Where documents of calls are kept. */
export interface PdfMemory<Question> {
  /** Tells a document, read in one way, from all else. */
  keyOf(question: Question): string
  documents: DocumentMemories<FetchedPdf>
}

/** Gives a PDF, or a part of it with the pages that it is of. Throws what `fetchPdf` and `givePiece` throw. */
export async function givePdf<Question extends PdfPartQuestion>(
  call: Call<Question>,
  { keyOf, documents }: PdfMemory<Question>,
) {
  const { part, place } = await givePiece<Question, FetchedPdf>({
    question: call.input,
    keyOf,
    recent: documents.of(call.services.instance),
    owner: call.principal.id,
    now: call.services.now().getTime(),
    read: async (question, reading) =>
      holdBodies({ ...call, input: question }, async (held) => fetchPdf(held, reading)),
  })
  const { maxChars, cursor } = call.input
  if (maxChars === undefined && cursor === undefined) return part
  const { continuesAt: _, ...given } = part
  return ofItsPages(given, place)
}
