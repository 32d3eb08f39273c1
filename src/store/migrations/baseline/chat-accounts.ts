import type { Kysely } from 'kysely'
import { createIndex, createKeyedTable } from '../../chat-columns.ts'

/** Creates the tables of keys, sessions, address changes, used tokens and sign-in attempts. */
export async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await createKeyedTable(db, 'chat_api_key', ['hash'], 'hash user_id:n created_at:n')
  await createIndex(db, 'chat_api_key', ['user_id'])
  await createKeyedTable(db, 'chat_session', ['hash'], 'hash user_id:n created_at:n seen_at:n')
  await createIndex(db, 'chat_session', ['user_id'])
  await createKeyedTable(
    db,
    'chat_email_change',
    ['user_id'],
    'user_id:n email token_hash created_at:n',
  )
  await createIndex(db, 'chat_email_change', ['token_hash'], 'unique')
  await createKeyedTable(db, 'chat_spent_token', ['hash'], 'hash expires_at:n')
  await createKeyedTable(db, 'chat_attempt', ['name'], 'name full_at:n')
  await createIndex(db, 'chat_attempt', ['full_at'])
}
