/** Formats that are read, each by the usual ending of a file's name. */
export const DOCUMENT_FORMATS = [
  'docx',
  'xlsx',
  'pptx',
  'odt',
  'ods',
  'odp',
  'epub',
  'ipynb',
  'eml',
  'opml',
  'csv',
  'tsv',
  'rtf',
  'ics',
  'vtt',
  'srt',
  'svg',
  'zip',
] as const
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number]

/** What the pages of a document are, in formats that have any. */
export const PAGE_UNITS = ['sheet', 'slide', 'chapter'] as const
export type PageUnit = (typeof PAGE_UNITS)[number]

/** One document, whose bytes are hostile. */
export interface Source {
  bytes: Uint8Array
  /** Name of its file, as its address has it; empty where none is known. */
  name: string
  /** Value of its Content-Type header; may be empty or wrong. */
  contentType: string
}

/** What a caller wants of a document. */
export interface Choice {
  /** Selection of sheets, slides or chapters like `1-5,9`; all when absent. */
  pages: string | undefined
  /** Whether hidden text is read too. */
  keepsHidden: boolean
}

/** Why nobody sees a text of a document. */
export const HIDDEN_TEXT_REASONS = [
  'hidden',
  'colour',
  'tiny',
  'sheet',
  'row',
  'column',
  'slide',
] as const
export type HiddenTextReason = (typeof HIDDEN_TEXT_REASONS)[number]

/** Text that a document holds and the Markdown leaves out, counted. */
export interface HiddenText {
  kind: 'hidden'
  reason: HiddenTextReason
  /** Sheet, slide or chapter; absent in formats without. */
  page?: number | undefined
  words: number
}

/** A file within a document or archive, which an address of its own leads to. */
export interface InnerFile {
  /** Path within the document. */
  name: string
  bytes: number
}

/** What the properties of a document say of it. Dates in ISO 8601. */
export interface Facts {
  title?: string | undefined
  authors?: readonly string[] | undefined
  createdAt?: string | undefined
  modifiedAt?: string | undefined
  /** How many sheets, slides or chapters it has, and what they are. */
  pages?: number | undefined
  unit?: PageUnit | undefined
}
