import type { Job, JobInput, RunOptions, Sandbox, SandboxMode } from '../contract/sandbox.ts'
import { ByteBudget } from '../lib/byte-budget.ts'
import type { Log } from '../lib/log.ts'
import {
  type RequestedCapacity,
  capacityOf,
  limitsOf,
  type Machine,
  thisMachine,
} from './capacity.ts'
import type { CellStarterOptions } from './cell-starter.ts'
import { RESULTS_MAX_BYTES, RESULTS_PER_PRINCIPAL_MAX_BYTES, type SandboxLimits } from './limits.ts'
import type { Pool } from './pool.ts'
import { noStart } from './verdict.ts'

/** How to set up a sandbox; everything but the log and the entry has a default. */
export interface SandboxOptions {
  log: Log
  /** The child's entry file, which knows the jobs. */
  entry: URL
  /** The executable that runs this process; default `process.execPath`. */
  execPath?: string
  /**
   * Folders to look in, as in PATH, for a node when `execPath` is none, and for the programs of the system that
   * confine it; default none.
   */
  searchPath?: string
  /** Default `auto`. */
  mode?: SandboxMode
  /** Default: the one that it runs on. */
  machine?: Machine
  /** Capacity set by the operator, in place of that which follows from the machine. */
  requested?: RequestedCapacity
  limits?: Partial<SandboxLimits>
}

/** Makes the sandbox of an entry. Loads and starts nothing: the first job does. */
export function createSandbox(options: SandboxOptions): Sandbox {
  let loading: Promise<Pool> | undefined
  let loaded: Pool | undefined
  const results = new ByteBudget({
    maxBytes: RESULTS_MAX_BYTES,
    shareMaxBytes: RESULTS_PER_PRINCIPAL_MAX_BYTES,
    waitMaxMs: 0,
  })
  const pool = async () => {
    try {
      loaded = await (loading ??= loadPool(options))
      return loaded
    } catch (failure) {
      // The next job may find what this one did not: files that were open, or gone.
      loading = undefined
      options.log.error({ err: failure }, 'the sandbox could not be loaded')
      throw noStart(failure)
    }
  }
  return {
    leaseResults: (owner) => results.lease(owner),
    run: async <Input, Output>(
      job: Job<Input, Output>,
      input: NoInfer<JobInput<Input>>,
      runOptions: RunOptions,
    ) => {
      const isShort = job.isShort?.(input) ?? false
      return (await (await pool()).run(job.name, input, { ...runOptions, isShort })) as Output
    },
    prepare() {
      pool().then(
        (ready) => ready.prepare(),
        // The job that comes will find out for itself.
        () => {},
      )
    },
    isolation: async () => (await pool()).isolation(),
    capacity: () => capacityOf(options.machine ?? thisMachine(), options.requested),
    load: () => loaded?.load ?? { running: 0, waiting: 0, refused: 0 },
    close: async () => (await loading)?.close(),
  }
}

async function loadPool(options: SandboxOptions): Promise<Pool> {
  const { Pool: LoadedPool } = await import('./pool.ts')
  return new LoadedPool(poolOptions(options))
}

/** Completes the options with the defaults. */
export function poolOptions(options: SandboxOptions): CellStarterOptions {
  return {
    log: options.log,
    entry: options.entry,
    execPath: options.execPath ?? process.execPath,
    searchPath: options.searchPath ?? '',
    mode: options.mode ?? 'auto',
    limits: { ...limitsOf(options.machine ?? thisMachine(), options.requested), ...options.limits },
  }
}
