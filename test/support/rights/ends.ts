import { sql } from 'kysely'
import type { Store } from '../../../src/store/port.ts'

/** The end of a right, as the store saw it. */
export interface End {
  seq: number
  /** The digest that was let in; `user` and the id of an account that was deactivated, `back` and that of one that is back. */
  mark: string
  /** Id of the newest message that was committed before: ids grow in the order of the event log. */
  at: number
}

const NOTE = (mark: string) => `insert into test_end (mark, at)
  values (${mark}, (select coalesce(max(id), 0) from chat_message))`

/** After what of a table a right has ended, and its mark. */
const ENDS = [
  ['delete on chat_api_key', '', 'old.hash'],
  ['delete on chat_session', '', 'old.hash'],
  ['delete on oauth_record', `old.kind = 'AccessToken'`, 'old.id'],
  [
    'update on chat_user',
    'old.key_hash is not null and old.key_hash <> new.key_hash',
    'old.key_hash',
  ],
  ['update on chat_user', 'old.is_active > new.is_active', `'user ' || old.id`],
  ['update on chat_user', 'old.is_active < new.is_active', `'back ' || old.id`],
] as const

/** Has the store itself write down from now on when rights end, in the transactions that end them. */
export async function noteEnds(store: Store): Promise<void> {
  await store.write(async (tx) => {
    const run = async (statement: string) => sql.raw(statement).execute(tx)
    const id =
      store.kind === 'sqlite'
        ? 'integer primary key autoincrement'
        : 'bigint generated always as identity'
    await run(`create table test_end (seq ${id}, mark text not null, at bigint not null)`)
    for (const [index, [when, condition, mark]] of ENDS.entries()) {
      const name = `test_end_${index}`
      const trigger = `create trigger ${name} after ${when} for each row
        ${condition === '' ? '' : `when (${condition})`}`
      if (store.kind === 'sqlite') {
        await run(`${trigger} begin ${NOTE(mark)}; end`)
      } else {
        await run(`create function ${name}() returns trigger language plpgsql as $$
          begin ${NOTE(mark)}; return null; end $$`)
        await run(`${trigger} execute function ${name}()`)
      }
    }
  })
}

/** The ends of some marks, the first one first. */
export async function endsOf(store: Store, marks: readonly string[]): Promise<End[]> {
  const { rows } = await sql<End>`select seq, mark, at from test_end
    where mark in (${sql.join(marks)}) order by seq`.execute(store.db)
  return rows
}
