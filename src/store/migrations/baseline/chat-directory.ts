import { type Kysely, sql } from 'kysely'
import type { StoreKind } from '../../port.ts'

/** The tables of what the chat remembers between requests. */
const REMEMBERED = [
  'chat_realm',
  'chat_user',
  'chat_group',
  'chat_group_member',
  'chat_group_subgroup',
  'chat_channel',
  'chat_subscription',
  'chat_interval',
  'chat_api_key',
] as const

const COUNT = sql`update chat_counter set value = value + 1 where name = 'directory'`

/**
 * From now on, counts changes of people, groups, channels and settings in the counter `directory`, whoever makes
 * them.
 */
export async function countDirectoryChanges(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  if (kind === 'postgres') {
    await sql`create function chat_directory_changed() returns trigger language plpgsql as $$
      begin ${COUNT}; return null; end $$`.execute(db)
  }
  for (const table of REMEMBERED) {
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
}
