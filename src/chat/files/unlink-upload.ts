import type { ChatWork } from '../kernel/unit-of-work.ts'
import type { Attachment } from './attachment-record.ts'
import { letGo } from './own-files.ts'
import { addSpace, countUsedBytes, payerOf } from './quota.ts'

/** Removes an upload and notifies its owner. Its file is then unreferenced, and is removed after the unit of work. */
export async function unlinkUpload(
  { tx, emit }: ChatWork,
  { id, file_key, owner_id, bytes }: Attachment,
  since: number,
): Promise<void> {
  await tx.deleteFrom('chat_attachment_message').where('attachment_id', '=', id).execute()
  await tx.deleteFrom('chat_resumable').where('attachment_id', '=', id).execute()
  const smaller = tx.deleteFrom('chat_thumbnail').where('attachment_id', '=', id)
  const gone = await smaller.returning(['file_key', 'bytes']).execute()
  // One that could not be made smaller stands for itself.
  const others = gone.filter((one) => one.file_key !== file_key)
  await letGo(since, tx, others)
  await tx.deleteFrom('chat_attachment').where('id', '=', id).execute()
  // It takes its space until it is removed.
  const owner = tx.selectFrom('chat_user').select(['id', 'bot_owner_id']).where('id', '=', owner_id)
  const payer_id = payerOf(await owner.executeTakeFirstOrThrow())
  const going = { file_key, since, payer_id, bytes, state: 'going' as const }
  await tx.insertInto('chat_loose_file').values(going).execute()
  await addSpace(tx, payer_id, -bytes)
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
