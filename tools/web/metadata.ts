import { z } from 'zod'
import type { Fetched } from '../../src/contract/net.ts'
import { bytesRead, defineOperation } from '../../src/contract/operation.ts'
import { webAddress } from '../../src/contract/web-address.ts'
import { READ_MAX_MS } from '../../src/core/call-times.ts'
import { holdBodies } from '../../src/core/hold-bodies.ts'
import { describeRendered } from '../../src/core/reading/describe-rendered.ts'
import { PAGE_INFO_JOB } from '../../src/extract/jobs.ts'
import { PAGE_MAX_BYTES } from '../../src/extract/limits.ts'
import { pageOf } from '../../src/extract/page-info/page-answer.ts'
import { readFollowing } from '../../src/extract/refresh.ts'

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
  input: z.object({ url: webAddress.describe('Of the page.') }),
  output: z.object({
    url: z.string().describe('Address after redirects.'),
    title: z.string().describe('The headline.'),
    description: z.string(),
    author: z.string().nullable().describe('Names joined by a comma.'),
    publishedAt: z.string().nullable().describe('ISO 8601, as exact as the page says.'),
    modifiedAt: z.string().nullable().describe('ISO 8601.'),
    lang: z.string(),
    siteName: z.string(),
    image: z.string().describe('Address of the social-card image.'),
    canonical: z.string(),
    favicon: z.string(),
    readingTimeMinutes: z.int().describe('At 230 words a minute.'),
    rendered: z.boolean().optional().describe('True for a page as a browser shows it.'),
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
  run: async (asked) =>
    holdBodies(asked, async ({ input, services, signal, ...call }) => {
      services.sandbox.prepare()
      const describe = async (found: Fetched) => {
        const now = services.now().getTime()
        return services.sandbox.run(PAGE_INFO_JOB, { ...pageOf(found), now }, { signal })
      }
      const { fetched, page } = await readFollowing(
        input.url,
        async (url, from) => {
          let received = 0
          return services.fetch(url, {
            signal,
            accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1',
            maxBytes: 2 * PAGE_MAX_BYTES,
            ...(from ? { from } : {}),
            enough: ({ byteLength }) => (received += byteLength) >= PAGE_MAX_BYTES,
            progress: (done, total) => call.progress(bytesRead(done, total)),
          })
        },
        describe,
      )
      const shown = await describeRendered(asked, { fetched, page }, describe)
      const { needsJs: _lacks, cardTitle: _title, refresh: _, ...described } = shown.page
      const { cardDescription: _card, ...told } = described
      return { url: shown.fetched.url, ...told, ...shown.said }
    }),
})
