import { cleanLine, cleanText } from '../lib/text.ts'
import { readPageMarks } from '../markdown/parts/page-marks.ts'
import { countWords } from '../markdown/word-count.ts'
import { selectPages, writeRanges } from '../pdf/page-ranges.ts'
import { DocumentFull, DocumentWriter } from './document-writer.ts'
import type { Choice, DocumentFormat, HiddenText, InnerFile, PageUnit, Source } from './document.ts'
import { openDocument } from './formats.ts'
import { DOCUMENT_READ_MAX_MS, DOCUMENT_TEXT_MAX_CHARS } from './limits.ts'
import { noTextInDocument, notDocument, tooSlow } from './refusals.ts'

/** What the sandbox needs to turn one fetched document into Markdown. */
export interface DocumentJobInput extends Source, Choice {
  /** Whether the text keeps the marks before its pages. */
  pageMarkers: boolean
}

/** The document; `pagesLeft` is the selection of the pages that were asked for and not read. */
export interface DocumentJobOutput {
  format: DocumentFormat
  title: string
  author: string
  createdAt: string | undefined
  modifiedAt: string | undefined
  /** How many sheets, slides or chapters it has; 0 in formats without. */
  pages: number
  unit: PageUnit | undefined
  markdown: string
  wordCount: number
  pictures: number
  /** What else there is to know, each in a few words. */
  notes: string[]
  files: InnerFile[]
  removed: HiddenText[]
  /** Whether something was not read for want of room or time. */
  isCut: boolean
  pagesLeft: string
  /** Where in the Markdown the pages begin, in order. */
  pageStarts: { page: number; at: number }[]
}

const TITLE_MAX_CHARS = 500
const AUTHORS_MAX_COUNT = 50
const ISO_DATE = /^\d{4}-\d\d(?:-\d\d(?:T[\d:.]{5,15}(?:Z|[+-]\d\d:?\d\d)?)?)?$/

/**
 * Reads one document of the formats in `DOCUMENT_FORMATS`. Throws `unsupported_content` for other and for encrypted ones and where
 * there is no text, `unparsable` for damaged ones, `too_large`, `invalid_input` when there are no such pages.
 */
export async function documentJob(
  { pageMarkers, pages, keepsHidden, ...source }: DocumentJobInput,
  _report?: unknown,
  limits = { maxChars: DOCUMENT_TEXT_MAX_CHARS, maxMs: DOCUMENT_READ_MAX_MS },
): Promise<DocumentJobOutput> {
  const opened = await openDocument(source)
  if (!opened) throw notDocument()
  const { maxChars, maxMs } = limits
  const out = new DocumentWriter({ maxChars, maxMs })
  let isCut = false
  try {
    await opened.read(out, { pages, keepsHidden })
  } catch (thrown) {
    if (!(thrown instanceof DocumentFull)) throw thrown
    isCut = true
  }
  const { marked: written, started, facts, pictures, notes, files, removed } = out.end()
  const marked = cleanText(written).trim()
  const { bare, starts } = readPageMarks(marked)
  // A last page of which nothing is shown leaves its blank lines.
  const markdown = (pageMarkers ? marked : bare).trimEnd()
  if (bare.trim() === '' && pictures + files.length + removed.length === 0)
    throw isCut ? tooSlow() : noTextInDocument()
  return {
    format: opened.format,
    title: cleanLine(facts.title ?? '', TITLE_MAX_CHARS),
    author: cleanLine(
      (facts.authors ?? []).slice(0, AUTHORS_MAX_COUNT).join(', '),
      TITLE_MAX_CHARS,
    ),
    createdAt: isoDate(facts.createdAt),
    modifiedAt: isoDate(facts.modifiedAt),
    pages: facts.pages ?? started.at(-1) ?? 0,
    unit: facts.unit,
    markdown,
    wordCount: countWords(bare),
    pictures,
    notes: notes.map((note) => cleanLine(note, TITLE_MAX_CHARS)),
    files,
    removed,
    isCut,
    pagesLeft: isCut ? leftAfter(started.at(-1), pages, facts.pages) : '',
    pageStarts: starts.map(({ page, markedAt, bareAt }) => ({
      page,
      at: Math.min(pageMarkers ? markedAt : bareAt, markdown.length),
    })),
  }
}

/** The pages after the one that the room ended in; how many there are is not always known then. */
function leftAfter(
  last: number | undefined,
  pages: string | undefined,
  count: number | undefined,
): string {
  if (last === undefined || (count !== undefined && last >= count)) return ''
  if (pages === undefined) return `${last + 1}-`
  const left = selectPages(pages, count ?? PAGES_TO_CHOOSE_FROM, { mayBeNone: true })
  return writeRanges(left.filter((page) => page > last))
}

const PAGES_TO_CHOOSE_FROM = 10_000

function isoDate(date: string | undefined): string | undefined {
  return date !== undefined && ISO_DATE.test(date.trim()) ? date.trim() : undefined
}
