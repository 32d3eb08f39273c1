import { setTimeout as sleep } from 'node:timers/promises'
import { type Answered, Caller } from '../caller.ts'
import type { Person } from '../people.ts'

/** Whom a hostile caller attacks, and as whom. */
export interface Target {
  url: string
  /** Origin of hostile pages, without a slash at the end. */
  origin: string
  person: Person
}

/** How many answers had which status; 0 is no answer. */
export type Statuses = Record<string, number>

/** Attacks until the signal is aborted; then nothing of it is left on this side. */
export type Attack = (target: Target, signal: AbortSignal) => Promise<Statuses>

/** A try takes no less: what is refused at once shall not make this side the busy one. */
const TRY_MIN_MS = 50

/** One of many doing the same again and again. */
export type Try = (caller: Caller, n: number, signal: AbortSignal) => Promise<Answered>

/** Tries again and again, so many at once; `n` counts all tries. */
export async function repeat(
  target: Target,
  signal: AbortSignal,
  atOnce: number,
  attempt: Try,
): Promise<Statuses> {
  await using caller = new Caller(target.url, target.person)
  const statuses: Statuses = {}
  let count = 0
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      const pause = sleep(TRY_MIN_MS)
      count += 1
      const { status } = await attempt(caller, count, signal)
      // What this side gave up at the end was not the server's answer.
      if (!signal.aborted) statuses[status] = (statuses[status] ?? 0) + 1
      await pause
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return statuses
}

/** The sum of several. */
export function sumOf(all: readonly Statuses[]): Statuses {
  const sum: Statuses = {}
  for (const [status, count] of all.flatMap((one) => Object.entries(one))) {
    sum[status] = (sum[status] ?? 0) + count
  }
  return sum
}
