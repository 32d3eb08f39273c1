import { createIndex, createNumberedTable, createKeyedTable } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** Who is invited to the organization, and who wants to set a forgotten password. */
export const invitations: Migration = {
  name: 'invitations',
  async up(db, kind) {
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
    await createKeyedTable(
      db,
      'chat_password_reset',
      ['user_id'],
      'user_id:n token_hash created_at:n',
    )
    await createIndex(db, 'chat_password_reset', ['token_hash'], 'unique')
  },
}
