import { z } from 'zod'
import type { Fetched } from '../../src/contract/net.ts'
import { bytesRead, type Call, defineOperation } from '../../src/contract/operation.ts'
import { webAddress } from '../../src/contract/web-address.ts'
import { READ_MAX_MS } from '../../src/core/call-times.ts'
import { holdBodies } from '../../src/core/hold-bodies.ts'
import { resolveChoice } from '../../src/extract/asked-choice.ts'
import { contentKind } from '../../src/extract/content-kind.ts'
import type { ExtractJobOutput } from '../../src/extract/extract-job.ts'
import { EXTRACT_JOB } from '../../src/extract/jobs.ts'
import {
  COPY_AGE_MAX_S,
  SELECTOR_MAX_CHARS,
  SELECTORS_MAX_COUNT,
} from '../../src/extract/limits.ts'
import { blocked, isChallengeAnswer } from '../../src/extract/page-walls.ts'
import { readFollowing } from '../../src/extract/refresh.ts'
import { badStatus, isReadable, STATUS_MIN_BAD, unsupported } from '../../src/extract/refusals.ts'
import { isSelector } from '../../src/extract/selectors.ts'
import { textUpTo } from '../../src/lib/text-bounds.ts'
import { citationHead, withoutFacts } from '../../src/markdown/citation-head.ts'
import {
  AGENT_PART_CHARS,
  checkCursor,
  givePart,
  PART_MAX_CHARS,
  PART_MIN_CHARS,
  PART_MIN_TOKENS,
  partText,
} from '../../src/markdown/parts.ts'
import { DocumentMemories } from '../../src/markdown/recent-documents.ts'
import { searchingIn } from '../../src/markdown/searching.ts'

const ACCEPT =
  'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.6, application/json;q=0.5, */*;q=0.1'

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
  exclude: z
    .array(selector)
    .max(SELECTORS_MAX_COUNT)
    .optional()
    .describe('CSS: without these parts.'),
  focus: z
    .enum(['balanced', 'precision', 'recall'])
    .optional()
    .describe('recall keeps more, precision less.'),
  comments: z.boolean().optional().describe('Of readers, too.'),
  maxChars: z.int().min(PART_MIN_CHARS).max(PART_MAX_CHARS).optional().describe('Of one part.'),
  maxTokens: z.int().min(PART_MIN_TOKENS).optional().describe('Of one part.'),
  cursor: z.string().optional().describe('From nextCursor.'),
  links: z.enum(['inline', 'reference', 'none']).optional().describe('How to write them.'),
  images: z.enum(['keep', 'alt', 'none']).optional().describe('alt: as text.'),
  head: z.boolean().optional().describe('Author, date first.'),
  maxAge: z.int().min(0).max(COPY_AGE_MAX_S).optional().describe('Seconds a copy may be old.'),
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
  fromCache: z.boolean().optional().describe('True for a cached copy.'),
  age: z.int().optional().describe('Of a cached copy, seconds.'),
  truncated: z.boolean().optional().describe('True when more follows.'),
  nextCursor: z.string().optional().describe('Pass as cursor to get the next part.'),
  charsLeft: z.int().optional().describe('Characters after this part.'),
})
type Output = z.input<typeof output>

/** An article with what was true when it was fetched. */
interface FetchedArticle extends Omit<ExtractJobOutput, 'refresh'> {
  url: string
  fetchedAt: string
  fromCache?: true
  age?: number
}

const fileField = 'url'
const articles = new DocumentMemories<FetchedArticle>()

/** Operation `extract` (utility spec 4.1): the main article of a page as Markdown, whole or in parts. */
export const extract = defineOperation({
  name: 'extract',
  title: 'Read a web page',
  description: 'Read a web page as Markdown, or what CSS selectors pick of it.',
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
    seldom: ['exclude', 'focus', 'comments', 'maxTokens', 'links', 'images', 'head', 'maxAge'],
    text: agentText,
    fileField,
    search: searchingIn(articles, keyOf),
  },
  check: (asked) => checkCursor(keyOf(asked), asked.cursor),
  async run(call) {
    const { input: asked } = call
    const part = await givePart({
      ...asked,
      hasReferences: asked.links === 'reference',
      key: keyOf(asked),
      recent: articles.of(call.services.instance),
      owner: call.principal.id,
      now: call.services.now().getTime(),
      read: async () => holdBodies(call, read),
    })
    return asked.head === true && asked.cursor === undefined ? part : withoutFacts(part)
  },
})

/** Tells a page, read in one way, from all else: what cursors belong to. */
function keyOf(asked: Input): string {
  return JSON.stringify([asked.url, resolveChoice(asked)])
}

async function read(call: Call<Input>): Promise<FetchedArticle> {
  const { input: asked, services, signal, principal } = call
  const { maxAge: maxAgeS } = asked
  services.sandbox.prepare()
  const now = services.now().getTime()
  const { fetched, page } = await readFollowing(
    asked.url,
    async (url, from) =>
      services.fetch(url, {
        signal,
        accept: ACCEPT,
        ...(from ? { from } : {}),
        ...(maxAgeS === undefined ? {} : { cache: { maxAgeS, owner: principal.id } }),
        progress: (done, total) => call.progress(bytesRead(done, total)),
      }),
    async (found) =>
      services.sandbox.run(
        EXTRACT_JOB,
        { ...jobOf(found), ...resolveChoice(asked), cites: asked.head ?? false, now },
        { signal },
      ),
  )
  const { url, stored } = fetched
  const { refresh: _followed, ...article } = page
  if (asked.head === true) article.siteName ??= new URL(url).hostname
  const cached = stored ? { fromCache: true as const, age: stored.ageS } : {}
  return { url, fetchedAt: (stored?.at ?? services.now()).toISOString(), ...cached, ...article }
}

function jobOf(fetched: Fetched) {
  const { url, status, headers, held, body } = fetched
  const kind = contentKind(fetched)
  if (isChallengeAnswer(headers)) throw blocked()
  // The page of an error status may be a bot wall, which only its text tells.
  if (status >= STATUS_MIN_BAD && kind !== 'html') throw badStatus(status)
  if (!isReadable(kind)) throw unsupported(kind)
  return { url, status, kind, contentType: headers['content-type'] ?? '', bytes: held ?? body }
}

/** The part, and what its reader should know of the page. */
function agentText(article: Output): string {
  const notes = [
    article.needsJs && '[Perhaps incomplete: scripts may add most of the text.]',
    article.blocked && '[Perhaps a bot check in place of the page.]',
    article.paywalled && '[Not all of the text is free: perhaps only the beginning.]',
    article.age === undefined ? undefined : `[Cached copy, ${article.age} seconds old.]`,
  ]
  return partText(article, notes, citationHead(article))
}
