import { z } from 'zod'
import { defineOperation } from '../../src/contract/operation.ts'
import { webAddress } from '../../src/contract/web-address.ts'
import { feedOutput, feedStructure } from '../../src/core/reading/schemas.ts'
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
  output: feedOutput,
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
    structure: feedStructure,
  },
  async check(request) {
    if (request.cursor === undefined) return
    const { readItemCursor } = await import('../../src/feed/item-cursor.ts')
    readItemCursor(request)
  },
  run: async (call) => (await import('../../src/core/reading/give-feed.ts')).giveFeed(call),
})
