import { rateLimited } from '../../contract/rate-limited.ts'
import { Queue } from './passwords.ts'

/** When a caller whose queue is full may come again. */
const RETRY_AFTER_SECONDS = 5

/** A queue for each key, kept while it has work. */
export class KeyedQueues {
  readonly #atOnce: number
  readonly #waitingMax: number
  readonly #queues = new Map<string, { queue: Queue; tasks: number }>()

  constructor(atOnce: number, waitingMax: number) {
    this.#atOnce = atOnce
    this.#waitingMax = waitingMax
  }

  /** Runs the work when its turn among that of the same key has come. Throws `rate_limited` when too much is waiting there. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const entry = this.#queues.get(key) ?? {
      queue: new Queue(this.#atOnce, this.#waitingMax),
      tasks: 0,
    }
    if (entry.tasks >= this.#atOnce + this.#waitingMax) {
      throw rateLimited({ retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    this.#queues.set(key, entry)
    entry.tasks += 1
    try {
      return await entry.queue.run(work)
    } finally {
      entry.tasks -= 1
      if (entry.tasks === 0) this.#queues.delete(key)
    }
  }
}
