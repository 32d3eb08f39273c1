import { z } from 'zod'
import { contentKind } from '../../src/extract/content-kind.ts'
import type { MarkdownStyle } from '../../src/extract/engine.ts'
import type { ExtractJobOutput } from '../../src/extract/extract-job.ts'
import { blocked, isChallengeAnswer } from '../../src/extract/page-walls.ts'
import { badStatus, isReadable, STATUS_MIN_BAD, unsupported } from '../../src/extract/refusals.ts'
import { escapeLine } from '../../src/markdown/escape.ts'
import {
  AGENT_PART_CHARS,
  givePart,
  PART_MAX_CHARS,
  PART_MIN_CHARS,
} from '../../src/markdown/parts.ts'
import { DocumentMemories } from '../../src/markdown/recent-documents.ts'
import { bytesRead, type Call, defineOperation } from '../../src/operation.ts'

const ACCEPT =
  'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.6, application/json;q=0.5, */*;q=0.1'

const input = z.object({
  url: z.url({ protocol: /^https?$/ }),
  maxChars: z.int().min(PART_MIN_CHARS).max(PART_MAX_CHARS).optional(),
  cursor: z.string().optional().describe('Last nextCursor.'),
  links: z.enum(['inline', 'none']).optional().describe('none: text only.'),
  images: z.enum(['keep', 'alt', 'none']).optional().describe('alt: text only.'),
})
type Input = z.output<typeof input>

const output = z.object({
  url: z.string().describe('Address after redirects.'),
  title: z.string(),
  markdown: z.string(),
  wordCount: z.int().describe('Words of the whole article.'),
  fetchedAt: z.string().describe('ISO 8601 UTC.'),
  truncated: z.boolean().optional().describe('True when more follows.'),
  nextCursor: z.string().optional().describe('Pass as cursor to get the next part.'),
})

/** An article with what was true when it was fetched. */
interface FetchedArticle extends ExtractJobOutput {
  url: string
  fetchedAt: string
}

const articles = new DocumentMemories<FetchedArticle>()

/** Operation `extract` (utility spec 4.1): the main article of a page as Markdown, whole or in parts. */
export const extract = defineOperation({
  name: 'extract',
  title: 'Read a web page',
  description: 'Read a web page: its article as Markdown, in parts if long.',
  toolset: 'web',
  http: { method: 'POST', path: '/extract' },
  price: '0.002',
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  input,
  output,
  agent: { defaults: { maxChars: AGENT_PART_CHARS, images: 'alt' }, text: agentText },
  async run(call) {
    const { input: asked, services } = call
    const style: MarkdownStyle = { links: asked.links ?? 'inline', images: asked.images ?? 'keep' }
    return givePart({
      key: JSON.stringify([asked.url, style]),
      cursor: asked.cursor,
      maxChars: asked.maxChars,
      recent: articles.of(services),
      now: services.now().getTime(),
      read: async () => read(call, style),
    })
  },
})

async function read(
  { input: asked, services, signal, ...call }: Call<Input>,
  style: MarkdownStyle,
): Promise<FetchedArticle> {
  const fetched = await services.fetch(asked.url, {
    signal,
    accept: ACCEPT,
    progress: (done, total) => call.progress(bytesRead(done, total)),
  })
  const fetchedAt = services.now().toISOString()
  const kind = contentKind(fetched)
  const { url, status, body: bytes, headers } = fetched
  if (isChallengeAnswer(headers)) throw blocked()
  // The page of an error status may be a bot wall, which only its text tells.
  if (status >= STATUS_MIN_BAD && kind !== 'html') throw badStatus(status)
  if (!isReadable(kind)) throw unsupported(kind)
  const contentType = headers['content-type'] ?? ''
  const job = { url, status, kind, contentType, bytes, ...style }
  return { url, fetchedAt, ...(await services.sandbox.run('extract', job, { signal })) }
}

/** The title as a heading unless the part begins with it, the Markdown, and how to go on. */
function agentText({ title, markdown, nextCursor }: z.input<typeof output>): string {
  const line = escapeLine(title)
  const beginning = markdown.slice(0, 2 * line.length + 8).replace(/^#+ /, '')
  const begins = beginning.startsWith(title) || beginning.startsWith(line)
  const heading = line === '' || begins ? '' : `# ${line}\n\n`
  const more =
    nextCursor === undefined
      ? ''
      : `\n\n[Truncated. For the next part pass cursor "${nextCursor}".]`
  return heading + markdown.trimEnd() + more
}
