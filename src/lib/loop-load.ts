import type { EventLoopUtilization } from 'node:perf_hooks'

/** Part of its time that the event loop is at work from which on this process is busy. */
export const BUSY_MIN_LOAD = 0.7

/** Time over which the load is taken. */
const LOOKED_MIN_MS = 250

/** What the load is taken from: the clock, and how long the event loop has worked and been idle. */
export interface LoopWatch {
  now?: () => number
  look?: () => EventLoopUtilization
}

/** Tells which part of its time, 0 to 1, the event loop of this thread has lately been at work. */
export function createLoopLoad({
  now = () => performance.now(),
  look = () => performance.eventLoopUtilization(),
}: LoopWatch = {}): () => number {
  let before = look()
  let lookedMs = now()
  let load = 0
  return () => {
    const nowMs = now()
    if (nowMs - lookedMs < LOOKED_MIN_MS) return load
    const current = look()
    load = performance.eventLoopUtilization(current, before).utilization
    before = current
    lookedMs = nowMs
    return load
  }
}

/** The load of this thread, as all look at it who let others go first where it is high. */
export const readLoopLoad = createLoopLoad()
