import { readFileSync } from 'node:fs'

/** Memory of processes together, what several share counted once (Linux); those that have ended count nothing. */
export function proportionalBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')
      return sum + Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024
    } catch {
      return sum
    }
  }, 0)
}
