import type { Migration } from '../migrate.ts'

/** What a browser that is signed in calls itself, so that its user can tell it from others. */
export const sessionClients: Migration = {
  name: 'session-clients',
  async up(db) {
    await db.schema
      .alterTable('chat_session')
      .addColumn('client', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  },
}
