import { z } from 'zod'
import type { Reader } from '../kernel/rows.ts'

/** A text that its user writes again and again (spec 2.10). */
export const snippetSchema = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  date_created: z.int(),
})

/** A saved snippet of a user. */
export type SnippetRecord = z.infer<typeof snippetSchema>

/** A user's saved snippets. */
export async function loadSnippetRecords(db: Reader, userId: number): Promise<SnippetRecord[]> {
  const rows = await db
    .selectFrom('chat_snippet')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ id, title, content, created_at }) => ({
    id,
    title,
    content,
    date_created: Math.floor(created_at / 1_000),
  }))
}
