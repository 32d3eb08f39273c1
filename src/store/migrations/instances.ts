import { createKeyedTable } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** Servers on one store, and where they reach each other. */
export const instances: Migration = {
  name: 'instances',
  async up(db) {
    await createKeyedTable(db, 'instance', ['id'], 'id url seen_at:n')
  },
}
