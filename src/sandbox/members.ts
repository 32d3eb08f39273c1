import type { Cell } from './cell.ts'
import type { Standing, RunningTurn } from './job-turns.ts'
import type { SandboxLimits } from './limits.ts'

/** Children with loaded engines that are kept for the next jobs of light principals. */
export const LOADED_COUNT = 2

/** A child and what it has done. */
export interface Member<Running extends RunningTurn> {
  cell: Cell
  jobsDone: number
  /** Jobs whose engines it has loaded. */
  loaded: Set<string>
  /** Whether it is kept for the jobs of heavy principals, of which it had one. */
  isForHeavy: boolean
  running: Running | undefined
  idleTimer: NodeJS.Timeout | undefined
}

/**
 * The children of a pool, and which of them does what. Those with loaded engines are kept for light principals: a child that has
 * a job of a heavy one has only such jobs from then on, since they often end with its end.
 */
export class Members<Running extends RunningTurn> {
  readonly #limits: Pick<SandboxLimits, 'recycleAfterJobs' | 'idleMs'>
  readonly #all = new Set<Member<Running>>()
  /** When each job ran last, and the time before. */
  readonly #lastRuns = new Map<string, { lastMs: number; beforeMs: number }>()

  constructor(limits: Pick<SandboxLimits, 'recycleAfterJobs' | 'idleMs'>) {
    this.#limits = limits
  }

  [Symbol.iterator](): Iterator<Member<Running>> {
    return this.#all.values()
  }

  get size(): number {
    return this.#all.size
  }

  /** Takes in a child that has just started, with the engines that it loaded. */
  add(cell: Cell, loads: readonly string[]): Member<Running> {
    const member = {
      cell,
      jobsDone: 0,
      loaded: new Set(loads),
      isForHeavy: false,
      running: undefined,
      idleTimer: undefined,
    }
    this.#all.add(member)
    return member
  }

  delete(member: Member<Running>): void {
    this.#all.delete(member)
  }

  /** Jobs that run. */
  get running(): Running[] {
    return [...this.#all].flatMap(({ running }) => running ?? [])
  }

  get hasIdle(): boolean {
    return [...this.#all].some(({ running }) => !running)
  }

  /** Process ids of children without a job. */
  get idlePids(): number[] {
    return this.#idle().flatMap(({ cell }) => cell.pid ?? [])
  }

  /**
   * The idle child that can best do a job: with its engine loaded, and with most others. None where that would take from light
   * principals what is kept for them, from quick jobs the last child with loaded engines, or where only slowed ones are left.
   */
  choose(job: string, standing: Standing): Member<Running> | undefined {
    const idle = this.#idle()
    const kept = idle.find(({ isForHeavy }) => isForHeavy)
    const others = idle.filter(({ isForHeavy }) => !isForHeavy)
    const withEngine = others.filter(({ loaded }) => loaded.has(job))
    if (standing === 'quick') {
      return withEngine.at(-1) ?? others.at(-1) ?? (kept?.cell.isSlow ? undefined : kept)
    }
    const spared = others.find(({ loaded }) => loaded.size === 0) ?? others.at(-1 - LOADED_COUNT)
    if (standing === 'heavy') return kept ?? spared
    const open = standing === 'unknown' ? withEngine.filter((one) => one !== others.at(-1)) : []
    return open.at(-1) ?? spared
  }

  /** Whether a child is at work that has loaded the engine of a job, and no idle one has. */
  isEngineBusy(job: string): boolean {
    const having = [...this.#all].filter(
      ({ isForHeavy, cell, loaded }) => !isForHeavy && !cell.isSlow && loaded.has(job),
    )
    return having.length > 0 && having.every(({ running }) => running !== undefined)
  }

  /** Idle children beyond those that have loaded most. */
  get spares(): Member<Running>[] {
    return this.sparesBeyond(LOADED_COUNT)
  }

  /** Idle children beyond so many of those that have loaded most. */
  sparesBeyond(count: number): Member<Running>[] {
    const idle = this.#idle()
    return idle.slice(0, Math.max(0, idle.length - count))
  }

  /** Whether a child is idle that light principals may use for long. */
  get hasFresh(): boolean {
    return this.#idle().some((member) => !member.isForHeavy && !this.isWorn(member))
  }

  /** How many live that are kept for light principals, though they may be at work just now. */
  get lastingCount(): number {
    return [...this.#all].filter((member) => this.#isLasting(member)).length
  }

  /** Whether a child is to be replaced as soon as another one is ready. */
  isWorn({ jobsDone }: Member<Running>): boolean {
    return jobsDone >= this.#limits.recycleAfterJobs
  }

  /** Remembers that a job began. */
  noteRun(job: string, nowMs: number): void {
    const beforeMs = this.#lastRuns.get(job)?.lastMs ?? -Infinity
    this.#lastRuns.set(job, { lastMs: nowMs, beforeMs })
  }

  /** Jobs whose engines a new child loads at once: those that come again and again, unless enough children have them. */
  listEnginesToLoad(nowMs: number): string[] {
    const jobs = this.#listRecurring(nowMs)
    return this.#haveAllLoaded(jobs) ? [] : jobs
  }

  /** Whether jobs come again and again, and enough children have their engines, though these may be at work just now. */
  isReady(nowMs: number): boolean {
    const jobs = this.#listRecurring(nowMs)
    return jobs.length > 0 && this.#haveAllLoaded(jobs)
  }

  #listRecurring(nowMs: number): string[] {
    return [...this.#lastRuns]
      .filter(([, { beforeMs }]) => beforeMs > nowMs - this.#limits.idleMs)
      .map(([job]) => job)
  }

  #haveAllLoaded(jobs: readonly string[]): boolean {
    const ready = [...this.#all].filter(
      (member) => this.#isLasting(member) && jobs.every((job) => member.loaded.has(job)),
    )
    return ready.length >= LOADED_COUNT
  }

  /** Whether a child has many more jobs of light principals before it. */
  #isLasting(member: Member<Running>): boolean {
    return !member.isForHeavy && !member.cell.isSlow && !this.isWorn(member)
  }

  /** Children without a job: those kept for heavy principals first, then by how much they have loaded, above all of what recurs. */
  #idle(): Member<Running>[] {
    const jobs = this.#listRecurring(performance.now())
    const countRecurring = ({ loaded }: Member<Running>) =>
      jobs.filter((job) => loaded.has(job)).length
    return [...this.#all]
      .filter(({ running }) => !running)
      .sort(
        (a, b) =>
          Number(b.isForHeavy) - Number(a.isForHeavy) ||
          countRecurring(a) - countRecurring(b) ||
          a.loaded.size - b.loaded.size ||
          a.jobsDone - b.jobsDone,
      )
  }
}
