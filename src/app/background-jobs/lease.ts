import type { Selectable } from 'kysely'
import type { Store } from '../../store/port.ts'
import type { BackgroundJobTable } from '../../store/tables/schema.ts'

/** Lease duration: an owner that does not renew for this long counts as dead, and another process takes over. */
export const LEASE_MS = 60_000

/** While a job runs, it is due again only when requested meanwhile. */
const NOT_DUE = Number.MAX_SAFE_INTEGER

/** Whether a job may be taken at a time: due and free, or abandoned by a dead process. */
export function isOpen(row: Selectable<BackgroundJobTable> | undefined, nowMs: number): boolean {
  if (!row) return true
  if (row.owner !== '') return row.leased_until_ms <= nowMs
  return row.due_at <= nowMs
}

/** Takes the lease of a background job, if it is free. Returns whether the owner holds it. */
export async function takeLease(
  store: Store,
  name: string,
  owner: string,
  nowMs: number,
): Promise<boolean> {
  return store.write(async (tx) => {
    const row = await tx
      .selectFrom('background_job')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirst()
    if (!isOpen(row, nowMs)) return false
    const lease = { owner, leased_until_ms: nowMs + LEASE_MS, due_at: NOT_DUE }
    await tx
      .insertInto('background_job')
      .values({ name, ...lease })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(lease))
      .execute()
    return true
  })
}

/** Renews the lease of a job. Returns false when the owner no longer holds it. */
export async function renewLease(
  store: Store,
  name: string,
  owner: string,
  nowMs: number,
): Promise<boolean> {
  return store.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('background_job')
      .set({ leased_until_ms: nowMs + LEASE_MS })
      .where('name', '=', name)
      .where('owner', '=', owner)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  })
}

/** Releases a job until a time, or until it is requested, which may already have happened. */
export async function endLease(
  store: Store,
  name: string,
  owner: string,
  nextMs: number,
): Promise<void> {
  await store.write(async (tx) =>
    tx
      .updateTable('background_job')
      .set((eb) => ({
        owner: '',
        leased_until_ms: 0,
        due_at: eb.case().when('due_at', '<', nextMs).then(eb.ref('due_at')).else(nextMs).end(),
      }))
      .where('name', '=', name)
      .where('owner', '=', owner)
      .execute(),
  )
}
