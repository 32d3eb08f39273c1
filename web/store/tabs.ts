import type { ChatEvent } from '../lib/types.ts'
import type { SharedState } from './state.ts'

/** Name of the lock whose holder reads the queue for all tabs of the browser, and of the channel on which it tells them. */
const NAME = 'bellhop-queue'

/** How long a tab waits for the one that reads the queue to say where it is. */
const ANSWER_MAX_MS = 1_500

/** A queue in its state at an event. */
export interface Shared {
  queueId: string
  lastEventId: number
  state: SharedState
}

/** What tabs say to each other. */
export type TabMessage =
  | { type: 'hello' }
  | { type: 'state'; shared: Shared }
  | {
      type: 'events'
      queueId: string
      after: number
      lastEventId: number
      events: readonly ChatEvent[]
    }
  | { type: 'connected'; isConnected: boolean }
  | { type: 'ended' }
  | { type: 'keep' }
  | { type: 'signed out' }

/** The other tabs of this browser with this server. */
export interface Tabs {
  say(message: TabMessage): void
  /** Asks the tab that reads the queue for its state; undefined where none answers. */
  ask(): Promise<Shared | undefined>
  /** Runs `work` once this tab is the one that reads the queue; it stays that until `work` or the tab ends. */
  lead(work: () => Promise<void>, signal: AbortSignal): Promise<void>
}

/**
 * Joins them; a browser opens six connections to a server, and each tab with a queue of its own would keep one. Without locks (pages that
 * came without TLS), every tab is alone.
 */
export function joinTabs(hear: (message: TabMessage) => void, signal: AbortSignal): Tabs {
  const locks = (navigator as { locks?: LockManager }).locks
  if (!locks) {
    return { say() {}, ask: async () => undefined, lead: async (work) => work() }
  }
  const channel = new BroadcastChannel(NAME)
  let answered: ((shared: Shared | undefined) => void) | undefined
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.type === 'state' && answered) answered(data.shared)
    else hear(data)
  })
  signal.addEventListener('abort', () => channel.close())
  return {
    say: (message) => channel.postMessage(message),
    async ask() {
      const held = (await locks.query()).held ?? []
      if (!held.some(({ name }) => name === NAME)) return undefined
      const { promise, resolve } = Promise.withResolvers<Shared | undefined>()
      answered = resolve
      const timer = setTimeout(() => resolve(undefined), ANSWER_MAX_MS)
      channel.postMessage({ type: 'hello' } satisfies TabMessage)
      const shared = await promise
      clearTimeout(timer)
      answered = undefined
      return shared
    },
    async lead(work, until) {
      await locks.request(NAME, { signal: until }, work)
    },
  }
}
