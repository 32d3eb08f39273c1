import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { descendantsOf } from '../processes.ts'

const KB = 1_024
const LOOK_INTERVAL_MS = 250
/** Adding up who shares which page takes the system a while. */
const SHARES_INTERVAL_MS = 2_000
const PING_INTERVAL_MS = 100
const PING_MAX_MS = 10_000

/** What a server and its children took while they were watched; bytes. */
export interface Watched {
  /** Resident memory of all processes together, and at its peak that of each, the server first. */
  rss: { start: number; peak: number; end: number; atPeak: readonly number[] }
  /** The most of it without counting shared pages twice; 0 where the system does not say. */
  pssPeak: number
  /** Times of the cheapest request, one after another. */
  pingsMs: number[]
  /** After how many ms the server was gone; undefined if it lived. */
  diedAfterMs: number | undefined
}

/** Whether a process has not ended. */
export function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

/** Watches a server until told to stop. */
export function watch(server: ChildProcess, url: string): { stop(): Promise<Watched> } {
  const startedMs = performance.now()
  const pid = pidOf(server)
  const sizes = residentBytes(pid)
  const first = sumOf(sizes)
  const seen: Watched = {
    rss: { start: first, peak: first, end: first, atPeak: sizes },
    pssPeak: 0,
    pingsMs: [],
    diedAfterMs: undefined,
  }
  const end = new AbortController()
  const every = async (ms: number, look: () => Promise<void> | void) => {
    while (!end.signal.aborted) {
      await look()
      await sleep(ms, undefined, { signal: end.signal }).catch(() => {})
    }
  }
  const looks = Promise.all([
    every(LOOK_INTERVAL_MS, () => {
      if (!isAlive(server)) seen.diedAfterMs ??= performance.now() - startedMs
      const each = residentBytes(pid)
      const bytes = sumOf(each)
      seen.rss.end = bytes
      if (bytes > seen.rss.peak) Object.assign(seen.rss, { peak: bytes, atPeak: each })
    }),
    every(SHARES_INTERVAL_MS, () => {
      seen.pssPeak = Math.max(seen.pssPeak, proportionalBytes(pid))
    }),
    every(PING_INTERVAL_MS, async () => {
      seen.pingsMs.push(await ping(url))
    }),
  ])
  return {
    async stop() {
      end.abort()
      await looks
      return seen
    },
  }
}

/** Id of a process that was started. */
export function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('It did not start.')
  return pid
}

/** Resident memory of a process and of each of its descendants, in bytes; none when it is gone, or where the system does not say. */
function residentBytes(pid: number): number[] {
  return eachOf(pid, 'status', /^VmRSS:\s+(\d+) kB/m, isOwn)
}

/** Whether a process runs a program of its own: between fork and exec it is its parent once more, whose memory it shares. */
function isOwn(pid: string): boolean {
  try {
    const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    const [own, others] = [pid, parent].map((one) => readFileSync(`/proc/${one}/cmdline`, 'utf8'))
    return own !== others
  } catch {
    return false
  }
}

function proportionalBytes(pid: number): number {
  return sumOf(eachOf(pid, 'smaps_rollup', /^Pss:\s+(\d+) kB/m))
}

function eachOf(
  pid: number,
  file: string,
  pattern: RegExp,
  counts: (descendant: string) => boolean = () => true,
): number[] {
  const own = kilobytes(pid, file, pattern)
  if (own === 0) return []
  const others = descendantsOf(pid).filter(counts)
  return [own, ...others.map((other) => kilobytes(other, file, pattern))].map((one) => one * KB)
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0)
}

function kilobytes(pid: number | string, file: string, pattern: RegExp): number {
  try {
    return Number(pattern.exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** CPU time of a process and its living descendants so far, in ms; 0 where the system does not say. */
export function cpuMs(pid: number): number {
  const MS_PER_TICK = 10
  return [String(pid), ...descendantsOf(pid)].reduce((sum, one) => {
    try {
      // Behind the name, which may hold anything; the last two are those of children that have ended.
      const [, rest = ''] = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')
      const ticks = rest.split(' ').slice(11, 15).map(Number)
      return sum + ticks.reduce((all, tick) => all + tick, 0) * MS_PER_TICK
    } catch {
      return sum
    }
  }, 0)
}

/** Open file descriptors of a process; 0 where the system does not list them. */
export function openFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

async function ping(url: string): Promise<number> {
  const startMs = performance.now()
  await new Promise<void>((done) => {
    const pinging = request(`${url}/healthz`, { timeout: PING_MAX_MS }, (response) => {
      response.resume().once('close', done)
    })
    pinging.once('timeout', () => pinging.destroy())
    pinging.once('error', () => done())
    pinging.end()
  })
  return performance.now() - startMs
}
