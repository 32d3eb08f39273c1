import { badRequest } from '../kernel/failures.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { type AttachmentRecord, loadAttachmentRecords } from './attachment-record.ts'
import { dropFile } from './loose-files.ts'
import { countUsedBytes } from './quota.ts'
import { unlinkUpload } from './unlink-upload.ts'

/** Returns the actor's uploads, newest first, and the bytes that all uploads of the organization take. */
export async function listAttachments(
  chat: Chat,
  { user }: Actor,
): Promise<{ attachments: AttachmentRecord[]; upload_space_used: number }> {
  const db = reader(chat)
  const own = await db
    .selectFrom('chat_attachment')
    .selectAll()
    .where('owner_id', '=', user.id)
    .orderBy('id', 'desc')
    .execute()
  return {
    attachments: await loadAttachmentRecords(db, own),
    upload_space_used: await countUsedBytes(db),
  }
}

/** Deletes an upload of the actor, even when messages link to it. */
export async function removeAttachment(chat: Chat, { user }: Actor, id: number): Promise<void> {
  const key = await writeChat(chat, async (unit) => {
    const attachment = await unit.tx
      .selectFrom('chat_attachment')
      .selectAll()
      .where('id', '=', id)
      .where('owner_id', '=', user.id)
      .executeTakeFirst()
    if (!attachment) throw badRequest('Invalid attachment')
    await unlinkUpload(unit, attachment, chat.now().getTime())
    return attachment.file_key
  })
  await dropFile(chat, key).catch((thrown: unknown) => {
    // The upload is deleted nevertheless: the sweep retries the file.
    chat.log.warn({ err: thrown }, 'the file of a deleted upload could not be removed')
  })
}
