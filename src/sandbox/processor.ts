import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Niceness of a child, which leaves the processor to the server. Not more: somebody waits for its answer, and at 10 other
 * programs of a busy machine leave a child next to nothing.
 */
export const CHILD_NICENESS = 5

/** Niceness of a child with a long job: it leaves the processor to those with short ones. */
export const LONG_JOB_NICENESS = 12

/** Niceness of a child kept for heavy principals: it takes what all others leave. */
export const HEAVY_NICENESS = 19

/** Lowers the priority of a process; on Linux each of its threads has one. Nothing depends on it. */
export function lowerPriority(pid: number, niceness: number): void {
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, niceness)
    } catch {
      // It has ended, or the system does not allow it.
    }
  }
}

function threadsOf(pid: number): number[] {
  if (process.platform !== 'linux') return [pid]
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return []
  }
}

/** How many times as long as its own time a process may take by the clock, however busy the machine is. */
const WAITING_MAX_FACTOR = 6

/** Something that happens after a time, unless it is cleared before. */
export interface Timer {
  clear(): void
}

/**
 * Calls back once a process has had `ms`. The time in which it waited for a processor does not count, where the system tells it:
 * a busy machine is no fault of the job. By the clock it has at most six times as long.
 */
export function afterOwnTime(
  pid: number | undefined,
  ms: number,
  onOver: () => void,
  waitedMs: (pid: number) => number = readWaitedMs,
): Timer {
  const waitedSince = (before: number): number => (pid === undefined ? 0 : waitedMs(pid) - before)
  const before = waitedSince(0)
  let timer: NodeJS.Timeout
  /** Waits until `dueMs` after the beginning, of which `passedMs` are over. */
  const wait = (dueMs: number, passedMs: number): void => {
    timer = setTimeout(() => {
      const laterMs = Math.min(ms + Math.max(0, waitedSince(before)), ms * WAITING_MAX_FACTOR)
      if (laterMs - dueMs < 1) onOver()
      else wait(laterMs, dueMs)
    }, dueMs - passedMs)
  }
  wait(ms, 0)
  return { clear: () => clearTimeout(timer) }
}

/** For how long a process has waited for a processor since it began; 0 where the system does not tell. */
function readWaitedMs(pid: number): number {
  try {
    // Nanoseconds at work, nanoseconds of waiting, and turns.
    const [, waited = 0] = readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ').map(Number)
    return waited / 1e6
  } catch {
    return 0
  }
}
