import type { Migration } from '../migrate.ts'

/** Where each server keeps files, which all of them must have in common. */
export const instanceFiles: Migration = {
  name: 'instance files',
  async up(db) {
    await db.schema.alterTable('instance').addColumn('files', 'text').execute()
  },
}
