import type { Selectable } from 'kysely'
import type { Store } from '../../store/port.ts'
import type { BackgroundJobTable } from '../../store/schema.ts'

/** Who says nothing for this long has died; somebody else goes on. */
export const LEASE_MS = 60_000

/** While somebody is at it, nothing is due but what is called for meanwhile. */
const NOT_DUE = Number.MAX_SAFE_INTEGER

/** Whether a job may be taken at a time: due and free, or left behind by a process that died. */
export function isOpen(row: Selectable<BackgroundJobTable> | undefined, nowMs: number): boolean {
  if (!row) return true
  if (row.owner !== '') return row.leased_until <= nowMs
  return row.due_at <= nowMs
}

/** Takes a job, if it is open still. Answers whether it is the owner's now. */
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
    const lease = { owner, leased_until: nowMs + LEASE_MS, due_at: NOT_DUE }
    await tx
      .insertInto('background_job')
      .values({ name, ...lease })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(lease))
      .execute()
    return true
  })
}

/** Says that the owner is alive. Answers false where the job is not his any more. */
export async function renewLease(
  store: Store,
  name: string,
  owner: string,
  nowMs: number,
): Promise<boolean> {
  return store.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('background_job')
      .set({ leased_until: nowMs + LEASE_MS })
      .where('name', '=', name)
      .where('owner', '=', owner)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  })
}

/** Lets go of a job until a time, or until it is called for, which may have happened already. */
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
        leased_until: 0,
        due_at: eb.case().when('due_at', '<', nextMs).then(eb.ref('due_at')).else(nextMs).end(),
      }))
      .where('name', '=', name)
      .where('owner', '=', owner)
      .execute(),
  )
}
