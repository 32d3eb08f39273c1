import { z } from 'zod'

/** A pattern of the organization as parameters (spec 4.7). */
export const linkifierInputs = {
  pattern: z.string().describe('RE2 pattern with named groups.'),
  url_template: z.string().describe('RFC 6570 template with the names of the groups.'),
  example_input: z.string().nullable().optional().describe('A text that matches; empty clears.'),
  reverse_template: z
    .string()
    .nullable()
    .optional()
    .describe('Makes the text again of its groups, as `#{id}`; empty clears.'),
  alternative_url_templates: z
    .array(z.string())
    .optional()
    .describe('More templates of addresses that become the text.'),
}
