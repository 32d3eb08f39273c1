import type { Kysely } from 'kysely'
import { createIndex, createKeyedTable, createNumberedTable } from '../../chat-columns.ts'
import type { StoreKind } from '../../port.ts'

/** What people keep for themselves. */
export async function createOwnRecords(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await createNumberedTable(
    db,
    kind,
    'chat_draft',
    'user_id:n type recipients topic content edited_at:n',
  )
  await createIndex(db, 'chat_draft', ['user_id'])
  await createNumberedTable(db, kind, 'chat_snippet', 'user_id:n title content created_at:n')
  await createIndex(db, 'chat_snippet', ['user_id'])
  const reminder = 'user_id:n message_id:n note content rendered deliver_at:n failure?'
  await createNumberedTable(db, kind, 'chat_reminder', reminder)
  await createIndex(db, 'chat_reminder', ['user_id'])
  await createIndex(db, 'chat_reminder', ['deliver_at'])
  const views = 'user_id:n fragment is_pinned:n name?'
  await createKeyedTable(db, 'chat_view', ['user_id', 'fragment'], views)
  await createKeyedTable(db, 'chat_alert_word', ['user_id', 'word_key'], 'user_id:n word_key word')
  const muted = 'user_id:n muted_id:n muted_at:n'
  await createKeyedTable(db, 'chat_muted_user', ['user_id', 'muted_id'], muted)
  // Who has muted a user is asked for with every message of theirs.
  await createIndex(db, 'chat_muted_user', ['muted_id'])
  await createKeyedTable(db, 'chat_own_setting', ['user_id', 'name'], 'user_id:n name')
  const values = 'user_id:n field_id:n value rendered?'
  await createKeyedTable(db, 'chat_profile_value', ['user_id', 'field_id'], values)
}
