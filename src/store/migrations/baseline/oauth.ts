import type { Kysely } from 'kysely'
import { createIndex, createKeyedTable } from '../../chat-columns.ts'

/** Creates the tables of programs that people let in, and of the names by which an identity provider knows people. */
export async function createOAuth(db: Kysely<unknown>): Promise<void> {
  await createKeyedTable(
    db,
    'oauth_record',
    ['kind', 'id'],
    'kind id payload grant_id? account_id:n? used_at:n? expires_at:n network?',
  )
  for (const column of ['grant_id', 'account_id', 'expires_at', 'network']) {
    await createIndex(db, 'oauth_record', [column])
  }
  await createKeyedTable(
    db,
    'oauth_grant',
    ['id'],
    'id account_id:n client_id client_name redirect_host scopes created_at:n used_at:n',
  )
  await createIndex(db, 'oauth_grant', ['account_id'])
  await createIndex(db, 'oauth_grant', ['client_id'])
  await createKeyedTable(db, 'chat_identity', ['issuer', 'subject'], 'issuer subject user_id:n')
  await createIndex(db, 'chat_identity', ['user_id'])
}
