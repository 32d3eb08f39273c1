import { createKeyedTable } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** How far an import has come, and which ids it has given to what it brings. */
export const moving: Migration = {
  name: 'moving',
  async up(db) {
    await createKeyedTable(db, 'chat_import', ['fingerprint'], 'fingerprint state')
    await createKeyedTable(
      db,
      'chat_import_id',
      ['fingerprint', 'kind', 'old_id'],
      'fingerprint kind old_id new_id:n',
    )
  },
}
