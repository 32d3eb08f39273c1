import type { Log } from './log.ts'
import type { CallObserver } from './metrics.ts'
import type { GuardedFetch } from './net/port.ts'
import type { OnChain } from './onchain/port.ts'
import type { Sandbox } from './sandbox/port.ts'
import type { Store } from './store/port.ts'

/** Everything an operation may reach. Built once, in `compose.ts`. */
export interface Services {
  /** Fetches addresses that came from input or content. */
  fetch: GuardedFetch
  /** Parses hostile bytes. */
  sandbox: Omit<Sandbox, 'close'>
  /** The database, opened on first use. */
  store(): Promise<Store>
  /** Reads of the chains, loaded on first use. */
  onchain(): Promise<OnChain>
  now(): Date
  log: Log
  /** Counts calls; does nothing where nobody can look. */
  observeCall: CallObserver
}
