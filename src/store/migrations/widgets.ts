import { createIndex, createNumberedTable } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** What people do with polls, lists and buttons in messages. */
export const widgets: Migration = {
  name: 'widgets',
  async up(db, kind) {
    await createNumberedTable(
      db,
      kind,
      'chat_submessage',
      'message_id:n sender_id:n msg_type content',
    )
    await createIndex(db, 'chat_submessage', ['message_id'])
  },
}
