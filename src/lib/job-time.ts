/** What tells the time: by the clock, and how long this thread has worked, both in milliseconds. */
export interface TimeSources {
  nowMs(): number
  workedMs(): number
}

/** Old versions of Node do not tell how long a thread has worked: there the clock does. */
const SOURCES: TimeSources = {
  nowMs: () => performance.now(),
  workedMs() {
    const used = process.threadCpuUsage?.()
    return used ? (used.user + used.system) / 1_000 : performance.now()
  },
}

/**
 * The time that a job may work in its own thread, from now on. What it waits for a processor does not count: how much of a document
 * is read must not depend on how busy the machine is.
 */
export class JobTime {
  readonly #maxMs: number
  readonly #sources: TimeSources
  readonly #began: number
  readonly #worked: number

  constructor(maxMs: number, sources = SOURCES) {
    this.#maxMs = maxMs
    this.#sources = sources
    this.#began = sources.nowMs()
    this.#worked = sources.workedMs()
  }

  /** Whether it is over but for the last `keptMs`. */
  isOver(keptMs = 0): boolean {
    const ms = this.#maxMs - keptMs
    // The clock costs less to ask, and nothing works for longer than it says.
    if (this.#sources.nowMs() - this.#began <= ms) return false
    return this.#sources.workedMs() - this.#worked > ms
  }
}
