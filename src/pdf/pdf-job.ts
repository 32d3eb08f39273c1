import { cleanLine, cleanText } from '../lib/text.ts'
import { readPageMarks } from '../markdown/page-marks.ts'
import { countWords } from '../markdown/word-count.ts'
import { openPdf, type OpenedPdf, type PdfDocument } from './document.ts'
import { planHeadings } from './headings.ts'
import { Vocabulary } from './hyphens.ts'
import { buildLayoutBlocks } from './layout.ts'
import { READ_LIMITS, type ReadLimits } from './limits.ts'
import { toLines } from './lines.ts'
import type { Block, PageText } from './model.ts'
import { readBookmarks } from './outline.ts'
import { selectPages, writeRanges } from './page-ranges.ts'
import { readPage } from './read-page.ts'
import { sortByReadingOrder } from './reading-order.ts'
import { corrupt, noText } from './refusals.ts'
import { type PageLines, withoutRunningHeads } from './running-heads.ts'
import { readTaggedBlocks } from './tagged.ts'
import { writeMarkdown } from './write-markdown.ts'

const TITLE_MAX_CHARS = 500

/** What the sandbox needs to turn one fetched document into Markdown. */
export interface PdfJobInput {
  bytes: Uint8Array
  /** Selection like `1-5,9`; all pages when absent. */
  pages: string | undefined
  maxPages: number | undefined
  pageMarkers: boolean
  headersFooters: boolean
}

/** The document; `pagesLeft` is the selection of the pages that were asked for and not read. */
export interface PdfJobOutput {
  title: string
  author: string
  pages: number
  markdown: string
  wordCount: number
  pagesWithoutText: number[]
  pagesLeft: string
}

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
  const asked = selectPages(input.pages, pdf.numPages)
  const wanted = asked.slice(0, Math.min(input.maxPages ?? limits.maxPages, limits.maxPages))
  const pages = await readPages(opened, wanted, report, limits)
  const pagesWithoutText = pages.filter(({ spans }) => spans.length === 0).map(({ page }) => page)
  if (pagesWithoutText.length === pages.length) throw noText(pdf.numPages, pages.length)
  const blocks = await structure(pdf, pages, input)
  const markdown = cleanText(writeMarkdown(blocks, input)).trim()
  const { title, author } = await describe(pdf)
  return {
    title: title || firstHeading(blocks),
    author,
    pages: pdf.numPages,
    markdown,
    wordCount: countWords(readPageMarks(markdown).bare),
    pagesWithoutText,
    pagesLeft: writeRanges(asked.slice(pages.length)),
  }
}

/** Reads pages one after the other until the time or the room for text is used up. */
async function readPages(
  { pdf, operators }: OpenedPdf,
  wanted: readonly number[],
  report: (done: number, total: number) => void,
  limits: ReadLimits,
): Promise<PageText[]> {
  const isTagged = (await pdf.getMarkInfo().catch(() => null))?.Marked ?? false
  const until = performance.now() + limits.maxMs
  const pages: PageText[] = []
  let chars = 0
  let failure: unknown
  let failures = 0
  for (const [index, number] of wanted.entries()) {
    try {
      const page = await readPage(await pdf.getPage(number), operators, isTagged)
      chars += page.spans.reduce((sum, { text }) => sum + text.length, 0)
      pages.push(page)
    } catch (thrown) {
      // One damaged page does not make the others unreadable.
      failure = thrown
      failures += 1
      pages.push(emptyPage(number))
    }
    report(index + 1, wanted.length)
    if (performance.now() > until || chars > limits.maxChars) break
  }
  if (failures === pages.length) throw corrupt(failure)
  return pages
}

function emptyPage(page: number): PageText {
  return {
    page,
    width: 1,
    height: 1,
    uprightY: (y) => y,
    spans: [],
    rules: [],
    structure: undefined,
  }
}

async function structure(
  pdf: PdfDocument,
  pages: readonly PageText[],
  { headersFooters }: PdfJobInput,
): Promise<Block[]> {
  const drawn = pages.map((page): PageLines => ({
    ...page,
    lines: toLines(page.page, page.spans),
  }))
  const kept = headersFooters ? drawn : withoutRunningHeads(drawn)
  const lines = kept.flatMap((page) => sortByReadingOrder(page.lines))
  const tagged = headersFooters ? undefined : readTaggedBlocks(pages, new Vocabulary(lines))
  if (tagged) return tagged
  const byNumber = new Map(pages.map((page) => [page.page, page]))
  const targets = (await readBookmarks(pdf)).map((bookmark) => ({
    ...bookmark,
    y: bookmark.y === undefined ? undefined : byNumber.get(bookmark.page)?.uprightY(bookmark.y),
  }))
  return buildLayoutBlocks(
    lines,
    planHeadings(lines, targets),
    (page) => byNumber.get(page)?.rules ?? [],
  )
}

async function describe(pdf: PdfDocument): Promise<{ title: string; author: string }> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }))
  const { Title, Author } = info as { Title?: unknown; Author?: unknown }
  return {
    title: typeof Title === 'string' ? cleanLine(Title, TITLE_MAX_CHARS) : '',
    author: typeof Author === 'string' ? cleanLine(Author, TITLE_MAX_CHARS) : '',
  }
}

function firstHeading(blocks: readonly Block[]): string {
  const heading = blocks.find(({ kind }) => kind === 'heading')
  const runs = heading?.kind === 'heading' ? heading.runs : []
  return cleanLine(runs.map(({ text }) => text).join(''), TITLE_MAX_CHARS)
}
