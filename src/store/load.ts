import { type Kysely, sql } from 'kysely'
import type { DumpedRow, TableShape } from './dump.ts'
import type { Store } from './port.ts'

/** Name of the setting that says the store is being filled from a backup. */
const RESTORING = 'restoring'

/** Values in one statement: databases take some tens of thousands. */
const STATEMENT_MAX_VALUES = 10_000

/** Whether nobody has used the store yet, or a backup was being restored to it. */
export async function isRestorable({ db }: Pick<Store, 'db'>): Promise<boolean> {
  const begun = await db
    .selectFrom('setting')
    .select('name')
    .where('name', '=', RESTORING)
    .executeTakeFirst()
  if (begun) return true
  for (const table of ['chat_user', 'seller_payment', 'buyer_authorization', 'mcp_task'] as const) {
    const row = await db
      .selectFrom(table as 'chat_user')
      .select('id')
      .limit(1)
      .executeTakeFirst()
    if (row) return false
  }
  return true
}

/** Empties the tables of a store, which is not to be used until `endRestoring`. */
export async function beginRestoring(store: Store, tables: readonly TableShape[]): Promise<void> {
  await store.write(async (tx) => {
    const row = { name: RESTORING, value: '1' }
    await tx
      .insertInto('setting')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: row.value }))
      .execute()
  })
  for (const { name } of tables) {
    await store.write(async (tx) => {
      // Beside what the backup holds, these have rows of this kind of database.
      const own = name === 'chat_counter' ? sql`where name not in ('words', 'unindexed')` : sql``
      const rest = name === 'setting' ? sql`where name <> ${RESTORING}` : own
      await sql`delete from ${sql.table(name)} ${rest}`.execute(tx)
    })
  }
  await store.write(async (tx) => {
    await (
      store.kind === 'sqlite'
        ? sql`insert into chat_message_words (chat_message_words) values ('delete-all')`
        : sql`delete from chat_message_words`
    ).execute(tx)
  })
}

/** Adds rows to a table. */
export async function loadRows(
  store: Store,
  { name, columns }: TableShape,
  rows: readonly DumpedRow[],
): Promise<void> {
  const perStatement = Math.max(1, Math.floor(STATEMENT_MAX_VALUES / columns.length))
  await store.write(async (tx) => {
    for (let start = 0; start < rows.length; start += perStatement) {
      const part = rows
        .slice(start, start + perStatement)
        .map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`)
      await sql`insert into ${sql.table(name)} (${sql.join(columns.map((one) => sql.ref(one)))})
        values ${sql.join(part)}`.execute(tx)
    }
  })
}

/** Lets the database go on numbering above what was loaded, and words be indexed anew; then the store may be used. */
export async function endRestoring(store: Store): Promise<void> {
  await store.write(async (tx) => {
    if (store.kind === 'postgres') {
      const { rows } = await sql<{ table_name: string }>`select table_name
        from information_schema.columns where table_schema = current_schema()
          and column_name = 'id' and is_identity = 'YES'`.execute(tx)
      for (const { table_name } of rows) {
        await sql`select setval(pg_get_serial_sequence(${table_name}, 'id'), max(id))
          from ${sql.table(table_name)}`.execute(tx)
      }
    }
    const newest = sql`(select coalesce(max(id), 0) from chat_message)`
    await sql`update chat_counter set value = ${newest} where name = 'unindexed'`.execute(tx)
    await sql`update chat_counter set value = 0 where name = 'words'`.execute(tx)
    await sql`delete from setting where name = ${RESTORING}`.execute(tx)
  })
}

/** The tables of a store under a type for any of them. */
export function anyTable(db: unknown): Kysely<never> {
  return db as Kysely<never>
}
