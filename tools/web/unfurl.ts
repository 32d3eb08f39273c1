import { z } from 'zod'
import type { Fetched } from '../../src/contract/net.ts'
import { defineOperation } from '../../src/contract/operation.ts'
import { webAddress } from '../../src/contract/web-address.ts'
import { READ_MAX_MS } from '../../src/core/call-times.ts'
import { describeRendered } from '../../src/core/reading/describe-rendered.ts'
import { contentKind } from '../../src/extract/content-kind.ts'
import { PAGE_INFO_JOB } from '../../src/extract/jobs.ts'
import { fileCard } from '../../src/extract/page-info/file-card.ts'
import { HeadScanner } from '../../src/extract/page-info/head-scan.ts'
import { pageOf } from '../../src/extract/page-info/page-answer.ts'
import { readFollowing } from '../../src/extract/refresh.ts'
import { STATUS_MIN_BAD } from '../../src/extract/refusals.ts'

/** A card, with what only this operation needs to know of its page. */
interface Card {
  title: string
  description: string
  image: string
  siteName: string
  refresh: string
  needsJs?: true
}

/** Operation `unfurl` (utility spec 4.3): a link-preview card, from the head of the page alone. */
export const unfurl = defineOperation({
  name: 'unfurl',
  title: 'Link preview',
  description: 'Make a link preview of a page or image: title, image.',
  toolset: 'web',
  http: { method: 'POST', path: '/unfurl' },
  price: '0.001',
  takesMaxMs: READ_MAX_MS,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  input: z.object({ url: webAddress.describe('Of the page.') }),
  output: z.object({
    url: z.string().describe('Address after redirects.'),
    title: z.string(),
    description: z.string(),
    image: z.string(),
    siteName: z.string(),
    rendered: z.boolean().optional().describe('True for a page as a browser shows it.'),
  }),
  example: {
    input: { url: 'https://example.com/' },
    output: {
      url: 'https://example.com/',
      title: 'Example Domain',
      description: 'A domain for examples.',
      image: '',
      siteName: 'example.com',
    },
  },
  async run(call) {
    const { input, services, signal } = call
    services.sandbox.prepare()
    const describe = async (found: Fetched): Promise<Card> => {
      const isImage = found.status < STATUS_MIN_BAD && contentKind(found) === 'image'
      if (isImage) return { ...fileCard(found.url), refresh: '' }
      const info = await services.sandbox.run(PAGE_INFO_JOB, pageOf(found), { signal })
      const { cardTitle: title, cardDescription: description, needsJs, ...page } = info
      const { image, siteName, refresh } = page
      const lacks = needsJs && image === '' ? { needsJs } : {}
      return { title, description, image, siteName, refresh, ...lacks }
    }
    const { fetched, page } = await readFollowing(
      input.url,
      async (url, from) => {
        const head = new HeadScanner()
        return services.fetch(url, {
          signal,
          accept: 'text/html,application/xhtml+xml;q=0.9,image/*;q=0.5,*/*;q=0.1',
          ...(from ? { from } : {}),
          enough: (chunk) => head.add(chunk),
        })
      },
      describe,
    )
    const shown = await describeRendered(call, { fetched, page }, describe)
    const { title, description, image, siteName } = shown.page
    return { url: shown.fetched.url, title, description, image, siteName, ...shown.said }
  },
})
