/** State shared by identical calls of one process while they are in progress. */
interface InFlightCall<T> {
  /** Digest of the request: another one with the same key is a conflict. */
  binding: string
  outcome: Promise<T>
  /** Number of callers still waiting. */
  waiting: number
  /** Whether the outcome is known, and only storing it continues. */
  isLanded: boolean
  finished: Promise<void>
  abandoned: AbortController
}

/**
 * Runs one thing per key at a time and lets identical callers wait for it together. The work's signal aborts only when every
 * caller has disconnected.
 */
export class InFlightCalls<T> {
  readonly #inFlight = new Map<string, InFlightCall<T>>()
  readonly #conflict: () => Error

  /** `conflict` creates the error for a caller whose key is in use for another request. */
  constructor(conflict: () => Error) {
    this.#conflict = conflict
  }

  /** Keys in progress. */
  get keys(): string[] {
    return [...this.#inFlight.keys()]
  }

  /**
   * Joins the work in progress for a key, or begins it. `begin` resolves to the outcome and to a promise that must settle before
   * the key is free again; callers do not wait for the latter.
   */
  async join(
    key: string,
    binding: string,
    signal: AbortSignal,
    begin: (abandoned: AbortSignal) => Promise<{ outcome: T; finished: Promise<unknown> }>,
  ): Promise<{ outcome: T; isFirst: boolean }> {
    let known = this.#inFlight.get(key)
    while (known && (known.binding !== binding || known.abandoned.signal.aborted)) {
      if (known.binding !== binding && !known.isLanded) throw this.#conflict()
      // Only storing continues, or aborted work: from then on the ledger is authoritative.
      await known.finished
      known = this.#inFlight.get(key)
    }
    const call = known ?? this.#begin(key, binding, begin)
    call.waiting += 1
    const leave = (): void => {
      call.waiting -= 1
      if (call.waiting === 0) call.abandoned.abort()
    }
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    try {
      return { outcome: await call.outcome, isFirst: known === undefined }
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  /** Resolves when nothing is in progress, storing included. */
  async idle(): Promise<void> {
    await Promise.all([...this.#inFlight.values()].map(({ finished }) => finished))
  }

  #begin(
    key: string,
    binding: string,
    begin: (abandoned: AbortSignal) => Promise<{ outcome: T; finished: Promise<unknown> }>,
  ): InFlightCall<T> {
    const abandoned = new AbortController()
    const run = begin(abandoned.signal)
    const free = (): void => void this.#inFlight.delete(key)
    const call: InFlightCall<T> = {
      binding,
      outcome: run.then(({ outcome }) => {
        call.isLanded = true
        return outcome
      }),
      waiting: 0,
      isLanded: false,
      finished: run.then(async ({ finished }) => finished).then(free, free),
      abandoned,
    }
    this.#inFlight.set(key, call)
    return call
  }
}
