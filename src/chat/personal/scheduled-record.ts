import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { ChatScheduledTable } from '../../store/tables/chat-record-tables.ts'
import type { Reader } from '../kernel/rows.ts'
import { CONVERSATION_MAX_USERS } from '../limits.ts'

/** A message that waits to be sent, as stored. */
export type Scheduled = Selectable<ChatScheduledTable>

/** A message that waits to be sent, as clients read it; in `failed` ones the time has passed. */
export const scheduledSchema = z.object({
  scheduled_message_id: z.int(),
  type: z.enum(['stream', 'private']),
  to: z.union([z.int(), z.array(z.int())]),
  topic: z.string().optional(),
  content: z.string(),
  rendered_content: z.string(),
  scheduled_delivery_timestamp: z.int(),
  failed: z.boolean(),
})

/** A message that waits to be sent, as clients read it. */
export type ScheduledRecord = z.infer<typeof scheduledSchema>

/** Parameters that say what is sent, where and when. */
export const scheduledInputs = {
  type: z
    .enum(['direct', 'channel', 'stream', 'private'])
    .describe('`channel` or `direct`; `stream` and `private` are their old names.'),
  to: z
    .union([z.int(), z.array(z.int()).max(CONVERSATION_MAX_USERS)])
    .describe('Id of the channel, or a list of user ids.'),
  topic: z.string().optional(),
  content: z.string().describe('Text in Markdown.'),
  scheduled_delivery_timestamp: z.int().describe('When to send the message, in UNIX seconds.'),
}

/** A user's messages that wait to be sent, the one that is sent first before the others. */
export async function loadScheduledRecords(db: Reader, userId: number): Promise<ScheduledRecord[]> {
  const rows = await db
    .selectFrom('chat_scheduled')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('deliver_at')
    .orderBy('id')
    .execute()
  return rows.map(scheduledRecord)
}

/** A stored message that waits to be sent as clients read it. */
export function scheduledRecord(row: Scheduled): ScheduledRecord {
  const ids = recipientsOf(row)
  const place =
    row.type === 'stream'
      ? { type: 'stream' as const, to: ids[0] ?? 0, topic: row.topic }
      : { type: 'private' as const, to: ids }
  return {
    scheduled_message_id: row.id,
    ...place,
    content: row.content,
    rendered_content: row.rendered,
    scheduled_delivery_timestamp: row.deliver_at,
    failed: row.failure !== null,
  }
}

/** Ids of the channel or the users that a stored message goes to. */
export function recipientsOf({ recipients }: Pick<Scheduled, 'recipients'>): number[] {
  return JSON.parse(recipients) as number[]
}
