import type { z } from 'zod'
import { OperationError } from '../../src/contract/errors.ts'
import { type Call, defineOperation } from '../../src/contract/operation.ts'
import { CONVERT_JOB } from '../../src/convert/jobs.ts'
import type { ReadArticle } from '../../src/core/reading/read-article.ts'
import { articleInput, articleOutput } from '../../src/core/reading/schemas.ts'
import { READ_MAX_MS } from '../../src/core/run/call-times.ts'
import { noteOfLeftOut, resolveChoice } from '../../src/extract/engine.ts'
import { once } from '../../src/lib/once.ts'
import { citationHead } from '../../src/markdown/citation-head.ts'
import { AGENT_PART_CHARS } from '../../src/markdown/limits.ts'
import { requireCursor } from '../../src/markdown/parts/cursor.ts'
import { partText } from '../../src/markdown/parts/part-text.ts'
import { DocumentMemories, searchingIn } from '../../src/markdown/parts/recent-documents.ts'

type Input = z.output<typeof articleInput>
type Output = z.input<typeof articleOutput>

const fileField = 'url'
const articles = new DocumentMemories<ReadArticle>()
const loadReading = once(async () => import('../../src/core/reading/give-article.ts'))

/** Operation `extract` (utility spec 4.1): the main article of a page as Markdown, whole or in parts. */
export const extract = defineOperation({
  name: 'extract',
  title: 'Read a web page',
  description: 'Read a web page as Markdown, or what CSS picks of it.',
  toolset: 'web',
  http: { method: 'POST', path: '/extract' },
  price: '0.002',
  takesMaxMs: READ_MAX_MS,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  input: articleInput,
  output: articleOutput,
  example: {
    input: { url: 'https://example.com/' },
    output: {
      url: 'https://example.com/',
      title: 'Example Domain',
      markdown: 'This domain is for use in examples.',
      wordCount: 7,
      fetchedAt: '2026-01-31T12:00:00.000Z',
    },
  },
  agent: {
    defaults: { maxChars: AGENT_PART_CHARS, images: 'alt', head: true },
    seldom: [
      'exclude',
      'focus',
      'include',
      'maxTokens',
      'links',
      'images',
      'head',
      'maxAge',
      'render',
      'waitFor',
      'open',
    ],
    text: agentText,
    fileField,
    search: searchingIn(articles, keyOf),
  },
  view: { name: 'article', more: articleHtml },
  check(request, beforePayment) {
    if (beforePayment && asksToRender(request)) {
      throw soldElsewhere()
    }
    requireCursor(keyOf(request), request.cursor)
  },
  run: async (call) =>
    (await loadReading()).giveArticle(call, { key: keyOf(call.input), articles }),
})

/** The part as HTML, for people. */
async function articleHtml(
  article: Readonly<Record<string, unknown>>,
  { services, signal }: Pick<Call<unknown>, 'services' | 'signal'>,
): Promise<Record<string, unknown>> {
  const data = String(article['markdown'])
  const conversion = { from: 'markdown', to: 'html', data, sanitize: true } as const
  return { html: (await services.sandbox.run(CONVERT_JOB, conversion, { signal })).result }
}

/** Tells a page, read in one way, from all else: what cursors belong to. */
function keyOf(request: Input): string {
  const { url, render, waitFor, open } = request
  return JSON.stringify([
    url,
    resolveChoice(request),
    ...((render ?? waitFor ?? open) ? [render, waitFor, open] : []),
  ])
}

function asksToRender({ render, waitFor, open }: Input): boolean {
  return render === 'always' || waitFor !== undefined || open === true
}

/** The error for paid calls of extract that ask to render: its price is for what servers send. */
function soldElsewhere(): OperationError {
  return new OperationError('invalid_input', 'Calls of extract that are paid never render.', {
    hint: 'Call extract_rendered, which has a price of its own.',
  })
}

/** The part, and what its reader should know of the page. */
function agentText(article: Output): string {
  const notes = [
    article.needsJs && '[Perhaps incomplete: scripts may add most of the text.]',
    article.rendered && '[As a browser shows it.]',
    article.unfinished && '[Unfinished: what was to come had not come. Call it with waitFor.]',
    article.status !== undefined && `[Served with HTTP status ${article.status}.]`,
    article.notShown && `[Not shown: ${article.notShown.join('; ')}.]`,
    article.rendered &&
      article.truncated &&
      article.nextCursor === undefined &&
      '[Not all of it: the page goes on, or was stopped at a limit.]',
    article.blocked && '[Perhaps a bot check in place of the page.]',
    article.notFound && '[Perhaps not the page: it says that it was not found.]',
    article.paywalled && '[Not all of the text is free: perhaps only the beginning.]',
    article.removed && noteOfLeftOut(article.removed),
    article.age === undefined ? undefined : `[Cached copy, ${article.age} seconds old.]`,
  ]
  return partText(article, notes, citationHead(article))
}
