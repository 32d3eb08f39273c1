import type { Migration } from '../migrate.ts'

const TEXTS = ['client', 'type', 'recipients', 'topic', 'content', 'rendered'] as const

/** Messages that are to be sent later. */
export const chatScheduled: Migration = {
  name: 'chat scheduled',
  async up(db, kind) {
    let table = db.schema
      .createTable('chat_scheduled')
      .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigint', (column) =>
        kind === 'sqlite'
          ? column.primaryKey().autoIncrement()
          : column.primaryKey().generatedByDefaultAsIdentity(),
      )
      .addColumn('user_id', 'bigint', (column) => column.notNull())
    for (const name of TEXTS) table = table.addColumn(name, 'text', (column) => column.notNull())
    await table
      .addColumn('deliver_at', 'bigint', (column) => column.notNull())
      .addColumn('is_read_by_sender', 'bigint')
      .addColumn('failure', 'text')
      .addColumn('revision', 'bigint', (column) => column.notNull())
      .execute()
    for (const column of ['user_id', 'deliver_at']) {
      await db.schema
        .createIndex(`chat_scheduled_by_${column}`)
        .on('chat_scheduled')
        .column(column)
        .execute()
    }
  },
}
