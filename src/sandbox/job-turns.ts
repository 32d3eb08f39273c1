import { type Principal, STRANGER } from '../contract/principal.ts'
import { overShare } from '../contract/rate-limited.ts'
import type { RunOptions } from '../contract/sandbox.ts'
import { FairQueue } from '../lib/fair-queue.ts'
import { RecentUse } from '../lib/recent-use.ts'
import type { SandboxLimits } from './limits.ts'
import { noRoom } from './verdict.ts'

/** What a job is judged by while it waits. */
export interface Turn {
  principal: Principal
  /** Name of the job. */
  job: string
  /** Whether it is known to be short. */
  isShort: boolean
  /** Size of its input. */
  bytes: number
  report: RunOptions['waiting']
}

/** A job in a child. */
export interface RunningTurn {
  principal: Principal
  job: string
  /** Size of its input. */
  bytes: number
  startedMs: number
}

/**
 * Which children a job may have: `heavy`, those of heavy principals; `long`, those without engines; `unknown`, also one that has
 * its engine, but for the last that others with quick jobs rely on; `quick`, all.
 */
export type Standing = 'heavy' | Pace

/** Seconds of parsing up to which a principal counts as one that has hardly used the parsers. */
const LIGHT_MAX_SECONDS = 1
/** Part of what the heaviest principal has used, below which one counts too as having hardly used the parsers. */
const LIGHT_SHARE = 1 / 2
/** Seconds of parsing up to which short jobs of a principal still pass others. */
const SHORT_MAX_SECONDS = 10
/** Time for which those who used the parsers keep others from taking all of them. */
const OTHERS_MS = 60_000
/** Input up to which a job may pass others: what takes much memory is held to one parser a core. */
const EXPRESS_INPUT_MAX_BYTES = 2_000_000
/** Input over which a job is taken for a long one, however quick others of its principal were. */
const QUICK_INPUT_MAX_BYTES = 500_000
/** Seconds after which a principal over its share may try again. */
const RETRY_SECONDS = 5

/** What those who need parsers have used lately, when a job is chosen. */
interface Uses {
  /** Whether light principals are among them. */
  isShared: boolean
  /** Who they are. */
  ids: ReadonlySet<string>
  /** Running jobs of heavy principals, and how many of them may run. */
  heavyRunning: number
  heavyMaxRunning: number
  /** Jobs over that number, begun before it was known how long they take: they do not stand in the way of others. */
  stragglers: number
  /** How many jobs of one principal may run. */
  ownMaxRunning: number
}

/** Time after which what was used counts half. */
const HALF_LIFE_MS = 30_000
/** Mean seconds of a job up to which the jobs of a principal are quick ones. */
const QUICK_MEAN_SECONDS = 1 / 4

/** How long a job is likely to take. */
type Pace = 'quick' | 'long' | 'unknown'

/**
 * Whose job is next. Whoever has used the parsers least lately, for their weight, comes first. Nobody takes all parsers while
 * others need some, and heavy principals together leave one to light ones. A few more children than usual run for light
 * principals, and the last of them only for jobs that are known to be short: these never wait for the long jobs of others,
 * unless they are large. Nor do light principals wait for jobs that took a place before it was known how long they take: for some
 * of these, others get a place more.
 */
export class JobTurns<T extends Turn> {
  readonly #limits: SandboxLimits
  readonly #use = new RecentUse(HALF_LIFE_MS)
  readonly #pace = new JobPace()
  readonly #queue: FairQueue<T>
  #running: ReadonlyMap<string, readonly RunningTurn[]> = new Map()
  #lightMaxSeconds = LIGHT_MAX_SECONDS
  readonly #weights = new Map<string, number>()
  /** Jobs that were refused for want of room. */
  refusedCount = 0

  constructor(limits: SandboxLimits) {
    this.#limits = limits
    this.#queue = new FairQueue((id) => this.#usedSeconds(id) / (this.#weights.get(id) ?? 1))
  }

  get size(): number {
    return this.#queue.size
  }

  /** Lets a job wait. Throws `rate_limited` for a principal over its share, and `unavailable`. */
  add(turn: T): void {
    const { id } = turn.principal
    const { queueMaxJobs, queuePerPrincipalMaxJobs } = this.#limits
    if (this.#queue.sizeOf(id) >= queuePerPrincipalMaxJobs) {
      this.refusedCount += 1
      throw overShare('too many of your documents wait', RETRY_SECONDS)
    }
    if (this.#queue.size >= queueMaxJobs) {
      this.refusedCount += 1
      throw noRoom('too many documents wait')
    }
    this.putBack(turn)
  }

  /** Lets a job wait once more that was let in before. */
  putBack(turn: T): void {
    this.#queue.push(turn.principal.id, turn)
    this.#weights.set(turn.principal.id, turn.principal.weight)
  }

  /** Takes a job out of the queue; false where it does not wait. */
  remove(turn: T): boolean {
    return this.#queue.remove(turn)
  }

  /** Takes the next job that may run beside those that run now, and for which there is a child. */
  take(
    running: readonly RunningTurn[],
    hasChild: (turn: T, standing: Standing) => boolean = () => true,
  ): T | undefined {
    const uses = this.#weigh(running)
    const next = this.#queue.take(
      (turn) =>
        this.#mayRunBeside(turn, running, uses) && hasChild(turn, this.#standingOf(turn, uses)),
    )
    if (!next) return undefined
    for (const [turn, ahead] of this.#queue.positions) {
      if (turn.principal.id === next.principal.id) turn.report?.(ahead)
    }
    return next
  }

  /** How many jobs may run at once, while these run. */
  countPlaces(running: readonly RunningTurn[]): number {
    const { maxRunning, expressMaxRunning } = this.#limits
    return maxRunning + expressMaxRunning + this.#weigh(running).stragglers
  }

  /** How many of the waiting jobs, up to so many, may run together beside those that run now, but for those that wait for a child. */
  countNext(
    running: readonly RunningTurn[],
    maxCount: number,
    waitsForChild: (turn: T, standing: Standing) => boolean = () => false,
  ): number {
    const all = [...running]
    let uses = this.#weigh(all)
    for (const [turn] of this.#queue.positions) {
      if (all.length - running.length >= maxCount) break
      if (!this.#mayRunBeside(turn, all, uses)) continue
      if (waitsForChild(turn, this.#standingOf(turn, uses))) continue
      all.push({ ...turn, startedMs: performance.now() })
      uses = this.#weigh(all)
    }
    return all.length - running.length
  }

  /** Which children a job may have, beside those that run now. */
  standingOf(turn: Omit<Turn, 'tell'>, running: readonly RunningTurn[]): Standing {
    return this.#standingOf(turn, this.#weigh(running))
  }

  /** Whether principals came lately whose jobs are quick, beside those that have a job now. */
  hasQuickOthers(running: readonly RunningTurn[]): boolean {
    const nowMs = performance.now()
    const working = new Set(running.map(({ principal }) => principal.id))
    return this.#use
      .since(nowMs - OTHERS_MS, nowMs)
      .some(([id]) => !working.has(id) && this.#pace.hasQuick(id, nowMs))
  }

  /** Takes any job. */
  takeAny(): T | undefined {
    return this.#queue.take()
  }

  /** Tells how many jobs of the same principal are before a job that waits. */
  reportPlace(turn: T): void {
    for (const [waiting, ahead] of this.#queue.positions) {
      if (waiting === turn) turn.report?.(ahead)
    }
  }

  /** Counts what a job has used, when it has ended: no more than the time since it began. */
  charge({ principal, job, startedMs }: RunningTurn, cpuMs = Infinity): void {
    const nowMs = performance.now()
    const seconds = Math.min(cpuMs, nowMs - startedMs) / 1_000
    this.#use.add(principal.id, seconds, nowMs)
    this.#pace.note(principal.id, job, seconds, nowMs)
    if (this.#queue.sizeOf(principal.id) === 0) this.#weights.delete(principal.id)
  }

  /** Remembers that a limit ended a job. */
  noteEnded({ principal, job }: RunningTurn): void {
    this.#pace.noteEnded(principal.id, job, performance.now())
  }

  /** Whether a principal waited for nothing but its own jobs. */
  isOverShare({ id }: Principal, running: readonly RunningTurn[]): boolean {
    return running.some(({ principal }) => principal.id === id)
  }

  /** Whether nobody else has a job or came lately with quick ones. */
  isAlone({ id }: Principal, running: readonly RunningTurn[]): boolean {
    const others = [...running.map(({ principal }) => principal.id), ...this.#queue.owners]
    return others.every((other) => other === id) && !this.hasQuickOthers(running)
  }

  #standingOf(turn: Omit<Turn, 'tell'>, { isShared, ids }: Uses): Standing {
    const { id } = turn.principal
    if (isShared && this.#usedSeconds(id) >= LIGHT_MAX_SECONDS) return 'heavy'
    const nowMs = performance.now()
    const hasQuickOthers = [...ids].some(
      (other) => other !== id && this.#pace.hasQuick(other, nowMs),
    )
    return hasQuickOthers ? this.#paceOf(turn, nowMs) : 'quick'
  }

  /** How long a job is likely to take, by what is known of such jobs of its principal. */
  #paceOf({ principal: { id }, job, bytes }: Omit<Turn, 'tell'>, nowMs: number): Pace {
    if (bytes > QUICK_INPUT_MAX_BYTES) return 'long'
    const running = this.#running.get(id)?.filter((other) => other.job === job) ?? []
    return this.#pace.of(id, job, secondsOf(running, nowMs), nowMs)
  }

  #mayRunBeside(turn: T, running: readonly RunningTurn[], uses: Uses): boolean {
    return this.#fits(turn, running) && this.#mayRun(turn, running.length, uses)
  }

  /** Whether a document fits beside those that are parsed now: parsing takes several times their size. */
  #fits({ bytes }: T, running: readonly RunningTurn[]): boolean {
    const others = running.reduce((sum, turn) => sum + turn.bytes, 0)
    return bytes <= EXPRESS_INPUT_MAX_BYTES || others + bytes <= this.#limits.runningInputMaxBytes
  }

  #mayRun(
    { principal: { id }, isShort, bytes }: T,
    runningCount: number,
    { heavyRunning, heavyMaxRunning, ownMaxRunning, stragglers }: Uses,
  ): boolean {
    const { maxRunning, expressMaxRunning } = this.#limits
    const inTheWay = runningCount - stragglers
    const own = this.#running.get(id)?.length ?? 0
    const used = this.#usedSeconds(id)
    const isLight = own === 0 && used < this.#lightMaxSeconds
    if (runningCount < maxRunning) {
      if (isLight) return true
      if (own < ownMaxRunning && heavyRunning < heavyMaxRunning) return true
    }
    if (bytes > EXPRESS_INPUT_MAX_BYTES) return false
    const isQuick = isShort && used < SHORT_MAX_SECONDS
    const reserved = isQuick || expressMaxRunning < 2 ? 0 : 1
    return (isLight || isQuick) && inTheWay < maxRunning + expressMaxRunning - reserved
  }

  #weigh(running: readonly RunningTurn[]): Uses {
    this.#running = Map.groupBy(running, ({ principal }) => principal.id)
    const nowMs = performance.now()
    const recent = this.#use.since(nowMs - OTHERS_MS, nowMs).map(([id]) => id)
    const ids = new Set([...recent, ...this.#running.keys(), ...this.#queue.owners])
    const used = [...ids].map((id) => this.#usedSeconds(id))
    this.#lightMaxSeconds = Math.max(LIGHT_MAX_SECONDS, LIGHT_SHARE * Math.max(0, ...used))
    const { maxRunning } = this.#limits
    const allButOne = Math.max(1, maxRunning - 1)
    const isShared = used.some((seconds) => seconds < this.#lightMaxSeconds)
    const heavyMaxRunning = isShared ? allButOne : maxRunning
    const heavyRunning = running.filter(
      ({ principal }) => this.#usedSeconds(principal.id) >= this.#lightMaxSeconds,
    ).length
    return {
      isShared,
      ids,
      heavyRunning,
      heavyMaxRunning,
      stragglers: Math.min(
        Math.max(0, heavyRunning - heavyMaxRunning),
        this.#limits.expressMaxRunning,
      ),
      ownMaxRunning: ids.size > 1 ? allButOne : maxRunning,
    }
  }

  #usedSeconds(id: string): number {
    const nowMs = performance.now()
    return this.#use.of(id, nowMs) + secondsOf(this.#running.get(id) ?? [], nowMs)
  }
}

/** Seconds that jobs have run, together. */
function secondsOf(running: readonly RunningTurn[], nowMs: number): number {
  return running.reduce((sum, { startedMs }) => sum + (nowMs - startedMs) / 1_000, 0)
}

/** The principal of a job, and what else its turn depends on. */
export function turnOf(
  job: string,
  { principal = STRANGER, waiting }: RunOptions,
  { isShort = false, bytes }: { isShort?: boolean | undefined; bytes: number },
): Turn {
  return { principal, job, isShort, bytes, report: waiting }
}

/** Whose jobs of which name were quick lately. Those of one name say nothing of another: who asked for a small feed may ask for a bomb. */
class JobPace {
  readonly #seconds = new RecentUse(HALF_LIFE_MS)
  readonly #counts = new RecentUse(HALF_LIFE_MS)
  readonly #names = new Set<string>()

  /** Remembers what a job took. */
  note(owner: string, job: string, seconds: number, nowMs: number): void {
    this.#names.add(job)
    const key = keyOf(owner, job)
    this.#seconds.add(key, seconds, nowMs)
    this.#counts.add(key, 1, nowMs)
  }

  /** Remembers that a limit ended a job: however soon that was, such jobs are long ones, until some more were quick. */
  noteEnded(owner: string, job: string, nowMs: number): void {
    const count = this.#counts.of(keyOf(owner, job), nowMs)
    this.note(owner, job, QUICK_MEAN_SECONDS * (count + 2), nowMs)
  }

  /** How jobs of an owner with that name were; `runningSeconds` counts like those that ended. */
  of(owner: string, job: string, runningSeconds: number, nowMs: number): Pace {
    const key = keyOf(owner, job)
    const count = this.#counts.of(key, nowMs)
    if (count === 0) return 'unknown'
    const seconds = this.#seconds.of(key, nowMs) + runningSeconds
    return seconds <= QUICK_MEAN_SECONDS * count ? 'quick' : 'long'
  }

  /** Whether any jobs of an owner were quick. */
  hasQuick(owner: string, nowMs: number): boolean {
    return [...this.#names].some((job) => this.of(owner, job, 0, nowMs) === 'quick')
  }
}

function keyOf(owner: string, job: string): string {
  return `${job} ${owner}`
}
