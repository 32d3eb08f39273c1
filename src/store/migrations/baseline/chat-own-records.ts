import type { Kysely } from 'kysely'
import { index, keyed, numbered } from '../../chat-columns.ts'
import type { StoreKind } from '../../port.ts'

/** What people keep for themselves. */
export async function createOwnRecords(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await numbered(db, kind, 'chat_draft', 'user_id:n type recipients topic content edited_at:n')
  await index(db, 'chat_draft', ['user_id'])
  await numbered(db, kind, 'chat_snippet', 'user_id:n title content created_at:n')
  await index(db, 'chat_snippet', ['user_id'])
  const views = 'user_id:n fragment is_pinned:n name?'
  await keyed(db, 'chat_view', ['user_id', 'fragment'], views)
  await keyed(db, 'chat_alert_word', ['user_id', 'word_key'], 'user_id:n word_key word')
  const muted = 'user_id:n muted_id:n muted_at:n'
  await keyed(db, 'chat_muted_user', ['user_id', 'muted_id'], muted)
  await keyed(db, 'chat_own_setting', ['user_id', 'name'], 'user_id:n name')
  const values = 'user_id:n field_id:n value rendered?'
  await keyed(db, 'chat_profile_value', ['user_id', 'field_id'], values)
}
