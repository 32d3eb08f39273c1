import type { Kysely } from 'kysely'
import { createIndex, createKeyedTable, createNumberedTable } from '../../chat-columns.ts'
import type { StoreKind } from '../../port.ts'

/** Files of the chat, their smaller pictures, and what they take of whose share. */
export async function createFiles(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  const attachment =
    'owner_id:n name path_id file_key bytes:n media_type? width:n? height:n? created_at:n unclaimed_since:n?'
  await createNumberedTable(db, kind, 'chat_attachment', attachment)
  await createIndex(db, 'chat_attachment', ['path_id'], 'unique')
  await createIndex(db, 'chat_attachment', ['owner_id'])
  const claim = 'attachment_id:n message_id:n'
  await createKeyedTable(db, 'chat_attachment_message', ['attachment_id', 'message_id'], claim)
  await createIndex(db, 'chat_attachment_message', ['message_id'])
  const thumbnail = 'attachment_id:n format file_key bytes:n media_type'
  await createKeyedTable(db, 'chat_thumbnail', ['attachment_id', 'format'], thumbnail)
  await createIndex(db, 'chat_thumbnail', ['file_key'])
  const resumable = 'id owner_id:n name bytes:n created_at:n attachment_id:n?'
  await createKeyedTable(db, 'chat_resumable', ['id'], resumable)
  const piece = 'upload_id start:n file_key bytes:n'
  await createKeyedTable(db, 'chat_upload_piece', ['upload_id', 'start'], piece)
  await createKeyedTable(db, 'chat_public_file', ['path'], 'path file_key name media_type bytes:n')
  const loose = 'file_key since:n payer_id:n=0 bytes:n=0 state=kept'
  await createKeyedTable(db, 'chat_loose_file', ['file_key'], loose)
  await createKeyedTable(db, 'chat_upload_space', ['payer_id'], 'payer_id:n bytes:n')
}
