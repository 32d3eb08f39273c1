import { z } from 'zod'
import { OperationError } from '../../src/contract/errors.ts'
import { type Call, defineOperation } from '../../src/contract/operation.ts'
import { webAddress } from '../../src/contract/web-address.ts'
import { CONVERT_JOB } from '../../src/convert/jobs.ts'
import { READ_MAX_MS } from '../../src/core/call-times.ts'
import { holdBodies } from '../../src/core/hold-bodies.ts'
import { giveArticle } from '../../src/core/reading/give-article.ts'
import { readArticle, type ReadArticle } from '../../src/core/reading/read-article.ts'
import { waitForField } from '../../src/core/reading/wait-for-field.ts'
import { resolveChoice } from '../../src/extract/asked-choice.ts'
import {
  COPY_AGE_MAX_S,
  SELECTOR_MAX_CHARS,
  SELECTORS_MAX_COUNT,
} from '../../src/extract/limits.ts'
import { isSelector } from '../../src/extract/selectors.ts'
import { textUpTo } from '../../src/lib/text-bounds.ts'
import { citationHead } from '../../src/markdown/citation-head.ts'
import {
  AGENT_PART_CHARS,
  checkCursor,
  PART_MAX_CHARS,
  PART_MIN_CHARS,
  PART_MIN_TOKENS,
  partText,
} from '../../src/markdown/parts.ts'
import { DocumentMemories } from '../../src/markdown/recent-documents.ts'
import { searchingIn } from '../../src/markdown/searching.ts'

const selector = textUpTo(SELECTOR_MAX_CHARS).refine(
  isSelector,
  'a CSS selector, such as main .post > p:first-child',
)

const input = z.object({
  url: webAddress,
  selector: selector
    .optional()
    .describe('CSS: only this part.')
    .meta({ examples: ['main'] }),
  exclude: z.array(selector).max(SELECTORS_MAX_COUNT).optional().describe('CSS: without these.'),
  focus: z.enum(['balanced', 'precision', 'recall']).optional().describe('recall keeps more.'),
  comments: z.boolean().optional().describe('Of readers, too.'),
  maxChars: z.int().min(PART_MIN_CHARS).max(PART_MAX_CHARS).optional().describe('Of one part.'),
  maxTokens: z.int().min(PART_MIN_TOKENS).optional().describe('Of one part.'),
  cursor: z.string().optional().describe('From nextCursor.'),
  links: z.enum(['inline', 'reference', 'none']).optional().describe('Their form.'),
  images: z.enum(['keep', 'alt', 'none']).optional().describe('alt: as text.'),
  head: z.boolean().optional().describe('Author, date first.'),
  maxAge: z.int().min(0).max(COPY_AGE_MAX_S).optional().describe('Of a copy, seconds.'),
  render: z.enum(['auto', 'never', 'always']).optional().describe('In a browser.'),
  waitFor: waitForField,
})
type Input = z.output<typeof input>

const output = z.object({
  url: z.string().describe('Address after redirects.'),
  title: z.string(),
  markdown: z.string(),
  wordCount: z.int().describe('Words of the whole article.'),
  fetchedAt: z.string().describe('ISO 8601 UTC. Of a cached copy: when it was last current.'),
  language: z.string().optional().describe('As the page states it.'),
  author: z.string().optional().describe('With head.'),
  publishedAt: z.string().optional().describe('ISO 8601.'),
  modifiedAt: z.string().optional().describe('ISO 8601.'),
  siteName: z.string().optional(),
  pageType: z.enum(['article', 'forum', 'product', 'listing', 'docs', 'other']).optional(),
  needsJs: z.boolean().optional().describe('True when scripts may add most of the text.'),
  blocked: z.boolean().optional().describe('True when it may be a bot check.'),
  paywalled: z.boolean().optional().describe('True when not all of it is free.'),
  rendered: z.boolean().optional().describe('True for the text of a browser.'),
  fromCache: z.boolean().optional().describe('True for a cached copy.'),
  age: z.int().optional().describe('Of a cached copy, seconds.'),
  truncated: z.boolean().optional().describe('True when more follows.'),
  nextCursor: z.string().optional().describe('Pass as cursor to get the next part.'),
  charsLeft: z.int().optional().describe('Characters after this part.'),
})
type Output = z.input<typeof output>

const fileField = 'url'
const articles = new DocumentMemories<ReadArticle>()

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
  input,
  output,
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
      'comments',
      'maxTokens',
      'links',
      'images',
      'head',
      'maxAge',
      'render',
      'waitFor',
    ],
    text: agentText,
    fileField,
    search: searchingIn(articles, keyOf),
  },
  view: { name: 'article', more: articleHtml },
  check(asked, beforePayment) {
    if (beforePayment && (asked.render === 'always' || asked.waitFor !== undefined)) {
      throw soldElsewhere()
    }
    checkCursor(keyOf(asked), asked.cursor)
  },
  run: async (call) =>
    giveArticle(call, {
      key: keyOf(call.input),
      articles,
      read: async () => holdBodies(call, readArticle),
    }),
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
function keyOf(asked: Input): string {
  const { url, render, waitFor } = asked
  return JSON.stringify([
    url,
    resolveChoice(asked),
    ...((render ?? waitFor) ? [render, waitFor] : []),
  ])
}

/** This price is for what servers send. */
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
    article.rendered &&
      article.truncated &&
      article.nextCursor === undefined &&
      '[Not all of it: the page goes on, or was stopped at a limit.]',
    article.blocked && '[Perhaps a bot check in place of the page.]',
    article.paywalled && '[Not all of the text is free: perhaps only the beginning.]',
    article.age === undefined ? undefined : `[Cached copy, ${article.age} seconds old.]`,
  ]
  return partText(article, notes, citationHead(article))
}
