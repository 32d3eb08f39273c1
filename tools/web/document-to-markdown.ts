import { z } from 'zod'
import { defineOperation } from '../../src/contract/operation.ts'
import { webAddress } from '../../src/contract/web-address.ts'
import type { FetchedDocument } from '../../src/core/reading/fetch-document.ts'
import { documentOutput, documentStructure, partFields } from '../../src/core/reading/schemas.ts'
import { READ_MAX_MS } from '../../src/core/run/call-times.ts'
import { documentNotes } from '../../src/documents/document.ts'
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
  output: documentOutput,
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
    structure: documentStructure,
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
