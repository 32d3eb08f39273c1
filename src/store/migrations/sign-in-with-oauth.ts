import { createIndex, createKeyedTable } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** What programs have that people let in by OAuth, and under which names an identity provider knows people. */
export const signInWithOAuth: Migration = {
  name: 'sign-in with OAuth',
  async up(db) {
    await createKeyedTable(
      db,
      'oauth_record',
      ['kind', 'id'],
      'kind id payload grant_id? account_id:n? used_at:n? expires_at:n',
    )
    for (const column of ['grant_id', 'account_id', 'expires_at']) {
      await createIndex(db, 'oauth_record', [column])
    }
    await createKeyedTable(
      db,
      'oauth_grant',
      ['id'],
      'id account_id:n client_id client_name redirect_host scopes created_at:n used_at:n',
    )
    await createIndex(db, 'oauth_grant', ['account_id'])
    await createKeyedTable(db, 'chat_identity', ['issuer', 'subject'], 'issuer subject user_id:n')
    await createIndex(db, 'chat_identity', ['user_id'])
  },
}
