import type { IsolationLevel, Kysely, Transaction } from 'kysely'
import { tooSlow } from './deadline.ts'

/** Longest time one unit of work may take; then it is rolled back and refused. */
export const WORK_DEADLINE_MS = 5_000

/** How one unit of work is run. */
export interface UnitOptions {
  deadlineMs?: number
  /** Where the database offers a choice (Postgres); its default otherwise. */
  isolation?: IsolationLevel
}

async function withDeadline<T>(work: () => Promise<T>, deadlineMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(tooSlow())
  }, deadlineMs)
  try {
    return await Promise.race([work(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs the work in a transaction of `db`: commits when it resolves, rolls back when it throws or is
 * late. Once undone, statements of work that is still running are refused by the transaction.
 */
export async function runUnit<DB, T>(
  db: Kysely<DB>,
  work: (tx: Transaction<DB>) => Promise<T>,
  { deadlineMs = WORK_DEADLINE_MS, isolation }: UnitOptions = {},
): Promise<T> {
  const start = db.startTransaction().setAccessMode('read write')
  const tx = await (isolation ? start.setIsolationLevel(isolation) : start).execute()
  try {
    const value = await withDeadline(async () => work(tx), deadlineMs)
    await tx.commit().execute()
    return value
  } catch (error) {
    try {
      await tx.rollback().execute()
    } catch {
      // The transaction is gone with its connection, or SQLite undid it; the first error says why.
    }
    throw error
  }
}
