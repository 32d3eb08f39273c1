import type { ChatWork } from '../kernel/unit-of-work.ts'
import type { Attachment } from './attachment-record.ts'
import { countUsedBytes } from './quota.ts'

/** Removes an upload and notifies its owner. Its file is then unreferenced, and is removed after the unit of work. */
export async function unlinkUpload(
  { tx, emit }: ChatWork,
  { id, file_key, owner_id }: Attachment,
  since: number,
): Promise<void> {
  await tx.deleteFrom('chat_attachment_message').where('attachment_id', '=', id).execute()
  await tx.deleteFrom('chat_resumable').where('attachment_id', '=', id).execute()
  await tx.deleteFrom('chat_attachment').where('id', '=', id).execute()
  await tx.insertInto('chat_loose_file').values({ file_key, since }).execute()
  emit({
    payload: {
      type: 'attachment',
      op: 'remove',
      attachment: { id },
      upload_space_used: await countUsedBytes(tx),
    },
    to: { users: [owner_id] },
  })
}
