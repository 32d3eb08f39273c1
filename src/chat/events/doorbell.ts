import type { Doorbell } from '../port.ts'

/** While somebody waits, other processes' events are looked for this often. */
const LOOK_INTERVAL_MS = 25

/**
 * A doorbell over the event log: waiters of this process are woken at once by its own writes, and
 * within `LOOK_INTERVAL_MS` by those of other processes on the same database, which `newest` reads.
 */
export function createDoorbell(newest: () => Promise<number>): Doorbell {
  const waiting = new Set<{ above: number; wake: () => void }>()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  let rung = 0

  async function look(): Promise<void> {
    if (isLooking || waiting.size === 0) return
    isLooking = true
    try {
      const id = await newest()
      for (const waiter of waiting) if (id > waiter.above) waiter.wake()
    } catch {
      // The database is away: waiters go on waiting, and their next read says what is wrong.
    } finally {
      isLooking = false
    }
  }

  function settle(): void {
    if (waiting.size > 0) {
      timer ??= setInterval(() => void look(), LOOK_INTERVAL_MS).unref()
    } else if (timer) {
      clearInterval(timer)
      timer = undefined
    }
  }

  return {
    ring(id) {
      rung = Math.max(rung, id)
      for (const waiter of waiting) waiter.wake()
    },
    async next(above, signal) {
      // What was committed between the caller's read and now must not be waited for.
      if (signal.aborted || rung > above) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const wake = (): void => resolve()
      const waiter = { above, wake }
      waiting.add(waiter)
      signal.addEventListener('abort', wake, { once: true })
      settle()
      await promise
      signal.removeEventListener('abort', wake)
      waiting.delete(waiter)
      settle()
    },
    close() {
      for (const waiter of waiting) waiter.wake()
      clearInterval(timer)
    },
  }
}
