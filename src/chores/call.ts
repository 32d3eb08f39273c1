import type { Transaction } from 'kysely'
import type { Schema } from '../store/schema.ts'

/** Brings the next run of a chore forward to a time in milliseconds, with the unit of work that makes it due. */
export async function callChore(
  tx: Transaction<Schema>,
  name: string,
  atMs: number,
): Promise<void> {
  await tx
    .insertInto('chore')
    .values({ name, owner: '', leased_until: 0, due_at: atMs })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ due_at: atMs }).where('chore.due_at', '>', atMs),
    )
    .execute()
}
