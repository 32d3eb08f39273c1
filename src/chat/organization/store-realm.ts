import { loadCached } from '../kernel/directory-cache.ts'
import type { Reader, Tx } from '../kernel/rows.ts'
import { REALM_DEFAULTS, type Realm } from './realm-settings.ts'

/** The current organization settings. */
export async function loadRealm(db: Reader): Promise<Realm> {
  return loadCached(db, 'realm', async () => {
    const rows = await db.selectFrom('chat_realm').select(['name', 'value']).execute()
    const changed = rows.map(({ name, value }) => [name, JSON.parse(value) as unknown])
    return { ...REALM_DEFAULTS, ...(Object.fromEntries(changed) as Partial<Realm>) }
  })
}

/** Stores settings that were changed. */
export async function storeRealm(tx: Tx, changes: Partial<Realm>): Promise<void> {
  for (const [name, value] of Object.entries(changes)) {
    const row = { name, value: JSON.stringify(value) }
    await tx
      .insertInto('chat_realm')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: row.value }))
      .execute()
  }
}
