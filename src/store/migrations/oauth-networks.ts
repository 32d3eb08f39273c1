import { createIndex } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** Which network a program registered from that nobody was let in by, and the programs of grants by their ids. */
export const oauthNetworks: Migration = {
  name: 'oauth-networks',
  async up(db) {
    await db.schema.alterTable('oauth_record').addColumn('network', 'text').execute()
    await createIndex(db, 'oauth_record', ['network'])
    await createIndex(db, 'oauth_grant', ['client_id'])
  },
}
