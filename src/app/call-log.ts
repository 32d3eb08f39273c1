import type { CallCourse, CallEnding, FollowCall } from '../contract/call-course.ts'

/** Finished calls that are kept, and failed ones, the latest of all callers. */
const CALLS_MAX_COUNT = 2_000
const FAILURES_MAX_COUNT = 200

/** Accounts of which the last call is kept. */
const ACCOUNTS_MAX_COUNT = 5_000

/** A call that has ended. */
export interface LoggedCall extends CallCourse, CallEnding {}

/** What an account did last, and what it waits for. */
export interface AccountActivity {
  last: LoggedCall | undefined
  /** Calls under way, the oldest first. */
  running: readonly CallCourse[]
}

/** The latest calls of this process that took part in the chat or cost money, those that failed, and what is under way. */
export class CallLog {
  readonly #calls: LoggedCall[] = []
  readonly #failures: LoggedCall[] = []
  readonly #running = new Set<CallCourse>()
  readonly #last = new Map<number, LoggedCall>()

  readonly follow: FollowCall = (course) => {
    this.#running.add(course)
    return (ending) => {
      this.#running.delete(course)
      this.#end({ ...course, ...ending })
    }
  }

  /** The latest calls, the newest first; of one account where it is named. */
  calls(limit: number, account?: number): LoggedCall[] {
    return latest(this.#calls, limit, (call) => account === undefined || call.account === account)
  }

  /** The latest calls that failed, the newest first. */
  failures(limit: number): LoggedCall[] {
    return latest(this.#failures, limit, () => true)
  }

  /** What accounts of the chat do, by user id. */
  activity(): Map<number, AccountActivity> {
    const found = new Map<number, { last: LoggedCall | undefined; running: CallCourse[] }>()
    for (const [account, last] of this.#last) found.set(account, { last, running: [] })
    for (const course of this.#running) {
      if (course.account === undefined) continue
      const known = found.get(course.account) ?? { last: undefined, running: [] }
      known.running.push(course)
      found.set(course.account, known)
    }
    return found
  }

  #end(call: LoggedCall): void {
    if (call.outcome !== 'ok') keep(this.#failures, call, FAILURES_MAX_COUNT)
    if (call.usesChat || call.paid) keep(this.#calls, call, CALLS_MAX_COUNT)
    if (call.account === undefined) return
    // Set anew, the account comes last.
    this.#last.delete(call.account)
    this.#last.set(call.account, call)
    const [oldest] = this.#last.keys()
    if (this.#last.size > ACCOUNTS_MAX_COUNT && oldest !== undefined) this.#last.delete(oldest)
  }
}

function keep(list: LoggedCall[], call: LoggedCall, maxCount: number): void {
  list.push(call)
  if (list.length > maxCount) list.shift()
}

function latest(
  list: readonly LoggedCall[],
  limit: number,
  fits: (call: LoggedCall) => boolean,
): LoggedCall[] {
  return list.filter(fits).slice(-limit).toReversed()
}
