import type { Kysely } from 'kysely'
import { createIndex, createKeyedTable, createNumberedTable } from '../../chat-columns.ts'
import type { StoreKind } from '../../port.ts'

/** Creates the tables of keys, sessions, address changes, used tokens, sign-in attempts, and of who may join. */
export async function createAccounts(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await createKeyedTable(db, 'chat_api_key', ['hash'], 'hash user_id:n created_at:n')
  await createIndex(db, 'chat_api_key', ['user_id'])
  const session = 'hash user_id:n created_at:n seen_at:n client='
  await createKeyedTable(db, 'chat_session', ['hash'], session)
  await createIndex(db, 'chat_session', ['user_id'])
  await createKeyedTable(db, 'chat_agent_session', ['user_id'], 'user_id:n owner leased_until_ms:n')
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
  await createInvitations(db, kind)
}

/** Who is invited to the organization, and who wants to set a forgotten password. */
async function createInvitations(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await createNumberedTable(
    db,
    kind,
    'chat_invitation',
    'inviter_id:n? source_id:n? email? email_key? token_hash link_key? role:n channels groups ' +
      'joins_defaults:n tells_inviter:n welcome? created_at:n sent_at:n sendings:n expires_at:n? ' +
      'uses:n max_uses:n? ended_at:n?',
  )
  await createIndex(db, 'chat_invitation', ['token_hash'], 'unique')
  await createIndex(db, 'chat_invitation', ['email_key'])
  await createIndex(db, 'chat_invitation', ['created_at'])
  const reset = 'user_id:n token_hash created_at:n'
  await createKeyedTable(db, 'chat_password_reset', ['user_id'], reset)
  await createIndex(db, 'chat_password_reset', ['token_hash'], 'unique')
}
