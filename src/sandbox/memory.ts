import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** How often the memory of running children is looked at on Linux, where it costs a file read. */
const LINUX_POLL_MS = 50
/** How often the memory of running children is looked at where that costs a `ps`. */
const PS_POLL_MS = 250
/** How often the memory of running children is looked at on Windows, where it costs a `tasklist`. */
const TASKLIST_POLL_MS = 1_000
/** Time one look may take. */
const LOOK_DEADLINE_MS = 2_000
const LOOK_OUTPUT_MAX_BYTES = 65_536

/** A way to read from outside what processes take of the memory that all have: bytes by process id. */
export interface MemoryReader {
  pollMs: number
  read(pids: readonly number[]): Promise<ReadonlyMap<number, number>>
}

/**
 * Reads memory from outside the child, which cannot report while it is in a busy loop: `/proc` on
 * Linux, `tasklist` on Windows, `ps` on macOS and every other system. On Linux that is what a child adds; elsewhere all that is
 * resident, the pages of the program too, which its children share. A reader that fails answers an
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
      const bytes = parseStatus(status)
      if (bytes > 0) sizes.set(pid, bytes)
    } catch {
      // It has just ended.
    }
  }
  return Promise.resolve(sizes)
}

/**
 * Reads what a process has for itself out of `/proc/<pid>/status`: its own pages, those of memory shared on purpose, and those swapped out. All that is resident where an old kernel does not tell these apart.
 */
export function parseStatus(status: string): number {
  const sizeOf = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024
  const own = sizeOf('RssAnon') + sizeOf('RssShmem')
  return (own || sizeOf('VmRSS')) + sizeOf('VmSwap')
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
  fit(bytes: number): void
  /**
   * Ends children without work that can be spared for those at work, or all where those at work keep to what they were promised
   * (`isOwed`); returns the ids of those that are left and take their room.
   */
  makeRoom(isOwed: boolean): readonly number[]
}

const NO_STANDBY: Standby = { pids: () => [], fit: () => {}, makeRoom: () => [] }

/** Told the memory of a process that is to end, and over which cap. */
export type OverCap = (bytes: number, cap: 'each' | 'all') => void

/** The job of a process. */
export interface WatchedJob {
  /** Whether it is known to be quick: others end before it. */
  isQuick?: boolean
  /** Memory that it was promised: those that are further over theirs end before it. */
  promisedBytes?: number
}

/**
 * Watches the memory of running processes and reports, once, each one over its cap. While all are over theirs, those without work make
 * room; if that is not enough the one ends that is furthest over what it was promised, of those whose jobs are not known to be quick.
 */
export class MemoryWatch {
  readonly #reader: MemoryReader
  readonly #caps: MemoryCaps
  readonly #standby: Standby
  readonly #watched = new Map<number, Required<WatchedJob> & { over: OverCap }>()
  #sizes: ReadonlyMap<number, number> = new Map()
  #timer: NodeJS.Timeout | undefined
  #looking = false

  constructor(reader: MemoryReader, caps: MemoryCaps, standby = NO_STANDBY) {
    this.#reader = reader
    this.#caps = caps
    this.#standby = standby
  }

  /** Memory of a process at the last look; 0 where it was not looked at. */
  sizeOf(pid: number): number {
    return this.#sizes.get(pid) ?? 0
  }

  /** Calls `over` once when the process is to end; until `forget`. */
  watch(pid: number, over: OverCap, { isQuick = false, promisedBytes = 0 }: WatchedJob = {}): void {
    this.#watched.set(pid, { over, isQuick, promisedBytes })
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
    this.#sizes = all
    const { eachMaxBytes, allMaxBytes } = this.#caps
    const sizes = [...all].filter(([pid]) => this.#watched.has(pid))
    let left = sumOf(all.values())
    this.#standby.fit(left)
    if (sizes.length > 0 && left > allMaxBytes) {
      const isOwed = sizes.every((size) => this.#overOf(size) === 0)
      const counted = [...this.#watched.keys(), ...this.#standby.makeRoom(isOwed)]
      left = sumOf(counted.map((pid) => all.get(pid) ?? 0))
    }
    for (const [pid, bytes] of this.#inOrderOfEnd(sizes)) {
      if (bytes <= eachMaxBytes && left <= allMaxBytes) continue
      // Alone, it has nobody else to blame.
      const isOwn = bytes > eachMaxBytes || bytes === left
      left -= bytes
      const watched = this.#watched.get(pid)
      this.forget(pid)
      watched?.over(bytes, isOwn ? 'each' : 'all')
    }
  }

  #inOrderOfEnd(sizes: readonly (readonly [number, number])[]) {
    const rankOf = (pid: number) => Number(this.#watched.get(pid)?.isQuick)
    return sizes.toSorted(
      (a, b) => rankOf(a[0]) - rankOf(b[0]) || this.#overOf(b) - this.#overOf(a) || b[1] - a[1],
    )
  }

  /** Bytes by which a process exceeds its promised memory. */
  #overOf([pid, bytes]: readonly [number, number]): number {
    return Math.max(0, bytes - (this.#watched.get(pid)?.promisedBytes ?? 0))
  }
}

function sumOf(sizes: Iterable<number>): number {
  return [...sizes].reduce((sum, bytes) => sum + bytes, 0)
}
