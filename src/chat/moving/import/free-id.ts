import { sql } from 'kysely'
import type { StoreKind } from '../../../store/port.ts'
import type { Tx } from '../../kernel/rows.ts'

/** Tables whose ids an import keeps where they are free: texts name them. */
type NumberedTable = 'chat_user' | 'chat_group' | 'chat_channel' | 'chat_message'

/** The id that a record had where it comes from, if nothing here has it; else the next one. */
export async function freeId(
  tx: Tx,
  kind: StoreKind,
  table: NumberedTable,
  wished: number,
): Promise<number> {
  const taken = await tx
    .selectFrom(table as 'chat_user')
    .select('id')
    .where('id', '=', wished)
    .executeTakeFirst()
  const newest = await tx
    .selectFrom(table as 'chat_user')
    .select((eb) => eb.fn.max<number | null>('id').as('id'))
    .executeTakeFirst()
  const id = taken ? (newest?.id ?? 0) + 1 : wished
  await reserveIds(tx, kind, table, Math.max(id, newest?.id ?? 0))
  return id
}

/** Lets the database give out only ids above this one. */
export async function reserveIds(
  tx: Tx,
  kind: StoreKind,
  table: NumberedTable,
  upTo: number,
): Promise<void> {
  if (kind === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'),
      greatest(${upTo}, (select coalesce(max(id), 1) from ${sql.table(table)})))`.execute(tx)
    return
  }
  await sql`update sqlite_sequence set seq = max(seq, ${upTo}) where name = ${table}`.execute(tx)
  await sql`insert into sqlite_sequence (name, seq) select ${table}, ${upTo}
    where not exists (select 1 from sqlite_sequence where name = ${table})`.execute(tx)
}
