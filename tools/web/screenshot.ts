import { z } from 'zod'
import { defineOperation } from '../../src/contract/operation.ts'
import { webAddress } from '../../src/contract/web-address.ts'
import { waitForField } from '../../src/core/reading/article-schemas.ts'
import { RENDER_MAX_MS } from '../../src/core/run/call-times.ts'
import { SELECTOR_MAX_CHARS } from '../../src/extract/limits.ts'
import { isSelector } from '../../src/extract/selectors/selectors.ts'
import { textUpTo } from '../../src/lib/text-bounds.ts'
import { cleanLine } from '../../src/lib/text.ts'

const WIDTH_MAX_PX = 2_000
const HEIGHT_MAX_PX = 4_000
const EDGE_MIN_PX = 100
const TITLE_MAX_CHARS = 500

const selector = textUpTo(SELECTOR_MAX_CHARS).refine(
  isSelector,
  'a CSS selector, such as main .chart',
)

const input = z.object({
  url: webAddress,
  selector: selector
    .optional()
    .describe('Show only this CSS selector.')
    .meta({ examples: ['main'] }),
  fullPage: z.boolean().optional(),
  width: z
    .int()
    .min(EDGE_MIN_PX)
    .max(WIDTH_MAX_PX)
    .optional()
    .describe('Width of the window, in pixels.'),
  height: z
    .int()
    .min(EDGE_MIN_PX)
    .max(HEIGHT_MAX_PX)
    .optional()
    .describe('Height of the window, in pixels.'),
  format: z.enum(['webp', 'png']).optional(),
  waitFor: waitForField,
})

const output = z.object({
  url: z.string().describe('Address of the page after redirects.'),
  title: z.string(),
  width: z.int().describe('Width of the picture, in pixels.'),
  height: z.int().describe('Height of the picture, in pixels.'),
  format: z.enum(['webp', 'png']),
  dataUrl: z.string().describe('The picture as a data: address in Base64.'),
})

/** Operation `screenshot`: a picture of a page, or of a part of it, as a browser shows it. */
export const screenshot = defineOperation({
  name: 'screenshot',
  title: 'Picture of a page',
  description: 'Take a picture of a web page in a browser. Takes width, height and format, too.',
  toolset: 'web',
  tier: 'standard',
  http: { method: 'POST', path: '/screenshot' },
  price: '0.004',
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  takesMaxMs: RENDER_MAX_MS,
  input,
  output,
  // The others are named by the description.
  listed: { input: input.omit({ width: true, height: true, format: true }), output },
  example: {
    input: { url: 'https://example.com/' },
    output: {
      url: 'https://example.com/',
      title: 'Example Domain',
      width: 1280,
      height: 800,
      format: 'webp',
      dataUrl: 'data:image/webp;base64,UklGRg==',
    },
  },
  agent: {
    text: ({ url, title, width, height }) => `${title}\n${url}\n${width} × ${height} pixels`,
    image: ({ format, dataUrl }) => ({
      data: dataUrl.slice(dataUrl.indexOf(',') + 1),
      mimeType: `image/${format}`,
    }),
  },
  async run(call) {
    const { input: request, signal } = call
    const { width = 1_280, height = 800, fullPage = false, format = 'webp', ...rest } = request
    const { requireBrowser } = await import('../../src/core/reading/rendering.ts')
    const browser = await requireBrowser(call, 'rendering')
    const options = { signal, width, height, fullPage, format, ...rest }
    const { bytes, title, status: _status, ...shot } = await browser.shoot(request.url, options)
    const data = Buffer.from(bytes).toString('base64')
    return {
      ...shot,
      title: cleanLine(title, TITLE_MAX_CHARS),
      dataUrl: `data:image/${format};base64,${data}`,
    }
  },
})
