import { createKeyedTable } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** When people were last told by mail of what they missed for days. */
export const digests: Migration = {
  name: 'digests',
  async up(db) {
    await createKeyedTable(db, 'chat_digest', ['user_id'], 'user_id:n sent_at:n')
  },
}
