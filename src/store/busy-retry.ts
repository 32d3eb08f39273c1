import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy, sqliteFault } from './faults.ts'

/** Longest wait for a lock that another process holds, before the store is called unavailable. */
export const LOCK_WAIT_MAX_MS = 10_000

/** Bounds of the random pause between two attempts. SQLite's own busy handler starves writers. */
const RETRY_PAUSE_MIN_MS = 1
/** A pause longer than this lets every waiting process try once. */
export const RETRY_PAUSE_MAX_MS = 4

/**
 * Retries a synchronous SQLite step while the database is locked. Throws `unavailable` when the lock was not free within
 * `LOCK_WAIT_MAX_MS`, and at once for any other fault of the database.
 */
export async function retryWhileBusy<T>(step: () => T): Promise<T> {
  let endsAt: number | undefined
  for (;;) {
    try {
      return step()
    } catch (error) {
      const now = performance.now()
      endsAt ??= now + LOCK_WAIT_MAX_MS
      if (!isBusy(error) || now > endsAt) throw sqliteFault(error)
    }
    await sleep(RETRY_PAUSE_MIN_MS + Math.random() * (RETRY_PAUSE_MAX_MS - RETRY_PAUSE_MIN_MS))
  }
}
