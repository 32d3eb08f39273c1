import { createIndex, createKeyedTable } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** Calls over MCP that go on after their clients were answered, and the processes that run them. */
export const tasks: Migration = {
  name: 'tasks',
  async up(db) {
    await createKeyedTable(
      db,
      'mcp_task',
      ['id'],
      // What may be long comes last: sums of bytes must not read past it.
      'id principal status tool program? account_id:n? runner created_ms:n updated_ms:n expires_ms:n ' +
        'bytes:n arguments? resumption? question? outcome?',
    )
    await createIndex(db, 'mcp_task', ['principal', 'bytes'])
    await createIndex(db, 'mcp_task', ['runner', 'status'])
    await createIndex(db, 'mcp_task', ['expires_ms'])
    await createKeyedTable(db, 'mcp_runner', ['id'], 'id leased_until_ms:n')
  },
}
