import { type Kysely, type RawBuilder, sql } from 'kysely'
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

/** The tables of sign-ins that end for good when their row goes, and which rows. */
const SIGN_INS = [
  ['chat_session', ''],
  ['oauth_record', `when (old.kind = 'AccessToken')`],
] as const

const COUNT = sql`update chat_counter set value = value + 1 where name = 'directory'`

/**
 * From now on, counts changes of people, groups, channels and settings in the counter `directory`, whoever makes them, and the ends of
 * browsers' sessions and of programs' tokens, so that what servers remember of them ends too.
 */
export async function countDirectoryChanges(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  if (kind === 'postgres') {
    await sql`create function chat_directory_changed() returns trigger language plpgsql as $$
      begin ${COUNT}; return null; end $$`.execute(db)
  }
  for (const table of REMEMBERED) {
    for (const change of ['insert', 'update', 'delete']) {
      const when = sql`after ${sql.raw(change)} on ${sql.id(table)}`
      await createTrigger(db, kind, `${table}_${change}_counts`, when)
    }
  }
  for (const [table, condition] of SIGN_INS) {
    const when = sql`after delete on ${sql.id(table)} for each row ${sql.raw(condition)}`
    await createTrigger(db, kind, `${table}_end_counts`, when)
  }
}

async function createTrigger(
  db: Kysely<unknown>,
  kind: StoreKind,
  name: string,
  when: RawBuilder<unknown>,
): Promise<void> {
  const trigger = sql`create trigger ${sql.id(name)} ${when}`
  await (
    kind === 'postgres'
      ? sql`${trigger} execute function chat_directory_changed()`
      : sql`${trigger} begin ${COUNT}; end`
  ).execute(db)
}
