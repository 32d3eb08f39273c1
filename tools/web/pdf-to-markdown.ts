import { z } from 'zod'
import { type Call, defineOperation } from '../../src/contract/operation.ts'
import { webAddress } from '../../src/contract/web-address.ts'
import { READ_MAX_MS } from '../../src/core/call-times.ts'
import { holdBodies } from '../../src/core/hold-bodies.ts'
import { contentKind } from '../../src/extract/content-kind.ts'
import { blocked, isChallengeAnswer } from '../../src/extract/page-walls.ts'
import { badStatus, STATUS_MIN_BAD } from '../../src/extract/refusals.ts'
import { textUpTo } from '../../src/lib/text-bounds.ts'
import {
  AGENT_PART_CHARS,
  PART_MAX_CHARS,
  PART_MIN_CHARS,
  partText,
} from '../../src/markdown/parts.ts'
import { DocumentMemories } from '../../src/markdown/recent-documents.ts'
import { searchingIn } from '../../src/markdown/searching.ts'
import { PDF_JOB } from '../../src/pdf/jobs.ts'
import { PDF_BODY_MAX_BYTES, PDF_DEADLINE_MS } from '../../src/pdf/limits.ts'
import { lackingNotes, writePages } from '../../src/pdf/notes.ts'
import type { PagePlace } from '../../src/pdf/page-places.ts'
import { isPageRanges, PAGE_RANGES_MAX_CHARS } from '../../src/pdf/page-ranges.ts'
import { ofItsPages } from '../../src/pdf/part-pages.ts'
import { checkPieceCursor, givePiece, type PieceReading } from '../../src/pdf/pieces.ts'
import { notPdf } from '../../src/pdf/refusals.ts'
import { REMOVED_KINDS } from '../../src/pdf/removed.ts'

const input = z.object({
  url: webAddress,
  // Not as a pattern of the schema, which every model would have to read.
  pages: textUpTo(PAGE_RANGES_MAX_CHARS)
    .refine(isPageRanges, 'Pages are written like 1-5,9.')
    .optional()
    .describe('Like 1-5,9.'),
  maxPages: z.int().min(1).optional().describe('Pages at most.'),
  pageMarkers: z.boolean().optional().describe('Mark new pages.'),
  headersFooters: z.boolean().optional().describe('Keep them.'),
  maxChars: z.int().min(PART_MIN_CHARS).max(PART_MAX_CHARS).optional().describe('Of one part.'),
  cursor: z.string().optional().describe('From nextCursor.'),
})
type Input = z.output<typeof input>

const output = z.object({
  url: z.string().describe('Address after redirects.'),
  title: z.string(),
  author: z.string(),
  pages: z.int().describe('Pages of the document.'),
  wordCount: z.int().describe('Words of all pages read.'),
  markdown: z.string(),
  pagesWithoutText: z.array(z.int()).optional().describe('Scans or pictures.'),
  truncated: z.boolean().optional().describe('True when more follows.'),
  nextCursor: z.string().optional().describe('Pass as cursor to get the next part.'),
  charsLeft: z.int().optional().describe('Characters after this part.'),
  pagesLeft: z.string().optional().describe('Not read: pass as pages in another call.'),
  partPages: z.object({ first: z.int(), last: z.int() }).optional().describe('Of this part.'),
  removed: z
    .array(z.object({ kind: z.enum(REMOVED_KINDS), page: z.int(), text: z.string() }))
    .optional()
    .describe('Left out of markdown.'),
})

type PdfDocument = z.input<typeof output>
/** A document as it is remembered: where its pages begin, and where it goes on, is no part of the result. */
type RememberedPdf = PdfDocument & { pageStarts?: readonly PagePlace[]; continuesAt?: number }

const documents = new DocumentMemories<RememberedPdf>()
const searching = searchingIn<Input, RememberedPdf>(documents, keyOf)

/** Operation `pdf_to_markdown` (utility spec 4.5): the text of a PDF as Markdown, whole or in parts. */
export const pdfToMarkdown = defineOperation({
  name: 'pdf_to_markdown',
  title: 'Read a PDF',
  description: 'Read a PDF as Markdown. No OCR.',
  toolset: 'web',
  http: { method: 'POST', path: '/pdf-to-markdown' },
  price: '0.003',
  takesMaxMs: READ_MAX_MS + PDF_DEADLINE_MS,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  input,
  output,
  example: {
    input: { url: 'https://www.rfc-editor.org/rfc/rfc9110.pdf' },
    output: {
      url: 'https://www.rfc-editor.org/rfc/rfc9110.pdf',
      title: 'HTTP Semantics',
      author: '',
      pages: 194,
      wordCount: 72000,
      markdown: '# HTTP Semantics',
    },
  },
  agent: {
    defaults: { maxChars: AGENT_PART_CHARS },
    seldom: ['maxPages', 'pageMarkers', 'headersFooters'],
    text: agentText,
    fileField: 'url',
    search: {
      ...searching,
      whole: (asked) => ({ ...searching.whole(asked), pageMarkers: true }),
      keepsPageMarks: ({ pageMarkers = false }) => pageMarkers,
    },
  },
  check: (asked) => checkPieceCursor(asked, keyOf),
  run: async (call) => {
    const { part, place } = await givePiece<Input, RememberedPdf>({
      asked: call.input,
      keyOf,
      recent: documents.of(call.services.instance),
      owner: call.principal.id,
      now: call.services.now().getTime(),
      read: async (asked, reading) =>
        holdBodies({ ...call, input: asked }, async (held) => read(held, reading)),
    })
    const { maxChars, cursor } = call.input
    if (maxChars === undefined && cursor === undefined) return part
    const { continuesAt: _, ...given } = part
    return ofItsPages(given, place)
  },
})

/** Tells a document, read in one way, from all else: what cursors belong to. */
function keyOf({ url, pages, maxPages, pageMarkers, headersFooters }: Input): string {
  return JSON.stringify([url, pages, maxPages, pageMarkers, headersFooters])
}

async function read(
  { input: asked, services, signal, ...call }: Call<Input>,
  reading: PieceReading,
): Promise<RememberedPdf> {
  services.sandbox.prepare()
  const fetched = await services.fetch(asked.url, {
    signal,
    accept: 'application/pdf, */*;q=0.1',
    maxBytes: PDF_BODY_MAX_BYTES,
    // The download is the first step, each page another one: progress must never go back.
    progress: (done, total) =>
      call.progress({ done: done / (total ?? PDF_BODY_MAX_BYTES), message: 'downloading' }),
  })
  const { url, status, headers, body, held } = fetched
  if (isChallengeAnswer(headers)) throw blocked()
  if (status >= STATUS_MIN_BAD) throw badStatus(status)
  const kind = contentKind(fetched)
  if (kind !== 'pdf') throw notPdf(kind)
  const { pages, maxPages, pageMarkers = false, headersFooters = false } = asked
  const result = await services.sandbox.run(
    PDF_JOB,
    { bytes: held ?? body, pages, maxPages, pageMarkers, headersFooters, ...reading },
    {
      signal,
      deadlineMs: PDF_DEADLINE_MS,
      progress: (done, total) =>
        call.progress({ done: done + 1, total: total + 1, message: `page ${done} of ${total}` }),
    },
  )
  const { pagesWithoutText, pagesLeft, removed, ...document } = result
  return {
    url,
    ...document,
    ...(removed.length === 0 ? {} : { removed }),
    ...(pagesWithoutText.length === 0 ? {} : { pagesWithoutText }),
    ...(pagesLeft === '' ? {} : { truncated: true, pagesLeft }),
  }
}

/** Of which pages the part is, the title, the Markdown, and what is missing and how to get it. */
function agentText(document: PdfDocument): string {
  const { nextCursor, pagesLeft, partPages, pages } = document
  const text = partText(document, [
    ...lackingNotes(document).map((note) => `[${note}.]`),
    nextCursor === undefined
      ? pagesLeft && `[Not read: pass pages "${pagesLeft}" in another call.]`
      : undefined,
  ])
  return partPages ? `[${writePages(partPages, pages)}]\n\n${text}` : text
}
