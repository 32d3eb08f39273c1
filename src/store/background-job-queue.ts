import type { Transaction } from 'kysely'
import type { Schema } from './tables/schema.ts'

/** Brings the next run of a background job forward to a time in milliseconds, within the unit of work that makes it due. */
export async function scheduleBackgroundJob(
  tx: Transaction<Schema>,
  name: string,
  atMs: number,
): Promise<void> {
  await tx
    .insertInto('background_job')
    .values({ name, owner: '', leased_until_ms: 0, due_at: atMs })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ due_at: atMs })
        .where('background_job.due_at', '>', atMs),
    )
    .execute()
}
