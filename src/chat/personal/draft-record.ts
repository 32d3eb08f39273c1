import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { ChatDraftTable } from '../../store/tables/chat-record-tables.ts'
import { messageText, topicName } from '../agent/inputs.ts'
import type { Reader } from '../kernel/rows.ts'

/** A draft as clients send it (spec 2.5). */
export const draftInput = z.object({
  type: z.enum(['', 'stream', 'private']),
  to: z.array(z.int()),
  topic: z.string(),
  content: z.string(),
  timestamp: z.number().optional(),
})

/** A draft as models write it: what would be cut is refused. */
export const uncutDraft = draftInput.extend({
  topic: topicName,
  content: messageText,
})

/** A draft as clients send it. */
export type DraftWish = z.infer<typeof draftInput>

/** A draft as clients read it. */
export const draftSchema = draftInput.extend({ id: z.int(), timestamp: z.int() })

/** A draft as clients read it. */
export type DraftRecord = z.infer<typeof draftSchema>

/** A user's drafts, the one edited first before the others. */
export async function loadDraftRecords(db: Reader, userId: number): Promise<DraftRecord[]> {
  const rows = await db
    .selectFrom('chat_draft')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('edited_at')
    .orderBy('id')
    .execute()
  return rows.map(draftRecord)
}

/** A stored draft as clients read it. */
export function draftRecord(row: Selectable<ChatDraftTable>): DraftRecord {
  return {
    id: row.id,
    type: row.type as DraftRecord['type'],
    to: JSON.parse(row.recipients) as number[],
    topic: row.topic,
    content: row.content,
    timestamp: row.edited_at,
  }
}
