import { z } from 'zod'
import { defineOperation } from '../../src/contract/operation.ts'
import { webAddress } from '../../src/contract/web-address.ts'
import { READ_MAX_MS } from '../../src/core/run/call-times.ts'
import { readFeedText } from '../../src/feed/feed-text.ts'
import { parseSince } from '../../src/feed/since.ts'

/** Items when a model asks: about 2,000 tokens, 10,000 at most. */
const AGENT_ITEMS_COUNT = 20

const isSince = (text: string): boolean => parseSince(text, new Date(0)) !== undefined

const input = z.object({
  url: webAddress.describe('Of feed or page.'),
  limit: z.int().min(1).optional().describe('Items at most.'),
  since: z
    .string()
    .refine(isSince, 'an ISO 8601 date or time, or an age such as 36h, 7d or 2w')
    .optional()
    .describe('From: ISO 8601 or age (7d).'),
  cursor: z.string().optional().describe('From nextCursor.'),
  content: z.boolean().optional().describe('Add contentHtml.'),
})

const enclosure = z.object({
  url: z.string(),
  type: z.string().optional(),
  length: z.int().optional().describe('Bytes.'),
  duration: z.int().optional().describe('Seconds.'),
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
  duration: z.int().optional().describe('Seconds.'),
  season: z.int().optional(),
  episode: z.int().optional(),
  episodeType: z.string().optional(),
  explicit: z.boolean().optional(),
  transcripts: z.array(z.object({ url: z.string(), type: z.string().optional() })).optional(),
  chapters: z.string().optional().describe('Their address.'),
  people: z.array(z.object({ name: z.string(), role: z.string().optional() })).optional(),
  comments: z.string().optional().describe('Their page.'),
})

/** Operation `rss_to_json` (utility spec 4.4): a feed of any format, normalised, whole or in parts. */
export const rssToJson = defineOperation({
  name: 'rss_to_json',
  title: 'Read a feed',
  description: 'Read a feed (RSS, Atom, JSON), or that of a page: dated items.',
  toolset: 'web',
  http: { method: 'POST', path: '/rss-to-json' },
  price: '0.001',
  takesMaxMs: READ_MAX_MS,
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
    unreadFeeds: z
      .array(z.object({ url: z.string(), code: z.string() }))
      .optional()
      .describe('Named, and not to be read.'),
    isUsual: z.boolean().optional().describe('Found at a usual address, not named by the page.'),
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
  example: {
    input: { url: 'https://blog.rust-lang.org/feed.xml', limit: 1 },
    output: {
      feedType: 'atom',
      title: 'Rust Blog',
      itemCount: 1,
      items: [
        {
          title: 'Announcing Rust',
          link: 'https://blog.rust-lang.org/a/',
          published: '2026-01-31T12:00:00.000Z',
          summary: 'A new release.',
          id: 'https://blog.rust-lang.org/a/',
        },
      ],
      version: '1.0',
      feedUrl: 'https://blog.rust-lang.org/feed.xml',
      link: 'https://blog.rust-lang.org/',
      description: '',
      language: 'en',
      updated: '2026-01-31T12:00:00.000Z',
      author: '',
      image: '',
      categories: [],
      totalItems: 10,
    },
  },
  agent: {
    defaults: { limit: AGENT_ITEMS_COUNT },
    seldom: ['content'],
    text: readFeedText,
  },
  async check(request) {
    if (request.cursor === undefined) return
    const { readItemCursor } = await import('../../src/feed/item-cursor.ts')
    readItemCursor(request)
  },
  run: async (call) => (await import('../../src/core/reading/give-feed.ts')).giveFeed(call),
})
