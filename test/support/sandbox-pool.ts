import { availableParallelism } from 'node:os'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { OperationError } from '../../src/contract/errors.ts'
import type { Principal } from '../../src/contract/principal.ts'
import type { SandboxMode } from '../../src/contract/sandbox.ts'
import type { ByteLease } from '../../src/lib/byte-budget.ts'
import {
  CHILD_HEAP_MAX_MB,
  CHILD_MEMORY_MAX_BYTES,
  type SandboxLimits,
} from '../../src/sandbox/limits.ts'
import { Pool } from '../../src/sandbox/pool.ts'
import { poolOptions } from '../../src/sandbox/sandbox.ts'
import { childProgram } from './child-program.ts'
import { PATIENT_JOBS } from './patience.ts'
import type { hostileJobs } from './sandbox-hostile-child.ts'

/** Entry of the child that serves the hostile jobs. */
export const HOSTILE_ENTRY = childProgram('test/support/sandbox-hostile-child.ts')

/** Name of a hostile job. */
export type HostileJob = keyof typeof hostileJobs

/** A line of the log, as the pool wrote it. */
export type LogLine = Record<string, unknown> & { level: number; msg: string }

/** How a test changes one call. */
export interface CallOptions {
  signal?: AbortSignal
  deadlineMs?: number
  progress?: (done: number, total: number) => void
  waiting?: (ahead: number) => void
  principal?: Principal
  isShort?: boolean
  results?: ByteLease
}

/** The children that lines of the log with this message tell of. */
export function pidsOf(lines: readonly LogLine[], msg: string): unknown[] {
  return lines.flatMap((line) => (line.msg === msg ? line['childPid'] : []))
}

/** A real pool on the hostile jobs, its log, and shorter ways to call it. */
export interface HostilePool {
  pool: Pool
  lines: LogLine[]
  /** Runs a job and returns its result. */
  run: (job: HostileJob, input?: unknown, options?: CallOptions) => Promise<unknown>
  /** Runs a job and returns the OperationError it must end with. */
  fail: (job: HostileJob, input?: unknown, options?: CallOptions) => Promise<OperationError>
}

/** How a test changes the pool. */
export interface HostileOptions {
  entry?: URL
  execPath?: string
  searchPath?: string
  mode?: SandboxMode
  limits?: Partial<SandboxLimits>
}

/** Makes a pool without closing it; for a whole file, with `afterAll`. */
export function openHostilePool(options: HostileOptions = {}): HostilePool {
  const lines: LogLine[] = []
  const log = pino({ level: 'debug' }, { write: (line) => lines.push(JSON.parse(line) as LogLine) })
  const pool = new Pool(
    poolOptions({
      log,
      entry: HOSTILE_ENTRY,
      ...options,
      // On any machine: what a test says nothing of is that of a usual one.
      machine: { cores: availableParallelism(), memory: { bytes: 16e9, from: 'machine' } },
      limits: {
        ...PATIENT_JOBS,
        expressMaxRunning: 0,
        allMaxBytes: 400_000_000,
        eachMaxBytes: CHILD_MEMORY_MAX_BYTES,
        heapMaxMb: CHILD_HEAP_MAX_MB,
        ...options.limits,
      },
    }),
  )
  const run: HostilePool['run'] = (job, input, { signal, ...others } = {}) => {
    return pool.run(job, input, {
      signal: signal ?? new AbortController().signal,
      ...others,
    })
  }
  const fail: HostilePool['fail'] = async (...call) => {
    const outcome = await run(...call).then(
      (value) => new Error(`expected an error, got ${String(value).slice(0, 50)}`),
      (error: unknown) => error,
    )
    if (outcome instanceof OperationError) return outcome
    throw outcome
  }
  return { pool, lines, run, fail }
}

/** Makes a pool that is closed when the running test ends. */
export function hostilePool(options: HostileOptions = {}): HostilePool {
  const opened = openHostilePool(options)
  onTestFinished(() => opened.pool.close())
  return opened
}

/** Text of the cause of an error: what the operator's log says of it. */
export function causeOf(error: OperationError): string {
  return error.cause instanceof Error ? error.cause.message : String(error.cause)
}

/** Whether the process is gone within `deadlineMs`. */
export async function processGone(pid: number, deadlineMs = 5_000): Promise<boolean> {
  const end = performance.now() + deadlineMs
  while (isAlive(pid)) {
    if (performance.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return true
}

/** Whether there is such a process. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
