import { createIndex, createNumberedTable } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** What agents have called, for those who look after them. */
export const loggedCalls: Migration = {
  name: 'logged-calls',
  async up(db, kind) {
    const columns =
      'started_ms:n surface operation uses_chat:n account_id:n? client? paid? outcome? took_ms:n? message? hint?'
    await createNumberedTable(db, kind, 'logged_call', columns)
    await createIndex(db, 'logged_call', ['account_id', 'id'])
  },
}
