/** A background job, run by one process at a time among all on a store. */
export interface BackgroundJob {
  /** Unique among all background jobs. */
  name: string
  /** Milliseconds between the end of one run and the next. */
  intervalMs: number
  /**
   * Does what is due. Returns when to run next, if not after the interval. The signal aborts when the server stops, or when this
   * process failed to renew its lease and another took over: runs must be idempotent.
   */
  run(signal: AbortSignal): Promise<{ nextInMs: number } | void>
}
