import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { ChatSnippetTable } from '../../store/tables/chat-record-tables.ts'
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
  return rows.map(snippetRecord)
}

/** One of a user's saved snippets. */
export async function findSnippet(
  db: Reader,
  userId: number,
  id: number,
): Promise<SnippetRecord | undefined> {
  const row = await db
    .selectFrom('chat_snippet')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && snippetRecord(row)
}

function snippetRecord(row: Selectable<ChatSnippetTable>): SnippetRecord {
  const { id, title, content, created_at } = row
  return { id, title, content, date_created: Math.floor(created_at / 1_000) }
}
