import { RecentUse } from '../lib/recent-use.ts'

/** Time after which what was used counts half. */
export const HALF_LIFE_MS = 30_000
/** Mean seconds of a job up to which the jobs of a principal are quick ones. */
const QUICK_MEAN_SECONDS = 1 / 4

/** How long a job is likely to take. */
export type Pace = 'quick' | 'long' | 'unknown'

/** Whose jobs of which name were quick lately. Those of one name say nothing of another: who asked for a small feed may ask for a bomb. */
export class JobPace {
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
