import { call, isPassing, Refused } from '../lib/api.ts'
import type { ChatEvent } from '../lib/types.ts'
import type { Queue } from './snapshot.ts'

/** First pause after a failure, doubled by each further one. */
const PAUSE_MS = 400
const PAUSE_MAX_MS = 15_000

/** A poll that is longer than this without an answer hangs: the server sends a heartbeat after a minute. */
const POLL_MAX_MS = 90_000

/** Ends polls when the browser loses its network: they would hang for as long as that takes. */
let lost = new AbortController()
addEventListener('offline', () => {
  lost.abort()
  lost = new AbortController()
})

/** How following a queue ended: it is gone and wants to be registered again, or nobody is signed in any more. */
export type QueueEnd = 'gone' | 'signed out'

/** What hears a queue. */
export interface Listener {
  take(events: readonly ChatEvent[], lastEventId: number): void
  /** Whether the server answers. */
  connected(isConnected: boolean): void
}

/** Reads a queue until it is gone, its reader signed out, or `signal` ends it, which throws. */
export async function followQueue(
  { id, lastEventId }: Queue,
  listener: Listener,
  signal: AbortSignal,
): Promise<QueueEnd> {
  let last = lastEventId
  for (let failures = 0; ;) {
    try {
      const poll = AbortSignal.any([signal, lost.signal, AbortSignal.timeout(POLL_MAX_MS)])
      const fields = { queue_id: id, last_event_id: last, dont_block: failures > 0 }
      const { events } = await call<{ events: readonly ChatEvent[] }>('GET', 'events', fields, poll)
      failures = 0
      for (const event of events) last = Math.max(last, event.id)
      listener.connected(true)
      if (events.length > 0) listener.take(events, last)
    } catch (thrown) {
      signal.throwIfAborted()
      if (thrown instanceof Refused) {
        if (thrown.code === 'BAD_EVENT_QUEUE_ID') return 'gone'
        if (thrown.status === 401 || thrown.status === 403) return 'signed out'
        if (!isPassing(thrown)) return 'gone'
      }
      failures += 1
      listener.connected(false)
      await pause(pauseMs(failures, thrown), signal)
    }
  }
}

function pauseMs(failures: number, thrown: unknown): number {
  const retryAfterMs = thrown instanceof Refused ? thrown.retryAfterSeconds * 1_000 : 0
  // Tabs and people that lost the same server do not come back in one moment.
  const own = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** (failures - 1)) * (0.5 + Math.random() / 2)
  return Math.max(retryAfterMs, own)
}

/** Waits, or until the browser says that there is a network again. Throws where `signal` ends it. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
  signal.throwIfAborted()
}
