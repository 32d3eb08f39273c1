import { defineOperation } from '../../src/contract/operation.ts'
import { webAddress } from '../../src/contract/web-address.ts'
import type { ReadArticle } from '../../src/core/reading/read-article.ts'
import { articleInput, articleOutput } from '../../src/core/reading/schemas.ts'
import { RENDER_MAX_MS } from '../../src/core/run/call-times.ts'
import { once } from '../../src/lib/once.ts'
import { AGENT_PART_CHARS } from '../../src/markdown/limits.ts'
import { requireCursor } from '../../src/markdown/parts/cursor.ts'
import { DocumentMemories } from '../../src/markdown/parts/recent-documents.ts'
import { extract } from './extract.ts'

const input = articleInput
  .omit({ render: true, maxAge: true, waitFor: true })
  .extend({ url: webAddress, waitFor: articleInput.shape.waitFor })

const articles = new DocumentMemories<ReadArticle>()
const loadReading = once(async () => import('../../src/core/reading/give-article.ts'))

/** Operation `extract_rendered`: what `extract` reads, of the page as a browser shows it; sold at a price of its own. */
export const extractRendered = defineOperation({
  name: 'extract_rendered',
  title: 'Read a web page in a browser',
  description: 'Read a web page as Markdown, once a browser has run its scripts.',
  toolset: 'web',
  needsBrowser: true,
  tier: 'more',
  http: { method: 'POST', path: '/extract-rendered' },
  price: '0.004',
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  takesMaxMs: RENDER_MAX_MS,
  input,
  output: articleOutput,
  example: {
    input: { url: 'https://example.com/' },
    output: {
      url: 'https://example.com/',
      title: 'Example Domain',
      markdown: 'This domain is for use in examples.',
      wordCount: 7,
      fetchedAt: '2026-01-02T03:04:05.678Z',
      rendered: true,
    },
  },
  agent: {
    defaults: { maxChars: AGENT_PART_CHARS, images: 'alt', head: true },
    ...(extract.agent?.text ? { text: extract.agent.text } : {}),
  },
  check: (request) => requireCursor(keyOf(request), request.cursor),
  run: async (call) =>
    (await loadReading()).giveRendered(call, { key: keyOf(call.input), articles }),
})

/** What a cursor belongs to: a page, read in one way. */
function keyOf(request: Readonly<Record<string, unknown>>): string {
  const { cursor: _cursor, maxChars: _size, maxTokens: _tokens, head: _head, ...choice } = request
  return JSON.stringify([
    'rendered',
    Object.entries(choice).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ])
}
