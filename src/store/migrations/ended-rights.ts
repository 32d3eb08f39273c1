import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** The tables of sign-ins that end for good when their row goes, and which rows. */
const SIGN_INS = [
  ['chat_session', ''],
  ['oauth_record', `when (old.kind = 'AccessToken')`],
] as const

/**
 * How often an account was deactivated: what was open before ended each time. The ends of browsers' sessions and of programs' tokens are
 * counted like those of keys, so that what servers remember of them ends too.
 */
export const endedRights: Migration = {
  name: 'ended-rights',
  async up(db, kind) {
    await db.schema
      .alterTable('chat_user')
      .addColumn('deactivations', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    for (const [table, condition] of SIGN_INS) {
      const trigger = sql`create trigger ${sql.id(`${table}_end_counts`)} after delete on ${sql.id(table)}
        for each row ${sql.raw(condition)}`
      await (
        kind === 'postgres'
          ? sql`${trigger} execute function chat_directory_changed()`
          : sql`${trigger} begin
              update chat_counter set value = value + 1 where name = 'directory'; end`
      ).execute(db)
    }
  },
}
