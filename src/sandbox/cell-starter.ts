import type { SandboxMode } from '../contract/sandbox.ts'
import type { Log } from '../lib/log.ts'
import type { Cell, CellEvents, Launch } from './cell.ts'
import type { SandboxLimits } from './limits.ts'
import { probe } from './probe.ts'
import { startProcess } from './process-cell.ts'
import { startThread } from './thread-cell.ts'

/** What starting children takes on this machine; see `ProbeOptions`. */
export interface CellStarterOptions {
  entry: URL
  execPath: string
  searchPath: string
  mode: SandboxMode
  limits: SandboxLimits
  log: Log
}

/** Starts children in the way that the first one has shown to work here, until one does not start: then it looks again. */
export class CellStarter {
  readonly #options: CellStarterOptions
  #launch: Launch | undefined
  /** Once a child process has run here, a thread is never used instead. */
  #hasIsolated = false

  constructor(options: CellStarterOptions) {
    this.#options = options
  }

  /** How children are started here; undefined while that is not known. */
  get launch(): Launch | undefined {
    return this.#launch
  }

  /** Starts a child that has loaded the engines of some jobs. Throws `StartFailure`. */
  async start(events: CellEvents, loads: readonly string[]): Promise<Cell> {
    const { limits, ...others } = this.#options
    const options = { ...others, ...limits, events, loads, threadAllowed: !this.#hasIsolated }
    try {
      if (this.#launch?.kind === 'thread') return await startThread(options)
      if (this.#launch) return await startProcess(this.#launch, options)
      const { launch, cell } = await probe(options)
      this.#hasIsolated ||= launch.kind === 'process'
      this.#launch = launch
      return cell
    } catch (failure) {
      // The executable may have been replaced or removed since.
      this.#launch = undefined
      throw failure
    }
  }
}
