import { z } from 'zod'
import { PICTURE_FORMATS } from '../../src/contract/browser.ts'
import { defineOperation } from '../../src/contract/operation.ts'
import { webAddress } from '../../src/contract/web-address.ts'
import { waitForField } from '../../src/core/reading/schemas.ts'
import { RENDER_MAX_MS } from '../../src/core/run/call-times.ts'
import { SELECTOR_MAX_CHARS } from '../../src/extract/limits.ts'
import { isSelector } from '../../src/extract/selectors/selectors.ts'
import { textUpTo } from '../../src/lib/text-bounds.ts'
import { cleanLine } from '../../src/lib/text.ts'

const WIDTH_PX = 1_280
const HEIGHT_PX = 800
const WIDTH_MAX_PX = 2_000
const HEIGHT_MAX_PX = 4_000
const EDGE_MIN_PX = 100
const SCALE_MIN = 0.1
const SCALE_MAX = 3
const TITLE_MAX_CHARS = 500

const selector = textUpTo(SELECTOR_MAX_CHARS).refine(
  isSelector,
  'a CSS selector, such as main .chart',
)

const edge = (max: number) => z.int().min(EDGE_MIN_PX).max(max).optional()

const input = z.object({
  url: webAddress,
  selector: selector
    .optional()
    .describe('Only this CSS selector.')
    .meta({ examples: ['main'] }),
  fullPage: z.boolean().optional(),
  part: z.int().min(1).optional().describe('Number of the part, of a picture in several.'),
  width: edge(WIDTH_MAX_PX).describe('Width of the window, in pixels.'),
  height: edge(HEIGHT_MAX_PX).describe('Height of the window, in pixels.'),
  scale: z
    .number()
    .min(SCALE_MIN)
    .max(SCALE_MAX)
    .optional()
    .describe('Pixels of the picture for one of the page.'),
  format: z.enum(PICTURE_FORMATS).optional().describe('What is too large in PNG comes as WebP.'),
  dark: z.boolean().optional().describe('Prefer dark pages.'),
  locale: textUpTo(TITLE_MAX_CHARS)
    .refine(
      isKnown((name) => Intl.getCanonicalLocales(name)),
      'a language, such as de-CH',
    )
    .optional()
    .describe('Language of the browser.')
    .meta({ examples: ['de-CH'] }),
  timeZone: textUpTo(TITLE_MAX_CHARS)
    .refine(
      isKnown((timeZone) => new Intl.DateTimeFormat('en', { timeZone })),
      'a time zone, such as Asia/Tokyo',
    )
    .optional()
    .meta({ examples: ['Asia/Tokyo'] }),
  waitFor: waitForField,
})

const output = z.object({
  url: z.string().describe('Address of the page after redirects.'),
  title: z.string(),
  width: z.int().describe('Width of the picture, in pixels.'),
  height: z.int().describe('Height of the picture, in pixels.'),
  part: z.int().optional().describe('Number of the part, where it is one of several.'),
  parts: z.int().optional(),
  format: z.enum(PICTURE_FORMATS),
  dataUrl: z.string().describe('The picture as a data: address in Base64.'),
})

/** Fields that lists show; the description names the others. */
const listed = { input: input.pick({ url: true, selector: true, fullPage: true }), output }

/** Operation `screenshot`: a picture of a page, or of a part of it, as a browser shows it. */
export const screenshot = defineOperation({
  name: 'screenshot',
  title: 'Picture of a page',
  description:
    'Take a picture of a web page. Also takes part, width, height, scale, format, dark, locale, timeZone, waitFor.',
  toolset: 'web',
  needsBrowser: true,
  tier: 'standard',
  http: { method: 'POST', path: '/screenshot' },
  price: '0.004',
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  takesMaxMs: RENDER_MAX_MS,
  input,
  output,
  listed,
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
    structure: 'none',
    text: ({ url, title, width, height, part, parts }) =>
      `${title}\n${url}\n${width} × ${height} pixels${partText(part, parts)}`,
    image: ({ format, dataUrl }) => ({
      data: dataUrl.slice(dataUrl.indexOf(',') + 1),
      mimeType: `image/${format}`,
    }),
  },
  async run(call) {
    const { input: request, signal } = call
    const { width = WIDTH_PX, height = HEIGHT_PX, scale = 1, ...rest } = request
    const { fullPage = false, format = 'webp' } = request
    const { requireBrowser } = await import('../../src/core/reading/rendering.ts')
    const browser = await requireBrowser(call, 'rendering')
    const options = { ...rest, signal, width, height, scale, fullPage, format }
    const picture = await browser.shoot(request.url, options)
    const { bytes, title, status: _status, part, parts, ...shot } = picture
    const data = Buffer.from(bytes).toString('base64')
    return {
      ...shot,
      title: cleanLine(title, TITLE_MAX_CHARS),
      ...(parts > 1 ? { part, parts } : {}),
      dataUrl: `data:image/${shot.format};base64,${data}`,
    }
  },
})

function partText(part = 1, parts = 1): string {
  if (parts === 1) return ''
  return `, part ${part} of ${parts}${part < parts ? `: go on with part: ${part + 1}` : ''}`
}

/** Whether a name can be used in a way, which throws where it knows none. */
function isKnown(use: (name: string) => unknown) {
  return (name: string): boolean => {
    try {
      return use(name) !== undefined
    } catch {
      return false
    }
  }
}
