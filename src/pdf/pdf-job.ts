import { JobTime } from '../lib/job-time.ts'
import { cleanLine, cleanText } from '../lib/text.ts'
import { readPageMarks } from '../markdown/parts/page-marks.ts'
import { countWords } from '../markdown/word-count.ts'
import { ActualTexts } from './file/actual-text.ts'
import { openPdf, type OpenedPdf, type PdfDocument } from './file/document.ts'
import { PdfObjects } from './file/pdf-objects.ts'
import { corrupt, noText, noUnicode, onlyHidden } from './file/refusals.ts'
import { Fonts } from './glyphs/fonts.ts'
import { READ_LIMITS, type ReadLimits } from './limits.ts'
import type { Block, PageText } from './model.ts'
import { pagesAround, selectPages, writeRanges } from './page-ranges.ts'
import { emptyPage, type PageReading, readPage } from './page/read-page.ts'
import type { IncludableText, Removed } from './removed.ts'
import { readStructure } from './structure/structure.ts'
import { countUnreadable, type UnreadablePage } from './unreadable.ts'
import type { PagePlace } from './write/page-places.ts'
import type { PagePictures } from './write/part-pages.ts'
import { writeMarkdown } from './write/write-markdown.ts'

const TITLE_MAX_CHARS = 500

/** What the sandbox needs to turn one fetched document into Markdown. */
export interface PdfJobInput {
  bytes: Uint8Array
  /** Selection like `1-5,9`; all pages when absent. */
  pages: string | undefined
  maxPages: number | undefined
  pageMarkers: boolean
  headersFooters: boolean
  /** Kinds of text that are kept, and left out otherwise. */
  include?: readonly IncludableText[] | undefined
  /** Characters of text after which no further page is read; absent for all pages. */
  enoughChars?: number | undefined
  /** Whether other pages were read before: its title is known, and pages without text are no error. */
  isContinued?: boolean
}

/** The document; `pagesLeft` is the selection of the pages that were asked for and not read. */
export interface PdfJobOutput {
  title: string
  author: string
  pages: number
  markdown: string
  wordCount: number
  pagesWithoutText: number[]
  /** Pages with tables that are given as text in a code block, since the page does not tell their columns. */
  tablesAsText: number[]
  /** Pages with text in fonts that do not say which characters it is; that text is left out. */
  pagesUnreadable: UnreadablePage[]
  /** Share of such characters on all pages that were read. */
  unreadableShare: number
  /** How many pictures pages show, of those that show any. */
  pictures: PagePictures[]
  pagesLeft: string
  /** The first page that was asked for and not read, where reading can go on. */
  continuesAt?: number
  /** What the pages show and the Markdown leaves out, page by page. */
  removed: Removed[]
  /** Where in the Markdown the pages begin that a block begins on, in order. */
  pageStarts: PagePlace[]
}

/** Titles that programs write where nobody gave one. */
const NO_TITLE =
  /^(?:\(?(?:untitled|unnamed|no title|unspecified|anonymous)\)?|(?:untitled|document|presentation|slide|book|sheet|page|layout|dokument|präsentation|mappe|unbenannt|sans titre|sin título|senza titolo)[ _-]?\d*|powerpoint presentation|powerpoint-präsentation|about:blank|-|\.)$/iu
/** Programs that write their name before that of the file. */
const PROGRAM = /^Microsoft (?:Word|PowerPoint|Excel) - /
/** Names of files whose text somebody else wrote over. */
const FILE_END = /\.(?:docx?|pptx?|xlsx?|odt|ods|odp|rtf|dvi|tex|indd|qxd|fm|pmd|cdr|ai|ps|txt)$/i

/**
 * Reads one PDF. Throws `unparsable` for a damaged one, `unsupported_content` for an encrypted one and
 * where no page that was asked for has text, `invalid_input` when there are no such pages.
 */
export async function pdfJob(
  input: PdfJobInput,
  report: (done: number, total: number) => void,
  limits = READ_LIMITS,
): Promise<PdfJobOutput> {
  const opened = await openPdf(input.bytes)
  try {
    return await readDocument(opened, input, report, limits)
  } finally {
    await opened.close()
  }
}

async function readDocument(
  opened: OpenedPdf,
  input: PdfJobInput,
  report: (done: number, total: number) => void,
  limits: ReadLimits,
): Promise<PdfJobOutput> {
  const { pdf } = opened
  const selected = selectPages(input.pages, pdf.numPages)
  const pageNumbers = selected.slice(
    0,
    Math.min(input.maxPages ?? limits.maxPages, limits.maxPages),
  )
  const time = new JobTime(limits.maxMs)
  const { enoughChars = limits.maxChars, isContinued = false } = input
  const maxChars = Math.min(enoughChars, limits.maxChars)
  const reading = await readingOf(opened, input.include)
  const until = { time, maxChars, fontsMaxChars: limits.fontsMaxChars }
  const pages = await readPages(opened, pageNumbers, { reading, report, ...until })
  const { pagesUnreadable, unreadableShare } = countUnreadable(pages)
  const empty = pages.filter(({ spans }) => spans.length === 0)
  const unreadable = new Set(pagesUnreadable.map(({ page }) => page))
  const pagesWithoutText = empty.map(({ page }) => page).filter((page) => !unreadable.has(page))
  if (empty.length === pages.length && !isContinued) {
    if (pagesUnreadable.length > 0) throw noUnicode(pagesUnreadable)
    const isHidden = empty.some(({ sifted }) => sifted.hidden.size > 0)
    throw isHidden ? onlyHidden() : noText(pdf.numPages, pagesWithoutText)
  }
  const around = input.headersFooters ? [] : await readAround(opened, pages, { reading, time })
  const { blocks, removed } = await readStructure(pdf, pages, { ...input, around })
  const marked = cleanText(writeMarkdown(blocks, { pageMarkers: true })).trim()
  const { bare, starts } = readPageMarks(marked)
  const { title, author } = await describe(pdf)
  const next =
    input.enoughChars === undefined ? undefined : selected.slice(0, input.maxPages)[pages.length]
  return {
    title: title || (isContinued ? '' : firstHeading(blocks)),
    author,
    pages: pdf.numPages,
    markdown: input.pageMarkers ? marked : bare,
    wordCount: countWords(bare),
    pagesWithoutText,
    tablesAsText: pagesOfTexts(blocks),
    pagesUnreadable,
    unreadableShare,
    pictures: pages
      .filter(({ pictures }) => pictures > 0)
      .map(({ page, pictures }) => ({ page, count: pictures })),
    pagesLeft: writeRanges(selected.slice(pages.length)),
    ...(next === undefined ? {} : { continuesAt: next }),
    removed,
    pageStarts: starts.map(({ page, markedAt, bareAt }) => ({
      page,
      at: input.pageMarkers ? markedAt : bareAt,
    })),
  }
}

function pagesOfTexts(blocks: readonly Block[]): number[] {
  const pages = blocks.flatMap((block) =>
    block.kind === 'code' && block.isTable ? [block.page] : [],
  )
  return [...new Set(pages)]
}

async function readingOf(
  { pdf, operators, bytes }: OpenedPdf,
  include: readonly IncludableText[] = [],
): Promise<PageReading> {
  const info = await pdf.getMarkInfo().catch(() => null)
  const layers = await pdf.getOptionalContentConfig().catch(() => undefined)
  const isTagged = info?.Marked ?? false
  const objects = new PdfObjects(bytes)
  const actualTexts = new ActualTexts(objects)
  return {
    pdf,
    operators,
    fonts: new Fonts(),
    actualTexts,
    objects,
    isTagged,
    keepsHidden: include.includes('hidden'),
    isLayerShown: (layer) => layers?.isVisible(layer) ?? true,
  }
}

/** Reads pages one after the other until the time or the room for text is used up. */
async function readPages(
  { pdf }: OpenedPdf,
  pageNumbers: readonly number[],
  {
    reading,
    report,
    time,
    maxChars,
    fontsMaxChars,
  }: {
    reading: PageReading
    report: (done: number, total: number) => void
    time: JobTime
    maxChars: number
    fontsMaxChars: number
  },
): Promise<PageText[]> {
  const pages: PageText[] = []
  let chars = 0
  let charsOfFonts = 0
  let failure: unknown
  let failures = 0
  for (const [index, number] of pageNumbers.entries()) {
    try {
      const page = await readPage(await pdf.getPage(number), reading)
      const pageChars = page.spans.reduce((sum, { text }) => sum + text.length, 0)
      chars += pageChars
      charsOfFonts += pageChars
      pages.push(page)
    } catch (thrown) {
      // One damaged page does not make the others unreadable.
      failure = thrown
      failures += 1
      pages.push(emptyPage(number))
    }
    if (charsOfFonts > fontsMaxChars) {
      // What cannot be forgotten now is forgotten the next time.
      await pdf.cleanup(true).catch(() => {})
      charsOfFonts = 0
    }
    report(index + 1, pageNumbers.length)
    if (time.isOver() || chars > maxChars) break
  }
  if (failures === pages.length) throw corrupt(failure)
  return pages
}

/** The pages around a few that were asked for: alone, a page does not tell its running heads. */
async function readAround(
  { pdf }: OpenedPdf,
  pages: readonly PageText[],
  { reading, time }: { reading: PageReading; time: JobTime },
): Promise<PageText[]> {
  const around: PageText[] = []
  for (const number of pagesAround(
    pages.map(({ page }) => page),
    pdf.numPages,
  )) {
    if (time.isOver()) break
    try {
      around.push(await readPage(await pdf.getPage(number), reading))
    } catch {
      // A damaged page says nothing of its neighbours.
    }
  }
  return around
}

async function describe(pdf: PdfDocument): Promise<{ title: string; author: string }> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }))
  const { Title, Author } = info as { Title?: unknown; Author?: unknown }
  return {
    title: typeof Title === 'string' ? titleOf(cleanLine(Title, TITLE_MAX_CHARS)) : '',
    author: typeof Author === 'string' ? cleanLine(Author, TITLE_MAX_CHARS) : '',
  }
}

function firstHeading(blocks: readonly Block[]): string {
  const heading = blocks.find(({ kind }) => kind === 'heading')
  const runs = heading?.kind === 'heading' ? heading.runs : []
  return cleanLine(runs.map(({ text }) => text).join(''), TITLE_MAX_CHARS)
}

/** The title that the properties of a document give, or nothing where it is no title but what a program wrote by itself. */
function titleOf(text: string): string {
  const title = text.trim()
  if (NO_TITLE.test(title) || !/[\p{L}\p{N}]/u.test(title)) return ''
  const name = title.replace(PROGRAM, '')
  // A file name is better than nothing only where it reads like words.
  if (FILE_END.test(name)) return /\s/.test(name) ? name.replace(FILE_END, '') : ''
  return name
}
