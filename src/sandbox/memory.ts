import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** How often the memory of running children is looked at on Linux, where it costs a file read. */
const LINUX_POLL_MS = 50
/** The same where it costs a `ps`. */
const PS_POLL_MS = 250
/** The same where it costs a `tasklist`. */
const TASKLIST_POLL_MS = 1_000
/** Time one look may take. */
const LOOK_DEADLINE_MS = 2_000
const LOOK_OUTPUT_MAX_BYTES = 65_536

/** A way to read the resident memory of processes from outside: bytes by process id. */
export interface MemoryReader {
  pollMs: number
  read(pids: readonly number[]): Promise<ReadonlyMap<number, number>>
}

/**
 * Reads memory from outside the child, which cannot report while it is in a busy loop: `/proc` on
 * Linux, `tasklist` on Windows, `ps` on macOS and every other system. A reader that fails answers an
 * empty map; the heap cap and the deadline still hold then.
 */
export function memoryReader(platform: NodeJS.Platform): MemoryReader {
  if (platform === 'linux') return { pollMs: LINUX_POLL_MS, read: readProc }
  if (platform === 'win32') return { pollMs: TASKLIST_POLL_MS, read: readTasklist }
  return { pollMs: PS_POLL_MS, read: readPs }
}

function readProc(pids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const sizes = new Map<number, number>()
  for (const pid of pids) {
    try {
      // Synchronous: never waits for a disk, nor for the thread pool that DNS look-ups may fill.
      const status = readFileSync(`/proc/${pid}/status`, 'latin1')
      const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
      if (kibibytes) sizes.set(pid, Number(kibibytes) * 1024)
    } catch {
      // It has just ended.
    }
  }
  return Promise.resolve(sizes)
}

async function readPs(pids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  return parsePs(await outputOf('/bin/ps', ['-o', 'pid=,rss=', '-p', pids.join(',')]))
}

async function readTasklist(pids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const outputs = await Promise.all(
    pids.map((pid) => outputOf('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])),
  )
  return parseTasklist(outputs.join('\n'))
}

/** Reads lines of `ps -o pid=,rss=`: process id and KiB. */
export function parsePs(output: string): ReadonlyMap<number, number> {
  const sizes = new Map<number, number>()
  for (const line of output.split('\n')) {
    const [pid, kibibytes] = line.trim().split(/\s+/)
    if (pid && kibibytes) sizes.set(Number(pid), Number(kibibytes) * 1024)
  }
  return sizes
}

/** Reads lines of `tasklist /FO CSV`: name, id, session, number, memory like `12,345 K` in any locale. */
export function parseTasklist(output: string): ReadonlyMap<number, number> {
  const sizes = new Map<number, number>()
  for (const line of output.split('\n')) {
    const cells = line.trim().replace(/^"|"$/g, '').split('","')
    const pid = Number(cells[1])
    const kibibytes = cells[4]?.replace(/\D/g, '')
    if (cells.length === 5 && pid && kibibytes) sizes.set(pid, Number(kibibytes) * 1024)
  }
  return sizes
}

function outputOf(file: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      file,
      args,
      {
        // On Windows a bare name is looked for in the working directory first.
        cwd: dirname(process.execPath),
        timeout: LOOK_DEADLINE_MS,
        killSignal: 'SIGKILL',
        maxBuffer: LOOK_OUTPUT_MAX_BYTES,
        windowsHide: true,
      },
      (error, stdout) => resolve(error ? '' : stdout),
    )
  })
}

/** Caps on the memory of running processes, in bytes: of each, and of all together. */
export interface MemoryCaps {
  eachMaxBytes: number
  allMaxBytes: number
}

/** Processes without work. Their memory counts, and they make room for those at work. */
export interface Standby {
  pids(): readonly number[]
  /** Told the memory of all, at each look. */
  fit(rssBytes: number): void
  /** Ends those that can be spared for one that works alone; returns which of the others take room from it. */
  makeRoom(): readonly number[]
}

const NO_STANDBY: Standby = { pids: () => [], fit: () => {}, makeRoom: () => [] }

/** Told the memory of a process that is to end, and over which cap. */
export type OverCap = (rssBytes: number, cap: 'each' | 'all') => void

/** A process at work. */
interface Watched {
  over: OverCap
  /** Whether its job is known to be quick: others end before it. */
  isQuick: boolean
}

/**
 * Watches the memory of running processes and reports, once, each one over its cap, and while all are over theirs the largest of
 * those whose jobs are not known to be quick, or of all.
 */
export class MemoryWatch {
  readonly #reader: MemoryReader
  readonly #caps: MemoryCaps
  readonly #standby: Standby
  readonly #watched = new Map<number, Watched>()
  #timer: NodeJS.Timeout | undefined
  #looking = false

  constructor(reader: MemoryReader, caps: MemoryCaps, standby = NO_STANDBY) {
    this.#reader = reader
    this.#caps = caps
    this.#standby = standby
  }

  /** Calls `over` once when the process is to end; until `forget`. */
  watch(pid: number, over: OverCap, isQuick = false): void {
    this.#watched.set(pid, { over, isQuick })
    this.#timer ??= setInterval(() => void this.#look(), this.#reader.pollMs).unref()
  }

  forget(pid: number): void {
    this.#watched.delete(pid)
    if (this.#watched.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #look(): Promise<void> {
    if (this.#looking) return
    this.#looking = true
    const all = await this.#reader.read([...this.#watched.keys(), ...this.#standby.pids()])
    this.#looking = false
    const { eachMaxBytes, allMaxBytes } = this.#caps
    const sizes = [...all].filter(([pid]) => this.#watched.has(pid))
    let left = sumOf(all.values())
    this.#standby.fit(left)
    if (sizes.length === 1 && left > allMaxBytes) {
      const counted = [...this.#watched.keys(), ...this.#standby.makeRoom()]
      left = sumOf(counted.map((pid) => all.get(pid) ?? 0))
    }
    const rankOf = (pid: number) => Number(this.#watched.get(pid)?.isQuick)
    const inOrder = sizes.toSorted(([a, ofA], [b, ofB]) => rankOf(a) - rankOf(b) || ofB - ofA)
    for (const [pid, rssBytes] of inOrder) {
      if (rssBytes <= eachMaxBytes && left <= allMaxBytes) continue
      // Alone, it has nobody else to blame.
      const isOwn = rssBytes > eachMaxBytes || rssBytes === left
      left -= rssBytes
      const watched = this.#watched.get(pid)
      this.forget(pid)
      watched?.over(rssBytes, isOwn ? 'each' : 'all')
    }
  }
}

function sumOf(sizes: Iterable<number>): number {
  return [...sizes].reduce((sum, bytes) => sum + bytes, 0)
}
