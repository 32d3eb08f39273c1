import { randomUUID } from 'node:crypto'
import { toOperationError } from '../contract/errors.ts'
import { unavailable } from './faults.ts'
import { type Migration, readHistory, requireKnown } from './migrate.ts'
import type { Store } from './port.ts'

/**
 * Reads which migrations a store has had; throws `unavailable` when that does not work, and `StoreRefused` when a newer version has
 * upgraded it since it was opened.
 */
export async function requireReadable(
  db: Store['db'],
  migrations: readonly Migration[],
): Promise<void> {
  try {
    requireKnown(await readHistory(db), migrations)
  } catch (error) {
    if (toOperationError(error).code === 'unavailable') throw error
    throw unavailable('The store cannot be read.', error)
  }
}

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
