import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '../faults.ts'
import type { UnitHooks } from '../port.ts'
import { RETRY_PAUSE_MAX_MS } from './busy-retry.ts'

/** Most units of work in one commit. */
const BATCH_MAX_UNITS = 256

/** Most units of one kind that are run by one call. */
const JOINT_MAX_UNITS = 128

/** A batch takes no further unit after this time, so that its first one is not kept waiting. */
const BATCH_MAX_MS = 20

/** Units that may wait; more are refused. */
const QUEUE_MAX_UNITS = 10_000

/** Time of committing without a pause after which other processes get a turn. */
const BUSY_MAX_MS = 50

/** Runs of a unit that was rolled back because of others: once in a batch, then twice apart. */
const UNIT_ATTEMPTS_MAX = 3

/** The transaction that a batch runs in. */
export interface BatchTransaction {
  /** Whether processes that wait for the write lock get it by themselves, in turn. */
  isFair: boolean
  /** Whether nothing of a batch can be committed in which a statement failed, so that the last ones need not be answered before. */
  isStrict: boolean
  /**
   * Takes the write lock; throws `unavailable`. With `apart`, a unit that fails is undone alone;
   * without, which is cheaper, the whole batch may be.
   */
  begin(apart: boolean): Promise<void>
  /**
   * Makes the batch durable; false when it was undone because of a statement that failed. Throws `unavailable`, after which the
   * batch is undone. `isAlone` when nobody else waits to write.
   */
  commit(isAlone: boolean): Promise<boolean>
  /** False when the database undid the whole batch because of an error inside it. */
  isOpen(): boolean
}

/** What work has come to. */
export interface Ran<T> {
  value: T
  /** Resolves once all that it left is answered. When some of that failed, all of the work is undone, and it throws. */
  answered: Promise<void>
}

/** Work on the inputs of one or more units, with an output for each; undoes all of it when it throws. */
export type JointRun<I, T> = (
  inputs: readonly I[],
  atEnd: UnitHooks['atEnd'],
) => Promise<Ran<readonly T[]>>

interface Unit {
  run: JointRun<unknown, unknown>
  input: unknown
  resolve(value: unknown): void
  reject(error: unknown): void
  attempts: number
}

/** Units that were run by one call, and what is to happen at their end. */
interface Done {
  units: readonly Unit[]
  values: readonly unknown[]
  answered: Promise<void>
  end: (isDurable: boolean) => void
}

/**
 * Runs units of work one after another and commits those that arrive together at once: each caller
 * resolves after the commit that holds its unit.
 */
export class GroupCommit {
  readonly #transaction: BatchTransaction
  readonly #queue: Unit[] = []
  #draining: Promise<void> | undefined
  #busySince = 0
  #lastBatchAt = 0

  constructor(transaction: BatchTransaction) {
    this.#transaction = transaction
  }

  /** Queues a unit; those of one `run` that wait beside each other are run by one call. Its error is passed on. */
  async submit<I, T>(run: JointRun<I, T>, input: I): Promise<T> {
    if (this.#queue.length >= QUEUE_MAX_UNITS) {
      throw unavailable('Too many writes are waiting.', undefined, 'Try again in a moment.')
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    // What resolves a unit comes from its own work, which gets its own input.
    this.#queue.push({ run, input, resolve, reject, attempts: 0 } as Unit)
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
        if (!this.#transaction.isFair) await this.#giveWay()
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
    // Units that were undone because of one of them stand first, until all of them have run apart.
    const apart = (this.#queue[0]?.attempts ?? 0) > 0
    try {
      await this.#transaction.begin(apart)
    } catch (error) {
      for (const unit of this.#queue.splice(0)) unit.reject(error)
      return
    }
    const done = await this.#runUnits(apart)
    const units = done.flatMap((entry) => entry.units)
    const isAlone = units.length === 1 && this.#queue.length === 0
    let isDurable = false
    try {
      isDurable = this.#transaction.isOpen() && (await this.#transaction.commit(isAlone))
      if (isDurable) await done.at(-1)?.answered
    } catch (error) {
      await Promise.allSettled(done.map(({ answered }) => answered))
      for (const { end } of done) end(false)
      for (const unit of units) unit.reject(error)
      return
    }
    for (const { end } of done) end(isDurable)
    if (!isDurable) {
      await this.#runAgain(done)
      return
    }
    for (const { units: own, values } of done) {
      for (const [index, unit] of own.entries()) unit.resolve(values[index])
    }
  }

  /** Runs units until none waits, the batch is full, or one of them has ended it; the last one may not be answered yet. */
  async #runUnits(apart: boolean): Promise<Done[]> {
    const done: Done[] = []
    const endsAt = performance.now() + BATCH_MAX_MS
    let count = 0
    const isFull = (): boolean => count >= BATCH_MAX_UNITS || performance.now() >= endsAt
    while (!isFull()) {
      const units = this.#takeUnits(apart ? 1 : JOINT_MAX_UNITS)
      const [first] = units
      if (!first) break
      count += units.length
      const ends: ((isDurable: boolean) => void)[] = []
      const end = (isDurable: boolean): void => ends.forEach((run) => run(isDurable))
      try {
        const inputs = units.map(({ input }) => input)
        const { value, answered } = await first.run(inputs, (run) => void ends.push(run))
        const isLast = this.#queue.length === 0 || isFull()
        if (!(isLast && this.#transaction.isStrict)) await answered
        done.push({ units, values: value, answered, end })
        if (isLast) break
      } catch (error) {
        end(false)
        if (!this.#refuse(units, error)) break
      }
      if (!this.#transaction.isOpen()) break
    }
    return done
  }

  #takeUnits(max: number): Unit[] {
    const run = this.#queue[0]?.run
    const end = this.#queue.findIndex((unit, at) => at >= max || unit.run !== run)
    return this.#queue.splice(0, end === -1 ? Math.min(max, this.#queue.length) : end)
  }

  /** Runs the units of a batch again that was undone, but for one whose last statements are known to have failed. */
  async #runAgain(done: readonly Done[]): Promise<void> {
    const last = done.at(-1)
    try {
      await last?.answered
    } catch (error) {
      this.#refuse(last?.units ?? [], error)
      this.#requeue(done.slice(0, -1).flatMap(({ units }) => units))
      return
    }
    this.#requeue(done.flatMap(({ units }) => units))
  }

  /** Passes the error of a unit on. False where it is one of several: which of them shows when they run apart. */
  #refuse(units: readonly Unit[], error: unknown): boolean {
    const [first, ...others] = units
    if (others.length > 0) this.#requeue(units)
    else first?.reject(error)
    return others.length === 0
  }

  /** Gives the units that were undone because of another one's error a further run. */
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
