import { cancelled } from '../contract/errors.ts'

/** How much is remembered, and for how long. */
export interface FreshCacheSettings<T> {
  maxCount: number
  /** Milliseconds for which a value is as good as new. */
  maxAgeMs(value: T): number
  /** Milliseconds of a clock that only goes forward; the machine's unless it is handed another one. */
  now?(): number
}

interface InFlightCall<T> {
  promise: Promise<T>
  stop: AbortController
  waiting: number
}

/**
 * Remembers recent answers, the least recently used go first, and asks once where several callers want the
 * same at the same time. Failures are not remembered. A question ends when its last caller has left.
 */
export class FreshCache<T> {
  readonly #settings: Required<FreshCacheSettings<T>>
  readonly #entries = new Map<string, { value: T; until: number }>()
  readonly #inFlight = new Map<string, InFlightCall<T>>()

  constructor(settings: FreshCacheSettings<T>) {
    this.#settings = { now: () => performance.now(), ...settings }
  }

  /** The remembered value, else what `load` gives. Throws what `load` throws, and `cancelled`. */
  async get(
    key: string,
    signal: AbortSignal,
    load: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const entry = this.#entries.get(key)
    this.#entries.delete(key)
    if (entry && entry.until > this.#settings.now()) {
      this.#entries.set(key, entry)
      return entry.value
    }
    const call = this.#inFlight.get(key) ?? this.#start(key, load)
    return this.#wait(key, call, signal)
  }

  #start(key: string, load: (signal: AbortSignal) => Promise<T>): InFlightCall<T> {
    const stop = new AbortController()
    const run = async (): Promise<T> => {
      try {
        const value = await load(stop.signal)
        this.#remember(key, value)
        return value
      } finally {
        if (this.#inFlight.get(key) === call) this.#inFlight.delete(key)
      }
    }
    const call: InFlightCall<T> = { promise: Promise.resolve().then(run), stop, waiting: 0 }
    this.#inFlight.set(key, call)
    return call
  }

  async #wait(key: string, call: InFlightCall<T>, signal: AbortSignal): Promise<T> {
    const left = Promise.withResolvers<never>()
    const leave = (): void => left.reject(cancelled(signal.reason))
    call.waiting += 1
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([left.promise, call.promise])
    } finally {
      signal.removeEventListener('abort', leave)
      call.waiting -= 1
      if (call.waiting === 0 && this.#inFlight.get(key) === call) {
        this.#inFlight.delete(key)
        call.stop.abort(signal.reason)
      }
    }
  }

  #remember(key: string, value: T): void {
    this.#entries.set(key, { value, until: this.#settings.now() + this.#settings.maxAgeMs(value) })
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#settings.maxCount) break
      this.#entries.delete(oldest)
    }
  }
}
