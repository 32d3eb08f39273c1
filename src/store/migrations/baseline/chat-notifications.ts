import type { Kysely } from 'kysely'
import { createIndex, createKeyedTable, createNumberedTable } from '../../chat-columns.ts'
import type { StoreKind } from '../../port.ts'

/** Devices and what is pushed to them, and what people are told by mail. */
export async function createNotifications(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await createNumberedTable(
    db,
    kind,
    'chat_device',
    'user_id:n created_at:n push_key? push_key_id:n? token_kind? token_id? pending_token_id? ' +
      'token_changed_at:n? relay_key? registration? attempts:n due_at:n? error_code?',
  )
  await createIndex(db, 'chat_device', ['user_id'])
  const push = 'user_id:n kind message_ids created_at:n attempts:n due_at:n'
  await createNumberedTable(db, kind, 'chat_push', push)
  await createIndex(db, 'chat_push', ['due_at'])
  const pushed = 'user_id:n message_id:n pushed_at:n'
  await createKeyedTable(db, 'chat_pushed', ['user_id', 'message_id'], pushed)
  const mail = 'user_id:n message_id:n created_at:n due_at:n'
  await createKeyedTable(db, 'chat_missed_mail', ['user_id', 'message_id'], mail)
  await createIndex(db, 'chat_missed_mail', ['due_at'])
  await createKeyedTable(db, 'chat_digest', ['user_id'], 'user_id:n sent_at:n')
}
