import type { RunningTurn } from './job-turns.ts'
import type { SandboxLimits } from './limits.ts'
import type { Member } from './members.ts'

/** A job in a child, and the memory that it was promised when it was ended for that of others. */
export interface Promised {
  promisedBytes: number | undefined
}

/** What children count of the memory that all have together, and whether there is room for more. */
export class Room<Running extends RunningTurn & Promised> {
  readonly #limits: Pick<SandboxLimits, 'allMaxBytes' | 'childUsualBytes'>
  readonly #sizeOf: (pid: number) => number

  /** `sizeOf` says what a child took when it was last looked at. */
  constructor(
    limits: Pick<SandboxLimits, 'allMaxBytes' | 'childUsualBytes'>,
    sizeOf: (pid: number) => number,
  ) {
    this.#limits = limits
    this.#sizeOf = sizeOf
  }

  /** Whether another child may be begun beside these and those that start now. */
  hasForChild(members: Iterable<Member<Running>>, startingCount: number): boolean {
    const { childUsualBytes } = this.#limits
    return this.#has(members, (startingCount + 1) * childUsualBytes)
  }

  /** Whether a job may begin beside those that run, given what it was promised: without work, children make room for it. */
  hasForJob({ promisedBytes }: Promised, members: Iterable<Member<Running>>): boolean {
    if (promisedBytes === undefined) return true
    const working = [...members].filter(({ running }) => running !== undefined)
    return working.length === 0 || this.#has(working, promisedBytes)
  }

  /**
   * Memory for a job that was ended with so much: twice of that or, where nobody else comes, all. Room for one more child stays, so that
   * nobody who comes meanwhile waits for its end.
   */
  promise(bytes: number, isAlone: boolean): number {
    const { allMaxBytes, childUsualBytes } = this.#limits
    const most = allMaxBytes - childUsualBytes
    return isAlone ? most : Math.min(2 * bytes, most)
  }

  #has(members: Iterable<Member<Running>>, bytes: number): boolean {
    const { allMaxBytes, childUsualBytes } = this.#limits
    const counted = [...members].map(({ cell, running }) => {
      const size = cell.pid === undefined ? 0 : this.#sizeOf(cell.pid)
      return Math.max(size, running?.promisedBytes ?? 0, childUsualBytes)
    })
    return counted.reduce((sum, one) => sum + one, bytes) <= allMaxBytes
  }
}
