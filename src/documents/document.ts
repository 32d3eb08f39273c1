/** Stands between the address of a file and the name of one within it. */
export const INNER_MARK = '!/'

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

/** Formats that are packages of files. */
export type PackageFormat = 'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'epub' | 'zip'
/** Formats that are one text. */
export type TextFormat = Exclude<DocumentFormat, PackageFormat>

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

/** What a document is told to lack, or to hold besides its text. */
interface Described {
  format?: DocumentFormat | undefined
  pictures?: number | undefined
  notes?: readonly string[] | undefined
  files?: readonly InnerFile[] | undefined
  removed?: readonly HiddenText[] | undefined
  pagesLeft?: string | undefined
}

/** What a model is told of a document besides its text, each in a few words. */
export function documentNotes({
  pictures = 0,
  notes = [],
  files = [],
  removed = [],
  pagesLeft,
  format,
}: Described): string[] {
  const hidden = removed.reduce((sum, { words }) => sum + words, 0)
  return [
    ...(pictures > 0 ? [`${counted(pictures, 'picture')} not read`] : []),
    ...notes,
    ...(files.length > 0
      ? [
          `${counted(files.length, 'file')} within: read each at this address with !/ and ${filesNote(files, format)}`,
        ]
      : []),
    ...(hidden > 0 ? [`${counted(hidden, 'hidden word')} left out`] : []),
    ...(pagesLeft === undefined ? [] : [`Not read: pass pages "${pagesLeft}" in another call`]),
  ]
}

/** Files within a document that are named beside it. */
const NAMED_MAX_COUNT = 10

/** What files within a document are asked for by. Those of an archive are its text; those of a mail have numbers. */
function filesNote(files: readonly InnerFile[], format: DocumentFormat | undefined): string {
  if (format === 'zip') return 'its name'
  let number = 0
  const names = files.slice(0, NAMED_MAX_COUNT).map(({ name }) => {
    const isOwn = format === 'eml' && !name.includes(INNER_MARK)
    return isOwn ? `${(number += 1)} ${name}` : name
  })
  const more = files.length > NAMED_MAX_COUNT ? ', …' : ''
  return `its name${format === 'eml' ? ' or number' : ''}: ${names.join(', ')}${more}`
}

/** How long a document is, in words: `12 slides, 3,400 words`. */
export function lengthOf({
  pages,
  unit,
  wordCount,
}: {
  pages?: number | undefined
  unit?: PageUnit | undefined
  wordCount: number
}): string {
  const words = `${wordCount.toLocaleString('en')} words`
  return pages === undefined || unit === undefined ? words : `${counted(pages, unit)}, ${words}`
}

/** A number of things in words: `1 sheet`, `1,200 words`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
