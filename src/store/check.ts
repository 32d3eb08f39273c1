import { randomUUID } from 'node:crypto'
import { unavailable } from './faults.ts'
import type { Store } from './port.ts'

/** Row that a check writes again and again. */
const CHECK_NAME = 'check'

/** Commits one row, always the same; throws `unavailable` when that does not work. */
export async function requireWritable({ write }: Pick<Store, 'write'>): Promise<void> {
  const row = { name: CHECK_NAME, value: randomUUID() }
  await write(async (tx) =>
    tx
      .insertInto('setting')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: row.value }))
      .execute(),
  )
}

/** Commits a row, reads it back and deletes it; throws `unavailable` when any of that does not work. */
export async function requireRoundTrip({ db, write }: Pick<Store, 'db' | 'write'>): Promise<void> {
  const name = `check:${randomUUID()}`
  await write(async (tx) => tx.insertInto('setting').values({ name, value: '1' }).execute())
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  await write(async (tx) => tx.deleteFrom('setting').where('name', '=', name).execute())
  if (row?.value !== '1') throw unavailable('The store lost a row that it had acknowledged.')
}
