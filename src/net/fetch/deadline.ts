/** A time limit that does not run while this process lets the other server wait. */
export class Deadline {
  readonly #onPassed: () => void
  #leftMs: number
  #startedMs = 0
  #timer: NodeJS.Timeout | undefined

  constructor(ms: number, onPassed: () => void) {
    this.#leftMs = ms
    this.#onPassed = onPassed
    this.#start()
  }

  /** Stops the clock until the work is done. */
  async pausedFor<T>(work: Promise<T>): Promise<T> {
    this.stop()
    this.#leftMs -= performance.now() - this.#startedMs
    try {
      return await work
    } finally {
      this.#start()
    }
  }

  /** Ends it. */
  stop(): void {
    clearTimeout(this.#timer)
  }

  #start(): void {
    this.#startedMs = performance.now()
    this.#timer = setTimeout(this.#onPassed, Math.max(0, this.#leftMs))
  }
}
