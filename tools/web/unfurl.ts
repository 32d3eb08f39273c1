import { z } from 'zod'
import { defineOperation } from '../../src/contract/operation.ts'
import { webAddress } from '../../src/contract/web-address.ts'
import { READ_MAX_MS } from '../../src/core/run/call-times.ts'

/** Operation `unfurl` (utility spec 4.3): a link-preview card, from the head of the page alone. */
export const unfurl = defineOperation({
  name: 'unfurl',
  title: 'Link preview',
  description: 'Make a link preview of a page or image: title, image.',
  toolset: 'web',
  tier: 'more',
  http: { method: 'POST', path: '/unfurl' },
  price: '0.001',
  takesMaxMs: READ_MAX_MS,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  input: z.object({ url: webAddress }),
  output: z.object({
    url: z.string().describe('Address of the page after redirects.'),
    title: z.string(),
    description: z.string(),
    image: z.string(),
    siteName: z.string(),
    rendered: z.boolean().optional().describe('True where a browser showed the page.'),
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
  run: async (call) => (await import('../../src/core/reading/make-card.ts')).makeCard(call),
})
