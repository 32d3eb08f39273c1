import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { index, keyed, numbered } from '../chat-columns.ts'
import type { ChatTables } from '../chat-tables.ts'
import type { Migration } from '../migrate.ts'
import { countChanges } from './0004-chat-directory.ts'

/** Background jobs; sign-in, sessions, changes of addresses; devices and pushes. */
export const chatAccounts: Migration = {
  name: 'chat accounts',
  async up(db, kind) {
    await keyed(db, 'background_job', ['name'], 'name owner leased_until:n due_at:n')
    await keyed(db, 'chat_api_key', ['hash'], 'hash user_id:n created_at:n')
    await index(db, 'chat_api_key', ['user_id'])
    await countChanges(db, kind, 'chat_api_key')
    await keyed(db, 'chat_session', ['hash'], 'hash user_id:n created_at:n seen_at:n')
    await index(db, 'chat_session', ['user_id'])
    const change = 'user_id:n email token_hash created_at:n'
    await keyed(db, 'chat_email_change', ['user_id'], change)
    await index(db, 'chat_email_change', ['token_hash'], 'unique')
    await keyed(db, 'chat_spent_token', ['hash'], 'hash expires_at:n')
    await numbered(
      db,
      kind,
      'chat_device',
      'user_id:n created_at:n push_key? push_key_id:n? token_kind? token_id? pending_token_id? ' +
        'token_changed_at:n? relay_key? registration? attempts:n due_at:n? error_code?',
    )
    await index(db, 'chat_device', ['user_id'])
    const token = 'user_id:n kind token_hash'
    await keyed(db, 'chat_push_token', ['user_id', 'kind', 'token_hash'], token)
    const push = 'user_id:n kind message_ids created_at:n attempts:n due_at:n'
    await numbered(db, kind, 'chat_push', push)
    await index(db, 'chat_push', ['due_at'])
    const pushed = 'user_id:n message_id:n pushed_at:n'
    await keyed(db, 'chat_pushed', ['user_id', 'message_id'], pushed)
    // The oldest direct messages are looked for by retention, and are few among all.
    await sql`create index chat_message_direct on chat_message (id)
      where conversation_id is not null`.execute(db)
    const chat = db as Kysely<ChatTables>
    await chat.insertInto('chat_counter').values({ name: 'pushed', value: -1 }).execute()
    const uuid = JSON.stringify(randomUUID())
    await chat.insertInto('chat_realm').values({ name: 'uuid', value: uuid }).execute()
  },
}
