import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { getPriority } from 'node:os'
import { descendantsOf } from './processes.ts'

/** The processes that run the jobs of a parent, as the system numbers them outside; Linux only. */
export function workersOf(parent: number): number[] {
  return descendantsOf(parent).map(Number).filter(isHostileChild)
}

function isHostileChild(pid: number): boolean {
  try {
    const node = readlinkSync(`/proc/${pid}/exe`).endsWith('/node')
    return node && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('sandbox-hostile-child')
  } catch {
    return false
  }
}

/** What the kernel holds a process to, as it says itself: soft and hard limit by name. */
export function kernelLimits(pid: number): Record<string, [string, string]> {
  const rows = readFileSync(`/proc/${pid}/limits`, 'latin1').trim().split('\n').slice(1)
  return Object.fromEntries(
    rows.map((row) => {
      const [name = '', soft = '', hard = ''] = row.split(/\s{2,}/)
      return [name, [soft, hard]]
    }),
  )
}

/** The niceness of every thread of a process. */
export function nicenessOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => getPriority(Number(thread)))
}
