import { sql, type Kysely } from 'kysely'
import type { ChatTables } from '../chat-tables.ts'
import type { Migration } from '../migrate.ts'
import type { StoreKind } from '../port.ts'

/** The tables of what the chat remembers between requests. */
const REMEMBERED: readonly (keyof ChatTables)[] = [
  'chat_realm',
  'chat_user',
  'chat_group',
  'chat_group_member',
  'chat_group_subgroup',
  'chat_channel',
  'chat_subscription',
  'chat_interval',
]

/** Counts changes of people, groups, channels and settings in the counter `directory`, whoever makes them. */
export const chatDirectory: Migration = {
  name: 'chat directory',
  async up(db, kind) {
    const chat = db as Kysely<ChatTables>
    await chat.insertInto('chat_counter').values({ name: 'directory', value: 0 }).execute()
    if (kind === 'postgres') {
      await sql`create function chat_directory_changed() returns trigger language plpgsql as $$
        begin ${COUNT}; return null; end $$`.execute(db)
    }
    for (const table of REMEMBERED) await countChanges(db, kind, table)
  },
}

const COUNT = sql`update chat_counter set value = value + 1 where name = 'directory'`

/** Counts every change of a table in the counter `directory`. */
export async function countChanges(
  db: Kysely<unknown>,
  kind: StoreKind,
  table: keyof ChatTables,
): Promise<void> {
  for (const change of ['insert', 'update', 'delete']) {
    const name = sql.id(`${table}_${change}_counts`)
    const when = sql`after ${sql.raw(change)} on ${sql.id(table)}`
    await (
      kind === 'postgres'
        ? sql`create trigger ${name} ${when} execute function chat_directory_changed()`
        : sql`create trigger ${name} ${when} begin ${COUNT}; end`
    ).execute(db)
  }
}
