import { z } from 'zod'
import { defineOperation } from '../../src/contract/operation.ts'
import { PARSE_MAX_MS } from '../../src/core/run/call-times.ts'
import { textUpTo } from '../../src/lib/text-bounds.ts'
import { requireFit } from '../../src/qr/capacity.ts'
import {
  contrast,
  DEFAULT_DARK,
  DEFAULT_LIGHT,
  HEX_COLOUR,
  readColour,
} from '../../src/qr/colour.ts'
import { QR_JOB } from '../../src/qr/jobs.ts'
import {
  QR_CONTRAST_MIN_RATIO,
  QR_MARGIN_MAX_MODULES,
  QR_SIZE_MAX_PX,
  QR_TEXT_MAX_CHARS,
} from '../../src/qr/limits.ts'

const PNG_PREFIX = 'data:image/png;base64,'

const content = textUpTo(QR_TEXT_MAX_CHARS, z.string().min(1))
  .refine((text) => text.isWellFormed(), 'holds half a character (a lone surrogate)')
  .optional()
const colour = z.string().regex(HEX_COLOUR, 'must be #rgb or #rrggbb').optional()

const input = z
  .object({
    text: content,
    url: content.describe('Alias of text.'),
    format: z.enum(['png', 'svg']).default('png'),
    errorCorrection: z.enum(['L', 'M', 'Q', 'H']).optional().describe('H survives most damage.'),
    margin: z
      .int()
      .min(0)
      .max(QR_MARGIN_MAX_MODULES)
      .optional()
      .describe('White edge, in modules.'),
    size: z.int().min(1).max(QR_SIZE_MAX_PX).optional().describe('Edge in pixels.'),
    dark: colour.describe('Color like #003366.'),
    light: colour.describe('Color like #ffffff.'),
  })
  .refine(({ text, url }) => (text ?? url) !== undefined, 'text (or its alias url) is required')
  .refine(
    ({ text, url }) => text === undefined || url === undefined || text === url,
    'text and url are aliases: send one of them',
  )
  .refine(
    ({ dark = DEFAULT_DARK, light = DEFAULT_LIGHT }) =>
      contrast(readColour(dark), readColour(light)) >= QR_CONTRAST_MIN_RATIO,
    {
      path: ['dark'],
      error: `must be darker than light, by a contrast of ${QR_CONTRAST_MIN_RATIO}:1 or more`,
      when: ({ issues }) => issues.length === 0,
    },
  )

const output = z.object({
  text: z.string().describe('The encoded text.'),
  format: z.enum(['png', 'svg']),
  dataUrl: z.string().describe('The image as a data: address.'),
  svg: z.string().optional().describe('The image as SVG markup.'),
})
type Output = z.input<typeof output>

/** Operation `qr` (utility spec 4.6): a QR code as an image. */
export const qr = defineOperation({
  name: 'qr',
  title: 'QR code',
  description: 'Make a QR code of a text or address.',
  toolset: 'text',
  http: { method: 'POST', path: '/qr' },
  price: '0.001',
  takesMaxMs: PARSE_MAX_MS,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input,
  output,
  example: {
    input: { text: 'https://example.com/', format: 'svg' },
    output: {
      text: 'https://example.com/',
      format: 'svg',
      dataUrl: 'data:image/svg+xml;base64,PHN2Zy8+',
      svg: '<svg/>',
    },
  },
  agent: {
    seldom: ['url', 'errorCorrection', 'margin', 'size', 'dark', 'light'],
    structure: 'none',
    text: agentText,
    image,
  },
  view: { name: 'qr' },
  check: (request) => requireFit(encodedText(request), request.errorCorrection),
  async run({ input: { text, url, ...options }, services, signal }) {
    const encoded = encodedText({ text, url })
    const drawn = await services.sandbox.run(QR_JOB, { ...options, text: encoded }, { signal })
    return { text: encoded, format: options.format, ...drawn }
  },
})

/** The text that goes into the code, by either of its names. */
function encodedText({ text, url = '' }: Pick<z.output<typeof input>, 'text' | 'url'>): string {
  return text ?? url
}

function agentText({ text, svg }: Output): string {
  return svg ?? `PNG image of a QR code that holds: ${text}`
}

/** The PNG for the eyes of the model. No SVG: model providers refuse a call that holds such an image. */
function image({ format, dataUrl }: Output): { data: string; mimeType: string } | undefined {
  if (format !== 'png') return undefined
  return { data: dataUrl.slice(PNG_PREFIX.length), mimeType: 'image/png' }
}
