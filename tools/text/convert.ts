import { z } from 'zod'
import { defineOperation } from '../../src/contract/operation.ts'
import { CHECK_CONVERSION_JOB, CONVERT_JOB, SHORT_TEXT_MAX_CHARS } from '../../src/convert/jobs.ts'
import { CONVERT_BODY_MAX_BYTES } from '../../src/convert/limits.ts'
import { FORMATS } from '../../src/convert/pairs.ts'
import { PARSE_MAX_MS } from '../../src/core/run/call-times.ts'

const format = z.enum(FORMATS)

/** Operation `convert` (utility spec 4.7): a text in another format. */
export const convert = defineOperation({
  name: 'convert',
  title: 'Convert text',
  description: 'Convert text between Markdown, HTML, CSV and JSON, also tables.',
  toolset: 'text',
  http: { method: 'POST', path: '/convert', maxBodyBytes: CONVERT_BODY_MAX_BYTES },
  price: '0.001',
  takesMaxMs: PARSE_MAX_MS,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: z.object({
    from: format,
    to: format,
    data: z.string(),
    delimiter: z
      .string()
      .regex(/^[^"\r\n\uFEFF\uD800-\uDFFF]$/, 'must be one character')
      .optional()
      .describe('Character between CSV fields.'),
    header: z.boolean().optional().describe('Whether CSV has a header.'),
    lines: z.boolean().optional().describe('Use JSON Lines.'),
    types: z.boolean().optional().describe('Use JSON types for CSV values.'),
    escapeFormulas: z.boolean().optional().describe('Make CSV safe for spreadsheets.'),
    sanitize: z.boolean().optional().describe('Write only harmless HTML.'),
    commonmark: z.boolean().optional().describe('Use Markdown without tables.'),
  }),
  output: z.object({
    from: format,
    to: format,
    result: z.string().describe('The converted text.'),
    notes: z
      .array(z.string())
      .optional()
      .describe('What the result lacks or changes, in sentences.'),
  }),
  example: {
    input: { from: 'csv', to: 'json', data: 'name;room\nAda;12' },
    output: { from: 'csv', to: 'json', result: '[{"name":"Ada","room":"12"}]' },
  },
  agent: {
    seldom: ['delimiter', 'header', 'lines', 'types', 'escapeFormulas', 'sanitize', 'commonmark'],
    text: ({ result, notes = [] }) =>
      notes.length === 0 ? result : `${result}\n\n[Not as in the source: ${notes.join(' ')}]`,
  },
  async check(input, beforePayment) {
    if (input.data.length > SHORT_TEXT_MAX_CHARS) {
      // Unpaid, the conversion itself tells what is wrong.
      return beforePayment?.sandbox.run(CHECK_CONVERSION_JOB, input, beforePayment)
    }
    const { requireConversion } = await import('../../src/convert/require-conversion.ts')
    return requireConversion(input)
  },
  async run({ input, services, signal }) {
    const { result, notes } = await services.sandbox.run(CONVERT_JOB, input, { signal })
    const { from, to } = input
    return { from, to, result, ...(notes.length === 0 ? {} : { notes }) }
  },
})
