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
  url: webAddress.describe('Address of a feed or its site.'),
  limit: z.int().min(1).optional(),
  since: z
    .string()
    .refine(isSince, 'an ISO 8601 date or time, or an age such as 36h, 7d or 2w')
    .optional()
    .describe('Oldest date: ISO 8601, or an age like 7d.'),
  cursor: z.string().optional().describe('nextCursor of the last answer.'),
  content: z.boolean().optional().describe('Add contentHtml to items.'),
})

const funding = z.array(z.object({ url: z.string(), text: z.string().optional() })).optional()
const place = z
  .object({
    name: z.string().optional(),
    latitude: z.number().optional(),
    longitude: z.number().optional(),
  })
  .optional()
const enclosure = z.object({
  url: z.string(),
  type: z.string().optional(),
  length: z.int().optional().describe('Size in bytes, as the feed states it.'),
  duration: z.int().optional().describe('Length in seconds.'),
})
const item = z.object({
  title: z.string(),
  link: z.string(),
  published: z.string().describe('Time in ISO 8601 UTC; empty where the feed tells no date.'),
  summary: z.string().describe('Plain text of 2,000 characters at most.'),
  id: z.string(),
  updated: z.string().optional(),
  author: z.string().optional(),
  categories: z.array(z.string()).optional(),
  image: z.string().optional(),
  enclosures: z.array(enclosure).optional(),
  contentHtml: z
    .string()
    .optional()
    .describe('Content as HTML without scripts, with absolute addresses.'),
  duration: z.int().optional().describe('Length in seconds.'),
  season: z.int().optional(),
  episode: z.int().optional(),
  episodeType: z.string().optional(),
  explicit: z.boolean().optional(),
  transcripts: z.array(z.object({ url: z.string(), type: z.string().optional() })).optional(),
  chapters: z.string().optional().describe('Address of the list of chapters.'),
  people: z.array(z.object({ name: z.string(), role: z.string().optional() })).optional(),
  comments: z.string().optional().describe('Address of the page with comments.'),
  soundbites: z
    .array(z.object({ start: z.number(), duration: z.number(), title: z.string().optional() }))
    .optional(),
  funding,
  location: place,
})

/** Operation `rss_to_json` (utility spec 4.4): a feed of any format, normalised, whole or in parts. */
export const rssToJson = defineOperation({
  name: 'rss_to_json',
  title: 'Read a feed',
  description: 'Read dated items of a feed (RSS, Atom, JSON), or of the feed of a page.',
  toolset: 'web',
  http: { method: 'POST', path: '/rss-to-json' },
  price: '0.001',
  takesMaxMs: READ_MAX_MS,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  input,
  output: z.object({
    feedType: z.enum(['rss', 'atom', 'json']),
    title: z.string(),
    itemCount: z.int().describe('How many items this answer has.'),
    items: z.array(item),
    version: z.string().describe('Version of the format.'),
    feedUrl: z.string().describe('Address of the feed that was read.'),
    otherFeeds: z.array(z.string()).optional().describe('More feeds that the page names.'),
    unreadFeeds: z
      .array(z.object({ url: z.string(), code: z.string() }))
      .optional()
      .describe('Feeds that the page names and that could not be read.'),
    isUsual: z
      .boolean()
      .optional()
      .describe('True where the feed was found at a usual address, not named by the page.'),
    link: z.string().describe('Address of the site.'),
    description: z.string(),
    language: z.string(),
    updated: z.string(),
    author: z.string(),
    image: z.string(),
    categories: z.array(z.string()),
    funding,
    location: place,
    totalItems: z.int().describe('How many items are not too old, in this answer or not.'),
    nextCursor: z.string().optional().describe('Pass as cursor to get the next items.'),
    itemsLeft: z.int().optional().describe('How many items follow this answer.'),
    itemsUnread: z.int().optional().describe('How many further items no call can read.'),
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
