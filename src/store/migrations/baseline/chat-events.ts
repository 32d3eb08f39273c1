import { type Kysely, sql } from 'kysely'
import { createKeyedTable, createOrderedTable } from '../../chat-columns.ts'
import type { StoreKind } from '../../port.ts'

/** The log of events, the queues that read it, and the counters. */
export async function createEvents(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await createOrderedTable(
    db,
    kind,
    'chat_event',
    'type audience user_id:n? channel_id:n? is_public:n is_transient:n created_at:n total:n payload',
  )
  await createKeyedTable(db, 'chat_event_user', ['event_id', 'user_id'], 'event_id:n user_id:n')
  await createKeyedTable(
    db,
    'chat_queue',
    ['id'],
    'id user_id:n? client options started:n acked:n scanned:n active_at:n idle_timeout_ms:n',
  )
  await createKeyedTable(
    db,
    'chat_sent',
    ['queue_id', 'local_id'],
    'queue_id local_id message_id:n',
  )
  await createKeyedTable(db, 'chat_counter', ['name'], 'name value:n')
  for (const [name, value] of countersOf(kind)) {
    await sql`insert into chat_counter (name, value) values (${name}, ${value})`.execute(db)
  }
}

/** Counters with their first values. */
function countersOf(kind: StoreKind): [name: string, value: number][] {
  return [
    ['event', 0],
    ['pruned', 0],
    ['presence', 0],
    ['organization_settings', 0],
    ['directory', 0],
    // Nothing was walked yet, not even that there is nothing.
    ['pushed', -1],
    ['mailed', -1],
    // Up to which message SQLite's full-text index holds the words: newer ones are taken up in batches. On
    // Postgres, the newest message that waits for its words.
    [kind === 'sqlite' ? 'words' : 'unindexed', 0],
  ]
}
