import { sql } from 'kysely'
import { badRequest } from '../kernel/failures.ts'
import type { Tx } from '../kernel/rows.ts'

/** A list of texts that each account keeps for itself, and is always read as a whole. */
export interface StoredTexts {
  table: 'chat_draft' | 'chat_scheduled' | 'chat_snippet'
  /** Columns that count. */
  columns: readonly ('content' | 'rendered')[]
  /** What errors call the items. */
  items: string
  maxCount: number
  maxBytes: number
}

/** Throws when an account keeps more than it may. The texts themselves are not read for it. */
export async function requireStored(tx: Tx, userId: number, stored: StoredTexts): Promise<void> {
  const { table, columns, items, maxCount, maxBytes } = stored
  const size = sql.join(
    columns.map((name) => sql`octet_length(${sql.ref(name)})`),
    sql` + `,
  )
  const { rows } = await sql<{ count: number | string; bytes: number | string }>`
    select count(*) as count, coalesce(sum(${size}), 0) as bytes
    from ${sql.table(table)} where user_id = ${userId}`.execute(tx)
  const { count = 0, bytes = 0 } = rows[0] ?? {}
  if (Number(count) > maxCount) throw badRequest(`Too many ${items}.`)
  if (Number(bytes) > maxBytes) {
    throw badRequest(`Too much text in ${items} (maximum ${maxBytes} bytes in all).`)
  }
}
