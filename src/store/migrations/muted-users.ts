import { createIndex } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** Who has muted a user is asked for with every message of theirs. */
export const mutedUsers: Migration = {
  name: 'muted-users',
  async up(db) {
    await createIndex(db, 'chat_muted_user', ['muted_id'])
  },
}
