/** Something that a server does again and again by itself, on one process at a time of all on a store. */
export interface BackgroundJob {
  /** Unique among all jobs. */
  name: string
  /** Between the end of one run and the next. */
  intervalMs: number
  /**
   * Does what is due. Answers when to come back where that is not after the interval. The signal aborts
   * when the server stops, or when another process has taken over because this one was too slow to say
   * that it is alive: whatever is done twice must do no harm.
   */
  run(signal: AbortSignal): Promise<{ nextInMs: number } | void>
}
