import { z } from 'zod'
import type { OperationError } from '../../src/contract/errors.ts'
import type { Fetched } from '../../src/contract/net.ts'
import { bytesRead, type Call, defineOperation } from '../../src/contract/operation.ts'
import { webAddress } from '../../src/contract/web-address.ts'
import { holdBodies } from '../../src/core/hold-bodies.ts'
import { contentKind } from '../../src/extract/content-kind.ts'
import { PAGE_INFO_JOB } from '../../src/extract/jobs.ts'
import { pageOf } from '../../src/extract/page-info/page-answer.ts'
import { blocked, isChallengeAnswer } from '../../src/extract/page-walls.ts'
import { STATUS_MIN_BAD } from '../../src/extract/refusals.ts'
import { readFeedText } from '../../src/feed/feed-text.ts'
import { makeItemCursor, readItemCursor } from '../../src/feed/item-cursor.ts'
import { FEED_JOB } from '../../src/feed/jobs.ts'
import { FEED_MAX_BYTES } from '../../src/feed/limits.ts'
import { noFeedIn } from '../../src/feed/refusals.ts'
import { parseSince } from '../../src/feed/since.ts'

/** Items when a model asks: about 2,000 tokens, 10,000 at most. */
const AGENT_ITEMS_COUNT = 20
const ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, text/html;q=0.5, */*;q=0.1'

const isSince = (text: string): boolean => parseSince(text, new Date(0)) !== undefined

const input = z.object({
  url: webAddress.describe('Of feed or page.'),
  limit: z.int().min(1).optional().describe('Items at most.'),
  since: z
    .string()
    .refine(isSince, 'an ISO 8601 date or time, or an age such as 36h, 7d or 2w')
    .optional()
    .describe('No older ones: ISO 8601 or age (7d).'),
  cursor: z.string().optional().describe('From nextCursor.'),
  content: z.boolean().optional().describe('Add contentHtml.'),
})
type FeedCall = Call<z.output<typeof input>>

const enclosure = z.object({
  url: z.string(),
  type: z.string().optional(),
  length: z.int().optional().describe('Bytes.'),
})
const item = z.object({
  title: z.string(),
  link: z.string(),
  published: z.string().describe('ISO 8601 UTC; empty when the feed tells no date.'),
  summary: z.string().describe('Plain text, 2,000 characters at most.'),
  id: z.string(),
  updated: z.string().optional(),
  author: z.string().optional(),
  categories: z.array(z.string()).optional(),
  image: z.string().optional(),
  enclosures: z.array(enclosure).optional(),
  contentHtml: z.string().optional().describe('Without scripts, addresses absolute.'),
})

/** Operation `rss_to_json` (utility spec 4.4): a feed of any format, normalised, whole or in parts. */
export const rssToJson = defineOperation({
  name: 'rss_to_json',
  title: 'Read a feed',
  description: 'Read a feed (RSS, Atom, JSON), or that of a page: dated items, summaries.',
  toolset: 'web',
  http: { method: 'POST', path: '/rss-to-json' },
  price: '0.001',
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  input,
  output: z.object({
    feedType: z.enum(['rss', 'atom', 'json']),
    title: z.string(),
    itemCount: z.int().describe('Items in this answer.'),
    items: z.array(item),
    version: z.string().describe('Of the format.'),
    feedUrl: z.string().describe('Address of the feed that was read.'),
    otherFeeds: z.array(z.string()).optional().describe('More feeds that the page names.'),
    link: z.string().describe('The site.'),
    description: z.string(),
    language: z.string(),
    updated: z.string(),
    author: z.string(),
    image: z.string(),
    categories: z.array(z.string()),
    totalItems: z.int().describe('Items that are not too old, in this answer or not.'),
    nextCursor: z.string().optional().describe('Pass as cursor to get the next items.'),
    itemsLeft: z.int().optional().describe('Items after these.'),
  }),
  agent: {
    defaults: { limit: AGENT_ITEMS_COUNT },
    seldom: ['content'],
    text: readFeedText,
  },
  check: (asked) => void readItemCursor(asked),
  run: async (asked) =>
    holdBodies(asked, async (call) => {
      const { url } = call.input
      const after = readItemCursor(call.input)
      let answer = await fetchFeed(call, url)
      let read = await readFeed(call, answer, after)
      let otherFeeds: string[] = []
      if (read.kind === 'page') {
        const [named, ...others] = read.feeds
        if (named === undefined) throw await noFeed(call, answer)
        answer = await fetchFeed(call, named)
        read = await readFeed(call, answer, after)
        otherFeeds = others
      }
      if (read.kind === 'page') throw await noFeed(call, answer)
      const { facts, items, total, next } = read
      const { feedType, title, ...more } = facts
      return {
        feedType,
        title,
        itemCount: items.length,
        items,
        ...more,
        feedUrl: answer.url,
        ...(otherFeeds.length === 0 ? {} : { otherFeeds }),
        totalItems: total,
        ...(next
          ? { nextCursor: makeItemCursor(call.input, next), itemsLeft: total - next.offset }
          : {}),
      }
    }),
})

async function fetchFeed({ services, signal, ...call }: FeedCall, url: string): Promise<Fetched> {
  services.sandbox.prepare()
  const fetched = await services.fetch(url, {
    signal,
    accept: ACCEPT,
    maxBytes: FEED_MAX_BYTES,
    progress: (done, total) => call.progress(bytesRead(done, total)),
  })
  if (isChallengeAnswer(fetched.headers)) throw blocked()
  // Of an error status this throws in any case: which error, the page tells.
  if (fetched.status >= STATUS_MIN_BAD) {
    await services.sandbox.run(PAGE_INFO_JOB, pageOf(fetched), { signal })
  }
  return fetched
}

async function readFeed(
  { input: asked, services, signal }: FeedCall,
  { url, headers, held, body }: Fetched,
  after: ReturnType<typeof readItemCursor>,
) {
  const { limit, content = false } = asked
  const since = asked.since === undefined ? undefined : parseSince(asked.since, services.now())
  const contentType = headers['content-type'] ?? ''
  const job = { url, contentType, bytes: held ?? body, limit, since, after, content }
  return services.sandbox.run(FEED_JOB, job, { signal })
}

/** The error for a document that is no feed and names none; of a web page, which may be a bot wall, the page's own. */
async function noFeed({ services, signal }: FeedCall, fetched: Fetched): Promise<OperationError> {
  const kind = contentKind(fetched)
  if (kind === 'html') await services.sandbox.run(PAGE_INFO_JOB, pageOf(fetched), { signal })
  return noFeedIn(kind)
}
