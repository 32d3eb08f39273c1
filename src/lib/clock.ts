import { setTimeout as sleep } from 'node:timers/promises'

/** Time that only goes forward, and waiting for it: that of the machine, unless a test hands in one that it moves itself. */
export interface Clock {
  /** Milliseconds since some moment. */
  now(): number
  /** Calls back so many milliseconds from now, unless what it returns is called before; keeps no process alive. */
  later(ms: number, callBack: () => void): () => void
  /** Waits so many milliseconds. Throws where the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The clock that everything goes by unless it is handed another one. */
export const MACHINE_CLOCK: Clock = {
  now: () => performance.now(),
  later(ms, callBack) {
    const timer = setTimeout(callBack, ms).unref()
    return () => clearTimeout(timer)
  },
  sleep: async (ms, signal) => sleep(ms, undefined, signal ? { signal } : {}),
}
