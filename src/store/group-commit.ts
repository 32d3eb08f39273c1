import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { RETRY_PAUSE_MAX_MS } from './busy-retry.ts'
import { unavailable } from './faults.ts'

/** Most units of work in one commit. */
const BATCH_MAX_UNITS = 256

/** A batch takes no further unit after this time, so that its first one is not kept waiting. */
const BATCH_MAX_MS = 20

/** Units that may wait; more are refused. */
const QUEUE_MAX_UNITS = 10_000

/** After committing for this long without a pause, other processes get a turn. */
const BUSY_MAX_MS = 50

/** Runs of a unit that was rolled back because of others: once in a batch, then twice apart. */
const UNIT_ATTEMPTS_MAX = 3

/** The transaction that a batch runs in. */
export interface BatchTransaction {
  /**
   * Takes the write lock; throws `unavailable`. With `apart`, a unit that fails is undone alone;
   * without, which is cheaper, the whole batch may be.
   */
  begin(apart: boolean): Promise<void>
  /** Makes the batch durable; throws `unavailable`, after which the batch is undone. */
  commit(): void
  /** False when the database undid the whole batch because of an error inside it. */
  isOpen(): boolean
}

interface Unit<T = unknown> {
  work(): Promise<T>
  resolve(value: T): void
  reject(error: unknown): void
  attempts: number
}

/**
 * Runs units of work one after another and commits those that arrive together at once: each caller
 * resolves after the commit that holds its unit.
 */
export class GroupCommit {
  readonly #transaction: BatchTransaction
  readonly #queue: Unit[] = []
  #draining: Promise<void> | undefined
  /** The batch before was undone because of one unit: the next one keeps its units apart. */
  #isMending = false
  #busySince = 0
  #lastBatchAt = 0

  constructor(transaction: BatchTransaction) {
    this.#transaction = transaction
  }

  /** Queues a unit, which must undo itself when it throws. Its error is passed on. */
  async submit<T>(work: () => Promise<T>): Promise<T> {
    if (this.#queue.length >= QUEUE_MAX_UNITS) {
      throw unavailable('Too many writes are waiting.', undefined, 'Try again in a moment.')
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const unit: Unit<T> = { work, resolve, reject, attempts: 0 }
    // What resolves a unit comes from its own work.
    this.#queue.push(unit)
    this.#draining ??= this.#drain()
    return promise
  }

  /** Resolves when nothing is queued or running. */
  async idle(): Promise<void> {
    while (this.#draining) await this.#draining
  }

  async #drain(): Promise<void> {
    try {
      do {
        // Lets the other callers of this turn join, and the event loop serve what came in meanwhile.
        await nextTurn()
        await this.#giveWay()
        await this.#batch()
        this.#lastBatchAt = performance.now()
      } while (this.#queue.length > 0)
    } finally {
      this.#draining = undefined
    }
  }

  /** Pauses for long enough that every process waiting for the lock has tried once in the meantime. */
  async #giveWay(): Promise<void> {
    const now = performance.now()
    if (now - this.#lastBatchAt > RETRY_PAUSE_MAX_MS) {
      this.#busySince = now
    } else if (now - this.#busySince > BUSY_MAX_MS) {
      await sleep(RETRY_PAUSE_MAX_MS + 1)
      this.#busySince = performance.now()
    }
  }

  async #batch(): Promise<void> {
    const apart = this.#isMending
    this.#isMending = false
    try {
      await this.#transaction.begin(apart)
    } catch (error) {
      for (const unit of this.#queue.splice(0)) unit.reject(error)
      return
    }
    const done: { unit: Unit; value: unknown }[] = []
    const endsAt = performance.now() + BATCH_MAX_MS
    while (done.length < BATCH_MAX_UNITS && performance.now() < endsAt) {
      const unit = this.#queue.shift()
      if (!unit) break
      try {
        done.push({ unit, value: await unit.work() })
      } catch (error) {
        unit.reject(error)
      }
      if (!this.#transaction.isOpen()) {
        this.#isMending = done.length > 0
        this.#requeue(done.map((entry) => entry.unit))
        return
      }
    }
    try {
      this.#transaction.commit()
    } catch (error) {
      for (const { unit } of done) unit.reject(error)
      return
    }
    for (const { unit, value } of done) unit.resolve(value)
  }

  /** Gives the units that were undone because of another one's error a second run. */
  #requeue(units: readonly Unit[]): void {
    const again = units.filter((unit) => {
      unit.attempts += 1
      if (unit.attempts < UNIT_ATTEMPTS_MAX) return true
      unit.reject(unavailable('The write was undone together with a failing one.'))
      return false
    })
    this.#queue.unshift(...again)
  }
}
