import { z } from 'zod'
import { defineOperation } from '../../src/contract/operation.ts'
import { webAddress } from '../../src/contract/web-address.ts'
import { READ_MAX_MS } from '../../src/core/run/call-times.ts'

/** Operation `metadata` (utility spec 4.2): what a page says of itself. */
export const metadata = defineOperation({
  name: 'metadata',
  title: 'Page metadata',
  description: 'Describe a page: headline, summary, author, dates, site, images.',
  toolset: 'web',
  http: { method: 'POST', path: '/metadata' },
  price: '0.001',
  takesMaxMs: READ_MAX_MS,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  input: z.object({ url: webAddress }),
  output: z.object({
    url: z.string().describe('Address of the page after redirects.'),
    title: z.string().describe('Headline of the page.'),
    description: z.string(),
    author: z.string().nullable().describe('Names of the authors, joined by commas.'),
    publishedAt: z
      .string()
      .nullable()
      .describe('Date or time in ISO 8601, as exact as the page says.'),
    modifiedAt: z.string().nullable().describe('Date or time in ISO 8601.'),
    lang: z.string(),
    siteName: z.string(),
    image: z.string().describe('Address of the social-card image.'),
    canonical: z.string(),
    favicon: z.string(),
    readingTimeMinutes: z.int().describe('Minutes at 230 words a minute.'),
    next: z.string().optional().describe('Address of the next page of a series.'),
    notFound: z.boolean().optional().describe('True where the page says that it was not found.'),
    rendered: z.boolean().optional().describe('True where a browser showed the page.'),
  }),
  example: {
    input: { url: 'https://example.com/' },
    output: {
      url: 'https://example.com/',
      title: 'Example Domain',
      description: 'A domain for examples.',
      author: null,
      publishedAt: null,
      modifiedAt: null,
      lang: 'en',
      siteName: 'example.com',
      image: '',
      canonical: 'https://example.com/',
      favicon: 'https://example.com/favicon.ico',
      readingTimeMinutes: 1,
    },
  },
  run: async (call) => (await import('../../src/core/reading/describe-page.ts')).describePage(call),
})
