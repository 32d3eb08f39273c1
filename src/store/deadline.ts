import { unavailable } from './faults.ts'

/** Longest time one unit of work may take; then it is rolled back and refused. */
export const WORK_DEADLINE_MS = 5_000

/**
 * A time limit for work of which one piece runs at a time. A timer for each piece would cost as much as a
 * small piece does, so one timer stays set and looks, when it goes off, how long the running piece has taken.
 */
export class Deadline {
  readonly #limitMs: number
  #isTimerSet = false
  #running: { dueAt: number; refuse: () => void } | undefined

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  /** The outcome of the work; throws `unavailable` when it does not settle in time. */
  async race<T>(work: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const refuse = (): void => reject(tooSlow())
    this.#running = { dueAt: performance.now() + this.#limitMs, refuse }
    if (!this.#isTimerSet) this.#lookIn(this.#limitMs)
    work.then(resolve, reject)
    try {
      return await promise
    } finally {
      this.#running = undefined
    }
  }

  #lookIn(ms: number): void {
    this.#isTimerSet = true
    setTimeout(() => {
      this.#isTimerSet = false
      if (!this.#running) return
      const leftMs = this.#running.dueAt - performance.now()
      if (leftMs <= 0) this.#running.refuse()
      else this.#lookIn(leftMs)
    }, ms).unref()
  }
}

/** The refusal of a unit of work that did not settle in time. */
function tooSlow(): Error {
  return unavailable('The write took too long and was undone.')
}
