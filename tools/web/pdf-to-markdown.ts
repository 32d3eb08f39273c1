import { z } from 'zod'
import { defineOperation } from '../../src/contract/operation.ts'
import { webAddress } from '../../src/contract/web-address.ts'
import type { FetchedPdf } from '../../src/core/reading/fetch-pdf.ts'
import { partFields, pdfOutput, pdfStructure } from '../../src/core/reading/schemas.ts'
import { READ_MAX_MS } from '../../src/core/run/call-times.ts'
import { once } from '../../src/lib/once.ts'
import { textUpTo } from '../../src/lib/text-bounds.ts'
import { AGENT_PART_CHARS } from '../../src/markdown/limits.ts'
import { partText } from '../../src/markdown/parts/part-text.ts'
import { DocumentMemories, searchingIn } from '../../src/markdown/parts/recent-documents.ts'
import { PDF_DEADLINE_MS } from '../../src/pdf/limits.ts'
import { isPageRanges, PAGE_RANGES_MAX_CHARS } from '../../src/pdf/page-ranges.ts'
import { INCLUDABLE_TEXTS } from '../../src/pdf/removed.ts'
import { lackingNotes, writePages } from '../../src/pdf/write/part-pages.ts'
import { JOB_RUNS_MAX_COUNT } from '../../src/sandbox/limits.ts'

const input = z.object({
  url: webAddress,
  // Not as a pattern of the schema, which every model would have to read.
  pages: textUpTo(PAGE_RANGES_MAX_CHARS)
    .refine(isPageRanges, 'Pages are written like 1-5,9.')
    .optional()
    .describe('Pages, like 1-5.'),
  maxPages: z.int().min(1).optional(),
  pageMarkers: z.boolean().optional().describe('Mark page starts.'),
  headersFooters: z.boolean().optional().describe('Keep running heads.'),
  include: z.array(z.enum(INCLUDABLE_TEXTS)).optional().describe('Texts to keep besides.'),
  ...partFields,
})
type Input = z.output<typeof input>

type PdfDocument = z.input<typeof pdfOutput>

const loadReading = once(async () => import('../../src/core/reading/give-pdf.ts'))
const documents = new DocumentMemories<FetchedPdf>()
const searching = searchingIn<Input, FetchedPdf>(documents, keyOf)

/** Operation `pdf_to_markdown` (utility spec 4.5): the text of a PDF as Markdown, whole or in parts. */
export const pdfToMarkdown = defineOperation({
  name: 'pdf_to_markdown',
  title: 'Read a PDF',
  description: 'Read a PDF as Markdown. Also takes include: hidden.',
  toolset: 'web',
  http: { method: 'POST', path: '/pdf-to-markdown' },
  price: '0.003',
  takesMaxMs: READ_MAX_MS + JOB_RUNS_MAX_COUNT * PDF_DEADLINE_MS,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  input,
  output: pdfOutput,
  // The description names the other.
  listed: { input: input.omit({ include: true }), output: pdfOutput },
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
    structure: pdfStructure,
    fileField: 'url',
    search: {
      ...searching,
      whole: (request) => ({ ...searching.whole(request), pageMarkers: true }),
      keepsPageMarks: ({ pageMarkers = false }) => pageMarkers,
    },
  },
  async check(request) {
    if (request.cursor === undefined) return
    const { requirePieceCursor } = await import('../../src/pdf/write/pieces.ts')
    requirePieceCursor(request, keyOf)
  },
  run: async (call) => (await loadReading()).givePdf(call, { keyOf, documents }),
})

/** Tells a document, read in one way, from all else: what cursors belong to. */
function keyOf({ url, pages, maxPages, pageMarkers, headersFooters, include }: Input): string {
  return JSON.stringify([url, pages, maxPages, pageMarkers, headersFooters, include])
}

/** Text for models: the pages of the part, the title, the Markdown, and what is missing and how to get it. */
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
