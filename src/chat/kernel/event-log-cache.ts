import { PlaceList } from '../../lib/place-list.ts'
import type { Doorbell } from '../../store/port.ts'
import type { LoggedEvent, LogReading } from './logged-event.ts'
import type { EventLogCache } from './types.ts'

/** Interval of checks for events of other processes while somebody waits, where looking is all there is. */
const LOOK_INTERVAL_MS = 25

/** Intervals of these checks where other processes ring: while their rings are heard, and while they are not. */
const HEARD_INTERVAL_MS = 5_000
const UNHEARD_INTERVAL_MS = 250

/** A ring comes at most so long after what it tells of was committed, or not at all. */
const RING_MAX_MS = 1_000

/** What processes ring that have added events. */
export const EVENTS_NEWS = 'events'

/** Bounds on events in memory. */
interface Memory {
  maxEvents: number
  maxChars: number
}

/** Limits of the events in memory: older ones are read from the database. */
const MEMORY: Memory = { maxEvents: 4_000, maxChars: 8_000_000 }

/** The newest events of a log, as many as the memory may hold. */
class Tail {
  readonly events: LoggedEvent[] = []
  /** All events above it that exist are among them. */
  floor: number
  readonly #memory: Memory
  #chars = 0

  constructor(memory: Memory, floor: number) {
    this.#memory = memory
    this.floor = floor
  }

  push(added: readonly LoggedEvent[]): void {
    for (const event of added) {
      this.events.push(event)
      this.#chars += event.size
    }
    const { maxEvents, maxChars } = this.#memory
    let count = 0
    while (this.events.length - count > maxEvents || this.#chars > maxChars) {
      const oldest = this.events[count]
      if (!oldest) break
      this.#chars -= oldest.size
      this.floor = oldest.id
      count += 1
    }
    this.events.splice(0, count)
  }
}

/**
 * The end of the event log in memory, shared by all waiting polls of this process. Events of this process are read once and at
 * once, those of other processes on the same database when these ring, or within `LOOK_INTERVAL_MS`; then the polls that have
 * not seen them are woken.
 */
export function createEventLogCache(
  readLog: (above: number) => Promise<LogReading>,
  { memory = MEMORY, doorbell }: { memory?: Memory; doorbell?: Doorbell | undefined } = {},
): EventLogCache {
  const waiting = new PlaceList<{ above: number; wake: () => void }>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  /** Events up to `newest`. */
  let tail = new Tail(memory, 0)
  let newest = -1
  let directory = 0
  let rung = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  let heardAt = Number.NEGATIVE_INFINITY
  let doubting: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let following: Promise<void> | undefined

  async function look(): Promise<void> {
    const known = newest
    let reading = await readLog(known === -1 ? Number.MAX_SAFE_INTEGER : known)
    // After a long time without waiters, catching up would cost more than starting over.
    const isFarBehind = known === -1 || reading.newest - known > memory.maxEvents
    if (isFarBehind) {
      tail = new Tail(memory, reading.newest)
    } else {
      // Events read together with a waiter's may be more than the memory holds.
      const added = new Tail(memory, known)
      added.push(reading.events)
      while (!reading.isAll) {
        reading = await readLog(reading.events.at(-1)?.id ?? known)
        added.push(reading.events)
      }
      if (added.floor === known) tail.push(added.events)
      else tail = added
    }
    newest = reading.newest
    directory = reading.directory
    lookedAt = performance.now()
    for (const waiter of waiting) if (newest > waiter.above) waiter.wake()
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
    if (waiting.size > 0 && !isClosed) {
      doorbell?.start()
      timer ??= setTimeout(lookAgain, pickIntervalMs()).unref()
    } else if (timer) {
      clearTimeout(timer)
      timer = undefined
    }
  }

  function lookAgain(): void {
    timer = undefined
    if (waiting.size > 0) lookUnasked().catch(() => {})
    settle()
  }

  /** Looks for what was not rung; where that is found, the doorbell may hang. */
  async function lookUnasked(): Promise<void> {
    const [startedAt, known] = [performance.now(), newest]
    await refresh()
    const found = tail.events.at(-1)?.id ?? 0
    if (!doorbell?.isHeard || known === -1 || found <= Math.max(known, rung)) return
    doubting ??= setTimeout(() => {
      doubting = undefined
      if (heardAt > startedAt - RING_MAX_MS) return
      doorbell.doubt()
      clearTimeout(timer)
      timer = undefined
      settle()
    }, RING_MAX_MS).unref()
  }

  function pickIntervalMs(): number {
    if (!doorbell) return LOOK_INTERVAL_MS
    return doorbell.isHeard ? HEARD_INTERVAL_MS : UNHEARD_INTERVAL_MS
  }

  doorbell?.onRing((news) => {
    if (news !== undefined && news !== EVENTS_NEWS) return
    heardAt = performance.now()
    lookForWaiters()
  })

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
      if (above < tail.floor) return readLog(above)
      const { events } = tail
      return { events: events.slice(firstAbove(events, above)), newest, directory, isAll: true }
    },
    async next(above, signal) {
      // What was committed between the caller's read and now must not be waited for.
      if (signal.aborted || newest > above) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const wake = (): void => resolve()
      const leave = waiting.add({ above, wake })
      signal.addEventListener('abort', wake, { once: true })
      settle()
      if (rung > newest) lookForWaiters()
      await promise
      signal.removeEventListener('abort', wake)
      leave()
      settle()
    },
    known: () => (waiting.size === 0 || newest === -1 ? undefined : newest),
    close() {
      isClosed = true
      for (const waiter of waiting) waiter.wake()
      clearTimeout(timer)
      clearTimeout(doubting)
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
