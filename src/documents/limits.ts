import { type Limits, limitsInto } from '../contract/limits.ts'

/** Limits of this file that callers may meet, for documents. */
export const DOCUMENT_LIMITS: Limits = []
const limit = limitsInto(DOCUMENT_LIMITS)

export const DOCUMENT_BODY_MAX_BYTES = limit(
  50_000_000,
  'bytes',
  'fetched office document, book, mail or archive',
)
/** Time after which reading stops, with what has been read until then. */
export const DOCUMENT_READ_MAX_MS = 20_000
/** Time for the whole job, the writing of the Markdown included. */
export const DOCUMENT_DEADLINE_MS = limit(
  30_000,
  'ms',
  'parsing one office document, book, mail or archive',
)
export const DOCUMENT_TEXT_MAX_CHARS = limit(
  6_000_000,
  'characters',
  'text read of one document; the rest can be asked for by sheet, slide or chapter',
)

/** Files that the list of a packed document may name. */
export const PACKAGE_FILES_MAX_COUNT = limit(20_000, 'files', 'files in one document or archive')
export const PACKED_FILE_MAX_BYTES = limit(
  100_000_000,
  'bytes',
  'one file within a document or archive, unpacked',
)
export const PACKAGE_MAX_BYTES = limit(
  200_000_000,
  'bytes',
  'all that is unpacked to read one document',
)
export const INNER_DEPTH_MAX = limit(
  3,
  'archives',
  'archives within each other that one address leads through',
)
/** A result of the sandbox holds it. */
export const INNER_FILE_MAX_BYTES = limit(
  30_000_000,
  'bytes',
  'file that is read out of an archive or document, unpacked',
)
/** Elements of XML within each other; deeper ones are passed over. */
export const XML_DEPTH_MAX = 256
