import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { ChatLinkifierTable } from '../../store/tables/chat-record-tables.ts'
import type { Reader } from '../kernel/rows.ts'

/** A pattern of the organization as clients see it (spec 2.9). */
export const linkifierSchema = z.object({
  id: z.int(),
  pattern: z.string(),
  url_template: z.string(),
  example_input: z.string().nullable(),
  reverse_template: z.string().nullable(),
  alternative_url_templates: z.array(z.string()),
})

/** A pattern of the organization as clients see it. */
export type LinkifierRecord = z.infer<typeof linkifierSchema>

/** Patterns of the organization in the order of their application. */
export async function loadLinkifierRecords(db: Reader): Promise<LinkifierRecord[]> {
  const rows = await db
    .selectFrom('chat_linkifier')
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(recordOf)
}

function recordOf(row: Selectable<ChatLinkifierTable>): LinkifierRecord {
  const { id, pattern, url_template, example_input, reverse_template } = row
  const alternatives = JSON.parse(row.alternatives) as string[]
  return {
    id,
    pattern,
    url_template,
    example_input,
    reverse_template,
    alternative_url_templates: alternatives,
  }
}

/** A pattern of the organization as parameters (spec 4.7). */
export const linkifierInputs = {
  pattern: z.string().describe('RE2 pattern with named groups.'),
  url_template: z.string().describe("RFC 6570 template with the pattern's groups."),
  example_input: z.string().nullable().optional().describe('Text that matches; empty clears it.'),
  reverse_template: z
    .string()
    .nullable()
    .optional()
    .describe('Makes text of a link, like #{id}; empty clears it.'),
  alternative_url_templates: z
    .array(z.string())
    .optional()
    .describe('More templates of links that become text.'),
}
