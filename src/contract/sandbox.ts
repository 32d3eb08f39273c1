import type { ByteLease } from '../lib/byte-budget.ts'
import type { MachineMemory } from '../lib/machine-memory.ts'
import type { Load } from '../lib/metrics.ts'
import type { HeldBody } from './held-body.ts'
import type { Principal } from './principal.ts'

/** Tells the caller of a job how far it has come; at most `PROGRESS_MAX_COUNT` times a job. */
export type ReportProgress = (done: number, total: number) => void

/** Does a job in the sandbox's child. */
export type JobHandler<Input, Output> = (input: Input, report: ReportProgress) => Promise<Output>

/** Work on hostile bytes that the sandbox does, by name; only its child knows what does it. */
export interface Job<Input, Output> {
  readonly name: string
  /** Whether a job is known to be short by its input alone: such jobs need not wait behind long ones. */
  isShort?(input: JobInput<Input>): boolean
  /** Ties the types to the name; never set. */
  readonly handler?: JobHandler<Input, Output>
}

/** The input of a job on its way there: a document of it may be a held one, which the caller releases afterwards. */
export type JobInput<Input> = {
  [Key in keyof Input]: Input[Key] extends Uint8Array ? Input[Key] | HeldBody : Input[Key]
}

/** Bounds and observers of one sandboxed job. */
export interface RunOptions {
  signal: AbortSignal
  /** Who is charged; without one it is a stranger's job. */
  principal?: Principal | undefined
  /** Takes room for the result, until it ends; without it the result is not counted. */
  results?: ByteLease | undefined
  /** Told how many jobs are before this one, while it waits for its turn. */
  waiting?(ahead: number): void
  /** Wall-clock bound of each time it is done; default `JOB_DEADLINE_MS`. */
  deadlineMs?: number
  /** Told what the job reports of its progress. */
  progress?(done: number, total: number): void
}

/**
 * How much of what the system has the sandbox uses: as much as works (`auto`), nothing but limits (`plain`),
 * or all of it, and no document is parsed where it does not work (`strict`).
 */
export type SandboxMode = 'auto' | 'plain' | 'strict'

/**
 * What confines a child: `permissions` of Node (it reads the files of its program only, and writes and starts
 * nothing), `limits` of the kernel (no core file, no file written, few open files), `lifetime` (it ends with its
 * parent even in a busy loop), `network` (none), `files` (a read-only root folder with nothing but Node and the
 * program), `processes` (it sees none but its own).
 */
export type IsolationLayer =
  | 'permissions'
  | 'limits'
  | 'lifetime'
  | 'network'
  | 'files'
  | 'processes'

/** How the sandbox isolates on this machine. */
export interface Isolation {
  /** Child processes, or threads where no node binary can be started. */
  kind: 'process' | 'thread'
  /** The layers of isolation in force. */
  layers: readonly IsolationLayer[]
  /** How to get the layers that are missing; undefined where none is. */
  advice: string | undefined
}

/** How many documents the sandbox parses at once, in how much memory, and what that follows from. */
export interface Capacity {
  parsers: number
  /** Further ones for short jobs and for callers who have hardly used any. */
  expressParsers: number
  /** Memory that all of them may add. */
  memoryMaxBytes: number
  cores: number
  machineMemory: MachineMemory
  /** Whether there are fewer parsers than usual for want of memory. */
  isBoundByMemory: boolean
}

/**
 * Runs untrusted parsing outside this process, under memory, time and permission limits.
 * Throws `unparsable` when a limit ends the job, `cancelled` on abort, and whatever OperationError
 * the job itself throws.
 */
export interface Sandbox {
  run<Input, Output>(
    job: Job<Input, Output>,
    input: NoInfer<JobInput<Input>>,
    options: RunOptions,
  ): Promise<Output>
  /** An empty lease of the room for results that calls of a principal hold in this process. */
  leaseResults(owner: string): ByteLease
  /** Says that a job is about to come: a child that has to be started for it is started now. */
  prepare(): void
  /** Which isolation this machine allows; probes once. For `doctor`. */
  isolation(): Promise<Isolation>
  /** What it may use of this machine. For `doctor`. */
  capacity(): Capacity
  /** What its children do now. */
  load(): Load
  close(): Promise<void>
}
