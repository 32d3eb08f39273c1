import type { Store, StoreReader } from './port.ts'

/** A text that all processes on a store have in common, made by whoever needs it first. Throws `unavailable`. */
export async function sharedSecret(
  store: Pick<Store, 'db' | 'write'>,
  name: string,
  make: () => string,
): Promise<string> {
  const known = await storedText(store.db, name)
  if (known !== undefined) return known
  return store.write(async (tx) => {
    const value = make()
    await tx
      .insertInto('setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    return (await storedText(tx, name)) ?? value
  })
}

async function storedText(
  db: Pick<StoreReader, 'selectFrom'>,
  name: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}
