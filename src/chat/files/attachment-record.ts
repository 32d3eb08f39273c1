import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { ChatAttachmentTable } from '../../store/tables/chat-record-tables.ts'
import type { Reader } from '../kernel/rows.ts'

/** An upload, as stored. */
export type Attachment = Selectable<ChatAttachmentTable>

/** An upload as its owner sees it (spec 2.6). */
export const attachmentSchema = z.object({
  id: z.int(),
  name: z.string(),
  path_id: z.string(),
  size: z.int(),
  create_time: z.int(),
  message_ids: z.array(z.int()),
})

/** An upload as its owner sees it. */
export type AttachmentRecord = z.infer<typeof attachmentSchema>

/** Values of one statement. */
const STATEMENT_MAX_ROWS = 1_000

/** Uploads with the messages that link to them, in the order given. */
export async function loadAttachmentRecords(
  db: Reader,
  attachments: readonly Attachment[],
): Promise<AttachmentRecord[]> {
  const messages = new Map<number, number[]>(attachments.map(({ id }) => [id, []]))
  const ids = [...messages.keys()]
  for (let start = 0; start < ids.length; start += STATEMENT_MAX_ROWS) {
    const rows = await db
      .selectFrom('chat_attachment_message')
      .selectAll()
      .where('attachment_id', 'in', ids.slice(start, start + STATEMENT_MAX_ROWS))
      .orderBy('message_id')
      .execute()
    for (const row of rows) messages.get(row.attachment_id)?.push(row.message_id)
  }
  return attachments.map(({ id, name, path_id, bytes, created_at }) => ({
    id,
    name,
    path_id,
    size: bytes,
    create_time: Math.floor(created_at / 1_000),
    message_ids: messages.get(id) ?? [],
  }))
}

/** Path of an upload on this server. */
export function uploadUrl({ path_id }: Pick<Attachment, 'path_id'>): string {
  return `/user_uploads/${path_id}`
}
