import { noFile } from '../kernel/failures.ts'
import type { Requester } from '../kernel/requester.ts'
import type { Reader } from '../kernel/rows.ts'
import { loadReadableMessages } from '../messages/access.ts'
import type { Attachment } from './attachment-record.ts'

/** Messages checked at once for one that the requester may read. */
const BATCH_MAX_MESSAGES = 200

/** The upload of a path. Throws alike for one that does not exist and one that the requester may not see. */
export async function uploadByPath(
  db: Reader,
  requester: Requester,
  pathId: string,
): Promise<Attachment> {
  const attachment = await db
    .selectFrom('chat_attachment')
    .selectAll()
    .where('path_id', '=', pathId)
    .executeTakeFirst()
  if (!attachment || !(await canSeeUpload(db, requester, attachment))) throw noFile()
  return attachment
}

/** Whether an upload is the requester's own, or in a message that the requester may read. */
export async function canSeeUpload(
  db: Reader,
  requester: Requester,
  { id, owner_id }: Attachment,
): Promise<boolean> {
  if (requester.user?.id === owner_id) return true
  for (let below = Number.MAX_SAFE_INTEGER; below > 0;) {
    const rows = await db
      .selectFrom('chat_attachment_message')
      .select('message_id')
      .where('attachment_id', '=', id)
      .where('message_id', '<', below)
      .orderBy('message_id', 'desc')
      .limit(BATCH_MAX_MESSAGES)
      .execute()
    const ids = rows.map(({ message_id }) => message_id)
    if ((await loadReadableMessages(db, requester, ids)).length > 0) return true
    below = rows.length < BATCH_MAX_MESSAGES ? 0 : (ids.at(-1) ?? 0)
  }
  return false
}
