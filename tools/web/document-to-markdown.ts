import { z } from 'zod'
import { defineOperation } from '../../src/contract/operation.ts'
import { webAddress } from '../../src/contract/web-address.ts'
import { partFields } from '../../src/core/reading/article-schemas.ts'
import type { FetchedDocument } from '../../src/core/reading/fetch-document.ts'
import { READ_MAX_MS } from '../../src/core/run/call-times.ts'
import {
  DOCUMENT_FORMATS,
  documentNotes,
  HIDDEN_TEXT_REASONS,
  PAGE_UNITS,
} from '../../src/documents/document.ts'
import { DOCUMENT_DEADLINE_MS } from '../../src/documents/limits.ts'
import { once } from '../../src/lib/once.ts'
import { textUpTo } from '../../src/lib/text-bounds.ts'
import { AGENT_PART_CHARS } from '../../src/markdown/limits.ts'
import { partText } from '../../src/markdown/parts/part-text.ts'
import { DocumentMemories, searchingIn } from '../../src/markdown/parts/recent-documents.ts'
import { isPageRanges, PAGE_RANGES_MAX_CHARS } from '../../src/pdf/page-ranges.ts'
import { JOB_RUNS_MAX_COUNT } from '../../src/sandbox/limits.ts'

const input = z.object({
  url: webAddress,
  pages: textUpTo(PAGE_RANGES_MAX_CHARS)
    .refine(isPageRanges, 'Sheets, slides and chapters are written like 1-5,9.')
    .optional()
    .describe('Sheets, slides or chapters, like 1-3.'),
  pageMarkers: z.boolean().optional().describe('Mark where each of these starts.'),
  include: z
    .array(z.enum(['hidden']))
    .optional()
    .describe('hidden: text that nobody sees.'),
  ...partFields,
})
type Input = z.output<typeof input>

const output = z.object({
  url: z.string().describe('Address of the document after redirects.'),
  format: z.enum(DOCUMENT_FORMATS),
  title: z.string(),
  author: z.string(),
  createdAt: z.string().optional().describe('Date and time, or a date (ISO 8601).'),
  modifiedAt: z.string().optional().describe('Date and time, or a date (ISO 8601).'),
  pages: z.int().optional().describe('How many sheets, slides or chapters it has.'),
  unit: z.enum(PAGE_UNITS).optional().describe('What its pages are.'),
  wordCount: z.int(),
  markdown: z.string(),
  pictures: z.int().optional().describe('How many pictures it shows, which are not read.'),
  notes: z.array(z.string()).optional().describe('What else there is to know of it.'),
  files: z
    .array(z.object({ name: z.string(), bytes: z.int() }))
    .optional()
    .describe('Files within it: each is read at the address of the document, !/ and its name.'),
  removed: z
    .array(
      z.object({
        kind: z.literal('hidden'),
        reason: z.enum(HIDDEN_TEXT_REASONS).describe('Why nobody sees it.'),
        page: z.int().optional(),
        words: z.int(),
      }),
    )
    .optional()
    .describe('Text that markdown leaves out.'),
  truncated: z.boolean().optional().describe('True where more follows.'),
  nextCursor: z.string().optional().describe('Pass as cursor to get the next part.'),
  charsLeft: z.int().optional().describe('How many characters follow this part.'),
  pagesLeft: z
    .string()
    .optional()
    .describe('Sheets, slides or chapters that were not read: pass as pages in another call.'),
})

const loadReading = once(async () => import('../../src/core/reading/fetch-document.ts'))
const documents = new DocumentMemories<FetchedDocument>()

/** Operation `document_to_markdown`: an office document, book, mail, notebook, table or archive as Markdown. */
export const documentToMarkdown = defineOperation({
  name: 'document_to_markdown',
  title: 'Read a document',
  description:
    'Read an office document (docx, xlsx, pptx, odt, ods, odp), a book, mail, notebook, table or zip as Markdown.',
  toolset: 'web',
  tier: 'more',
  http: { method: 'POST', path: '/document-to-markdown' },
  price: '0.003',
  takesMaxMs: READ_MAX_MS + JOB_RUNS_MAX_COUNT * DOCUMENT_DEADLINE_MS,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  input,
  output,
  example: {
    input: { url: 'https://example.com/report.docx' },
    output: {
      url: 'https://example.com/report.docx',
      format: 'docx',
      title: 'Tides of the north',
      author: 'A. Heron',
      wordCount: 1200,
      markdown: '# Tides of the north',
    },
  },
  agent: {
    defaults: { maxChars: AGENT_PART_CHARS },
    text: (document) =>
      partText(
        document,
        documentNotes(document).map((note) => `[${note}.]`),
      ),
    fileField: 'url',
    search: {
      ...searchingIn<Input, FetchedDocument>(documents, keyOf),
      keepsPageMarks: ({ pageMarkers = false }) => pageMarkers,
    },
  },
  async check(request) {
    if (request.cursor === undefined) return
    const { requireCursor } = await import('../../src/markdown/parts/cursor.ts')
    requireCursor(keyOf(request), request.cursor)
  },
  run: async (call) =>
    (await loadReading()).giveDocument(call, { key: keyOf(call.input), documents }),
})

/** Tells a document, read in one way, from all else: what cursors belong to. */
function keyOf({ url, pages, pageMarkers, include }: Input): string {
  return JSON.stringify([url, pages, pageMarkers, include])
}
