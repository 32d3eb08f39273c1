import { z } from 'zod'
import { OperationError } from '../../src/contract/errors.ts'
import { defineOperation } from '../../src/contract/operation.ts'
import { READ_MAX_COUNT } from '../../src/core/reading/limits.ts'
import type { Outcome } from '../../src/core/reading/read-all.ts'
import { readingText, type ReadPart } from '../../src/core/reading/reading-text.ts'
import type { Readers, ReadRequest } from '../../src/core/reading/reading.ts'
import { asFileReader, asTool } from '../../src/core/run/agent-form.ts'
import { findField, foundField } from '../../src/core/run/find-field.ts'
import { once } from '../../src/lib/once.ts'
import { AGENT_PART_CHARS } from '../../src/markdown/limits.ts'
import { documentToMarkdown } from './document-to-markdown.ts'
import { extract } from './extract.ts'
import { pdfToMarkdown } from './pdf-to-markdown.ts'
import { rssToJson } from './rss-to-json.ts'

const input = z.object({
  urls: z
    .array(z.string())
    .min(1)
    .max(READ_MAX_COUNT)
    .describe('Web addresses, /user_uploads/ links or chat:// addresses.'),
  find: findField,
  maxChars: z.int().min(1).default(AGENT_PART_CHARS).describe('Limit for all urls together.'),
  cursor: z.string().optional().describe('Cursor of a part; give its url alone.'),
})

const output = z.object({
  parts: z.array(
    z.object({
      address: z.string(),
      kind: z.string().optional(),
      url: z.string().optional().describe('Address after redirects.'),
      title: z.string().optional(),
      author: z.string().optional(),
      date: z.string().optional(),
      length: z.string().optional(),
      text: z.string().optional(),
      cursor: z.string().optional().describe('Pass with this address alone to go on.'),
      found: foundField,
      error: z
        .object({ code: z.string(), message: z.string(), hint: z.string().optional() })
        .optional(),
    }),
  ),
})

/** Operation `read`: whatever is at one to five addresses, each read by the operation for its kind. */
export const read = defineOperation({
  name: 'read',
  title: 'Read anything',
  description:
    'Read anything: pages, PDFs, office files, feeds, images, chat files, up to 5 at once.',
  toolset: 'web',
  http: { method: 'POST', path: '/read' },
  toolOnly: true,
  runsHere: true,
  runsOthers: true,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  input,
  output,
  agent: { structure: 'none', text: ({ parts }) => readingText(parts) },
  check({ urls, cursor }) {
    if (cursor !== undefined && urls.length > 1) throw cursorOfOne()
  },
  async run(call) {
    const { readAll } = await import('../../src/core/reading/read-all.ts')
    const outcomes = await readAll(call, await loadReaders())
    const [only] = outcomes
    if (only && 'error' in only && outcomes.length === 1) throw only.error
    return { parts: outcomes.map(partOf) }
  },
})

/** How documents are read: each kind by its tool. */
const loadReaders = once(async (): Promise<Readers> => {
  const { feedArgs, readDocument, readFeed, readPage, readPdf } =
    await import('../../src/core/reading/readings-of-results.ts')
  const part = ({ maxChars, find }: ReadRequest) =>
    find === undefined ? { maxChars } : { maxChars, find }
  return {
    page: { kind: 'page', tool: asTool(extract), args: part, read: readPage },
    pdf: { kind: 'pdf', tool: asTool(pdfToMarkdown), args: part, read: readPdf },
    feed: { kind: 'feed', tool: asFileReader(rssToJson), args: feedArgs, read: readFeed },
    document: {
      kind: 'document',
      tool: asTool(documentToMarkdown),
      args: part,
      read: readDocument,
    },
    async chat() {
      const { chatTools } = await import('../chat-tools.ts')
      return chatTools.map(asTool).filter(({ resources = [] }) => resources.length > 0)
    },
  }
})

/** A part as it is told, without what is unknown of it. */
function partOf(outcome: Outcome): ReadPart {
  const { address } = outcome
  if ('error' in outcome) {
    const { code, message, hint } = outcome.error
    return { address, error: { code, message, ...(hint === undefined ? {} : { hint }) } }
  }
  const { picture: _shown, ...reading } = outcome.reading
  const known = Object.entries(reading).filter(([, value]) => value !== undefined && value !== '')
  return { address, ...Object.fromEntries(known) }
}

function cursorOfOne(): OperationError {
  return new OperationError('invalid_input', 'A cursor belongs to one address.', {
    hint: 'Give that address alone, for example {"urls": ["https://example.com/a.pdf"], "cursor": "…"}.',
  })
}
