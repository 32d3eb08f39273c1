import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy, sqliteFault } from '../faults.ts'

/** Longest wait for a lock while no other process commits anything, before the store is called unavailable. */
export const LOCK_WAIT_MAX_MS = 10_000

/** Longest wait for a lock that other processes take one after another. */
const LOCK_TURNS_MAX_MS = 45_000

/** Bounds of the random pause between two attempts. SQLite's own busy handler starves writers. */
const RETRY_PAUSE_MIN_MS = 1
/** A pause longer than this lets every waiting process try once. */
export const RETRY_PAUSE_MAX_MS = 4

/** Signs of progress at a lock that is waited for. */
export interface LockSigns {
  /** Changes whenever another process has committed. */
  readVersion?(): unknown
  /** Other limits than those of the product, for tests. */
  waitMaxMs?: number
  turnsMaxMs?: number
}

/**
 * Retries a synchronous SQLite step while the database is locked. Throws `unavailable` when the lock was not free within
 * `LOCK_WAIT_MAX_MS`, or `LOCK_TURNS_MAX_MS` where others got on meanwhile, and at once for any other fault of the database.
 */
export async function retryWhileBusy<T>(step: () => T, signs: LockSigns = {}): Promise<T> {
  const {
    readVersion = () => undefined,
    waitMaxMs = LOCK_WAIT_MAX_MS,
    turnsMaxMs = LOCK_TURNS_MAX_MS,
  } = signs
  let wait: { version: unknown; endsAt: number; lastAt: number } | undefined
  for (;;) {
    try {
      return step()
    } catch (error) {
      if (!isBusy(error)) throw sqliteFault(error)
      const now = performance.now()
      wait ??= { version: readVersion(), endsAt: now + waitMaxMs, lastAt: now + turnsMaxMs }
      if (now > wait.endsAt) {
        const version = readVersion()
        if (version === wait.version || now > wait.lastAt) throw sqliteFault(error)
        wait.version = version
        wait.endsAt = now + waitMaxMs
      }
    }
    await sleep(RETRY_PAUSE_MIN_MS + Math.random() * (RETRY_PAUSE_MAX_MS - RETRY_PAUSE_MIN_MS))
  }
}
