import { Deadline } from '../deadline.ts'
import { unavailable } from '../faults.ts'
import type { JointWork, Work } from '../port.ts'
import { type BatchConnection, runInBatch } from './batch-units.ts'
import { type BatchTransaction, GroupCommit, type JointRun } from './group-commit.ts'

/** The connection of a database for writing, and its transactions. */
export interface Batches extends BatchConnection, Omit<BatchTransaction, 'commit'> {
  /** Commits as `BatchTransaction.commit`; then other processes hear the news. */
  commit(isAlone: boolean, news: readonly string[]): Promise<boolean>
}

/** Runs units of work in batches on one connection. */
export class BatchWriter {
  readonly #batches: Batches
  readonly #commits: GroupCommit
  readonly #deadline: Deadline
  /** What jointly run work is submitted as: the same for the same work. */
  readonly #runs = new WeakMap<object, JointRun<never, unknown>>()
  /** What the units of the batch ring at other processes. */
  readonly #news = new Set<string>()
  #isApart = false
  #isClosed = false

  constructor(batches: Batches, workDeadlineMs: number) {
    this.#batches = batches
    this.#deadline = new Deadline(workDeadlineMs)
    this.#commits = new GroupCommit({
      isFair: batches.isFair,
      isStrict: batches.isStrict,
      begin: async (apart) => {
        await batches.begin(apart)
        this.#isApart = apart
      },
      commit: async (isAlone) => {
        const news = [...this.#news]
        this.#news.clear()
        return batches.commit(isAlone, news)
      },
      isOpen: () => batches.isOpen(),
    })
  }

  /** Runs one unit of work; see `Store.write`. */
  async write<T>(work: Work<T>, deadline = this.#deadline): Promise<T> {
    this.#requireOpen()
    const run = this.#runOf<undefined, T>(async (tx, _, hooks) => [await work(tx, hooks)], deadline)
    return this.#commits.submit(run, undefined)
  }

  /** Runs one of many units that do the same; see `Store.writeJointly`. */
  async writeJointly<I, T>(work: JointWork<I, T>, input: I): Promise<T> {
    this.#requireOpen()
    let run = this.#runs.get(work) as JointRun<I, T> | undefined
    if (!run) this.#runs.set(work, (run = this.#runOf(work, this.#deadline)))
    return this.#commits.submit(run, input)
  }

  /** Refuses further units; resolves when those asked for are done. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#commits.idle()
  }

  #runOf<I, T>(work: JointWork<I, T>, deadline: Deadline): JointRun<I, T> {
    const ring = (news: string): void => void this.#news.add(news)
    return async (inputs, atEnd) =>
      runInBatch(
        this.#batches,
        async (tx, meanwhile) => work(tx, inputs, { atEnd, meanwhile, ring }),
        {
          deadline,
          isApart: this.#isApart,
        },
      )
  }

  #requireOpen(): void {
    if (this.#isClosed) throw unavailable('The store is closed.')
  }
}
