import type { LoggedEvent, LogReading } from './logged-event.ts'
import type { EventLogCache } from './types.ts'

/** Interval of checks for events of other processes while somebody waits. */
const LOOK_INTERVAL_MS = 25

/** Limits of the events in memory: older ones are read from the database. */
const MEMORY = { maxEvents: 4_000, maxChars: 8_000_000 }

/**
 * The end of the event log in memory, shared by all waiting polls of this process. Events of this process are read once and at
 * once, those of other processes on the same database within `LOOK_INTERVAL_MS`; then the polls that have not seen them are
 * woken.
 */
export function createEventLogCache(
  readLog: (above: number) => Promise<LogReading>,
  { maxEvents, maxChars }: { maxEvents: number; maxChars: number } = MEMORY,
): EventLogCache {
  const waiting = new Set<{ above: number; wake: () => void }>()
  let timer: NodeJS.Timeout | undefined
  let events: LoggedEvent[] = []
  let chars = 0
  /** Of all events above `floor` up to `newest`, those that exist are in `events`. */
  let floor = 0
  let newest = -1
  let directory = 0
  let rung = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  let following: Promise<void> | undefined

  async function look(): Promise<void> {
    const added: LoggedEvent[] = []
    const known = newest
    let reading = await readLog(known === -1 ? Number.MAX_SAFE_INTEGER : known)
    // After a long time without waiters, catching up would cost more than starting over.
    const isFarBehind = known === -1 || reading.newest - known > maxEvents
    if (!isFarBehind) {
      added.push(...reading.events)
      while (!reading.isAll) {
        reading = await readLog(added.at(-1)?.id ?? known)
        added.push(...reading.events)
      }
    }
    if (isFarBehind) {
      events = []
      chars = 0
      floor = reading.newest
    }
    for (const event of added) {
      events.push(event)
      chars += event.size
    }
    trim()
    newest = reading.newest
    directory = reading.directory
    lookedAt = performance.now()
    for (const waiter of waiting) if (newest > waiter.above) waiter.wake()
  }

  function trim(): void {
    let count = 0
    while (events.length - count > maxEvents || chars > maxChars) {
      const oldest = events[count]
      if (!oldest) break
      chars -= oldest.size
      floor = oldest.id
      count += 1
    }
    events.splice(0, count)
  }

  /** One read at a time; a running one may have started before the caller's event was committed. */
  async function refresh(): Promise<void> {
    if (looking) {
      const running = looking
      following ??= (async () => {
        await running.catch(() => {})
        following = undefined
        // Another waiter may have begun the next read: two would add the same events.
        await (looking ?? begin())
      })()
      return following
    }
    return begin()
  }

  async function begin(): Promise<void> {
    looking = look().finally(() => {
      looking = undefined
    })
    return looking
  }

  function lookForWaiters(): void {
    if (waiting.size === 0) return
    refresh().catch(() => {
      // The database is unavailable: waiters keep waiting, and their next read reports the error.
    })
  }

  function settle(): void {
    if (waiting.size > 0) {
      timer ??= setInterval(lookForWaiters, LOOK_INTERVAL_MS).unref()
    } else if (timer) {
      clearInterval(timer)
      timer = undefined
    }
  }

  return {
    ring(id) {
      rung = Math.max(rung, id)
      lookForWaiters()
    },
    async catchUp({ atLeast, isStrict }) {
      // Events of this process itself must not be missing.
      const isFresh = (): boolean =>
        newest >= Math.max(atLeast, rung) && performance.now() - lookedAt < LOOK_INTERVAL_MS
      if (!isStrict && !isFresh()) await looking
      if (isStrict || !isFresh()) await refresh()
    },
    async read(above) {
      if (newest === -1) await refresh()
      if (above < floor) return readLog(above)
      return { events: events.slice(firstAbove(events, above)), newest, directory, isAll: true }
    },
    async next(above, signal) {
      // What was committed between the caller's read and now must not be waited for.
      if (signal.aborted || newest > above) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const wake = (): void => resolve()
      const waiter = { above, wake }
      waiting.add(waiter)
      signal.addEventListener('abort', wake, { once: true })
      settle()
      if (rung > newest) lookForWaiters()
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

/** Where the events above an id begin. */
function firstAbove(events: readonly LoggedEvent[], above: number): number {
  let low = 0
  let high = events.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((events[middle]?.id ?? 0) > above) high = middle
    else low = middle + 1
  }
  return low
}
