import { OperationError } from '../../errors.ts'

/** Derivations at once: each takes a thread of Node's small pool, and tens of megabytes. */
const AT_ONCE_MAX = 2

/** Those who may wait for theirs: half a minute's worth. */
const WAITING_MAX = 128

/** Runs few things at once and lets some wait; `unavailable` for the rest. */
export class Queue {
  readonly #atOnce: number
  readonly #waitingMax: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(atOnce: number, waitingMax: number) {
    this.#atOnce = atOnce
    this.#waitingMax = waitingMax
  }

  /** Runs the work when its turn has come. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#waitingMax) {
        throw new OperationError('unavailable', 'Too many are signing in.', {
          hint: 'Try again in a moment.',
        })
      }
      await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    } else {
      this.#running += 1
    }
    try {
      return await work()
    } finally {
      // A place goes to whoever waits longest without becoming free in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}

/** The turns of password derivations in this process. */
export const derivations = new Queue(AT_ONCE_MAX, WAITING_MAX)
