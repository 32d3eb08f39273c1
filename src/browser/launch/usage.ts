import { readdirSync, readFileSync } from 'node:fs'

/** How often all processes of the machine are looked through for new ones of the browser. */
const LISTING_EVERY_COUNT = 5

/** Milliseconds of a tick of the processor's clock, as Linux counts it for programs. */
const TICK_MS = 10

/** What a browser uses, all its processes together. */
export interface Usage {
  memoryBytes: number
  /** Processor time of its processes since they started; those that have ended count as long as they were watched. */
  cpuMs: number
  /** The process that uses most memory, but for the first one. */
  largest: { pid: number; memoryBytes: number } | undefined
}

/** Measures the processes of a group, on Linux: their own and shared memory, without the files that they have mapped. */
export class GroupUsage {
  readonly #leader: number
  #looks = 0
  #pids: readonly number[] = []
  readonly #cpuMs = new Map<number, number>()

  /** `leader` is the process that the group is named after. */
  constructor(leader: number) {
    this.#leader = leader
  }

  /** Usage now; undefined on other systems. */
  read(): Usage | undefined {
    if (process.platform !== 'linux') return undefined
    if (this.#looks % LISTING_EVERY_COUNT === 0) this.#pids = membersOf(this.#leader)
    this.#looks += 1
    let memoryBytes = 0
    let largest: Usage['largest']
    for (const pid of this.#pids) {
      const own = memoryOf(pid)
      memoryBytes += own
      if (pid !== this.#leader && own > (largest?.memoryBytes ?? 0)) {
        largest = { pid, memoryBytes: own }
      }
      const stat = statOf(pid)
      if (stat) this.#cpuMs.set(pid, stat.cpuMs)
    }
    return { memoryBytes, cpuMs: [...this.#cpuMs.values()].reduce((a, b) => a + b, 0), largest }
  }
}

/** The processes of a group or session. */
export function membersOf(leader: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const stat = statOf(pid)
      return stat?.group === leader || stat?.session === leader
    })
}

function statOf(pid: number): { group: number; session: number; cpuMs: number } | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name before it may hold anything.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    const [group, session, user, system] = [fields[2], fields[3], fields[11], fields[12]].map(
      Number,
    )
    if (group === undefined || session === undefined) return undefined
    return { group, session, cpuMs: ((user ?? 0) + (system ?? 0)) * TICK_MS }
  } catch {
    return undefined
  }
}

function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const kibibytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)]
    return kibibytes.reduce((sum, [, count]) => sum + Number(count) * 1024, 0)
  } catch {
    return 0
  }
}
