import type { Log } from '../log.ts'
import { openGuardedAgent } from './agent.ts'
import type { AllowedHosts } from './allow-hosts.ts'
import { cancelled, timedOut, toFetchError } from './failures.ts'
import { follow } from './follow.ts'
import type { Guards } from './guards.ts'
import { FETCH_DEADLINE_MS } from './limits.ts'
import type { Fetched, FetchOptions } from './port.ts'
import { Refusal } from './refusal.ts'
import { type Resolve, systemResolve } from './resolve.ts'
import { parseAddress } from './url-policy.ts'

/** What every fetch of one process shares. */
export interface FetchContext {
  allow: AllowedHosts
  userAgent: string
  log: Log
  /** Default: the system's resolver. Its answers are checked either way. */
  resolve?: Resolve | undefined
  /** Default: `FETCH_DEADLINE_MS`. */
  deadlineMs?: number | undefined
}

/** One fetch behind the given guards. Production passes all of them (`createGuardedFetch`). */
export async function fetchBehind(
  guards: Guards,
  { allow, userAgent, log, resolve = systemResolve, deadlineMs = FETCH_DEADLINE_MS }: FetchContext,
  address: string,
  { signal, ...options }: FetchOptions,
): Promise<Fetched> {
  const stop = new AbortController()
  const cancel = (): void => stop.abort(cancelled(signal.reason))
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel, { once: true })
  const timer = setTimeout(() => stop.abort(timedOut(deadlineMs)), deadlineMs)
  let hops = 0
  try {
    const fetched = await follow(parseAddress(address), {
      ...options,
      open: () => {
        stop.signal.throwIfAborted()
        return openGuardedAgent({ guards, allow, resolve, signal: stop.signal })
      },
      userAgent,
      stop,
      check: (hop) => {
        hops += 1
        return guards.url(hop, allow)
      },
    })
    // A body that ends where its connection ends looks whole when the connection is cut.
    stop.signal.throwIfAborted()
    return fetched
  } catch (thrown) {
    if (thrown instanceof Refusal) {
      log.info({ refusal: thrown.reason, detail: thrown.detail, hop: hops }, 'fetch refused')
    }
    throw stop.signal.aborted ? stop.signal.reason : toFetchError(thrown)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
  }
}
