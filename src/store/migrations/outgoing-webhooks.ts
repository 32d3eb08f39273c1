import { createIndex, createKeyedTable, createNumberedTable } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** Services that bots hand messages on to, and the calls of them that are due. */
export const outgoingWebhooks: Migration = {
  name: 'outgoing-webhooks',
  async up(db, kind) {
    await createKeyedTable(db, 'chat_bot_service', ['user_id'], 'user_id:n url interface:n token')
    await createNumberedTable(
      db,
      kind,
      'chat_webhook_call',
      'bot_id:n message_id:n trigger_name created_at:n attempts:n due_at:n',
    )
    await createIndex(db, 'chat_webhook_call', ['due_at'])
  },
}
