import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Niceness of a child, which leaves the processor to the server. Not more: deadlines go by the clock, and at 10 other
 * programs of a busy machine leave a child too little to meet them.
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
