import type { Tx } from '../../kernel/rows.ts'

/** How often a name is tried with another number. */
const TRIES_MAX_COUNT = 1_000

/** A name that nothing in the table has: the wished one, or it with a word behind it. */
export async function freeName(
  tx: Tx,
  table: 'chat_group' | 'chat_channel',
  wished: string,
): Promise<string> {
  for (let count = 0; count < TRIES_MAX_COUNT; count += 1) {
    const name = count === 0 ? wished : `${wished} (imported${count === 1 ? '' : ` ${count}`})`
    const taken = await tx
      .selectFrom(table as 'chat_group')
      .select('id')
      .where('name_key', '=', name.toLowerCase())
      .executeTakeFirst()
    if (!taken) return name
  }
  throw new Error(`There are too many names like ${wished}.`)
}
