import type { StopReason } from './failures.ts'

/** Whether a page has been stopped, and why: the first reason counts. */
export class Stops {
  readonly #stopped = Promise.withResolvers<StopReason>()
  #reason: StopReason | undefined

  get reason(): StopReason | undefined {
    return this.#reason
  }

  /** Resolves when the page is stopped. */
  get stopped(): Promise<StopReason> {
    return this.#stopped.promise
  }

  stop(reason: StopReason): void {
    if (this.#reason !== undefined) return
    this.#reason = reason
    this.#stopped.resolve(reason)
  }

  /** Counts something, and stops the page at more than `maxCount` of it. */
  counter(reason: StopReason, maxCount: number): () => void {
    let count = 0
    return () => {
      count += 1
      if (count > maxCount) this.stop(reason)
    }
  }
}
