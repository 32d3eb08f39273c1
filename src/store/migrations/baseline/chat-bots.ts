import type { Kysely } from 'kysely'
import { createIndex, createKeyedTable, createNumberedTable } from '../../chat-columns.ts'
import type { StoreKind } from '../../port.ts'

/** How bots are configured, what programs keep with their accounts, and what is handed on to the services of bots. */
export async function createBots(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await createKeyedTable(db, 'chat_bot_option', ['user_id', 'name'], 'user_id:n name value')
  await createKeyedTable(db, 'chat_value', ['user_id', 'name'], 'user_id:n name value')
  await createKeyedTable(db, 'chat_bot_service', ['user_id'], 'user_id:n url interface:n token')
  await createNumberedTable(
    db,
    kind,
    'chat_webhook_call',
    'bot_id:n message_id:n trigger_name created_at:n attempts:n due_at:n',
  )
  await createIndex(db, 'chat_webhook_call', ['due_at'])
}
