import { OperationError } from '../contract/errors.ts'
import type { GuardedFetch } from '../contract/net.ts'
import { parseAllowHosts } from './allow-hosts.ts'
import type { FetchContext } from './fetch-behind.ts'
import { everyGuard } from './guards.ts'
import { FETCHES_MAX_COUNT } from './limits.ts'

/** Settings of the guarded fetch. None of them can disable a guard. */
export interface GuardedFetchSettings extends Omit<FetchContext, 'allow'> {
  /** `host[:port]` entries for which the operator lifts the address, name and port rules. */
  allowHosts: readonly string[]
}

/** Builds the only fetch for addresses from input or content. Throws on a bad entry. */
export function createGuardedFetch({ allowHosts, ...shared }: GuardedFetchSettings): GuardedFetch {
  const context = { ...shared, allow: parseAllowHosts(allowHosts) }
  let running = 0
  return async (url, options) => {
    if (running >= FETCHES_MAX_COUNT) throw tooManyFetches()
    running += 1
    try {
      // Loaded on first use: the HTTP client takes longer to load than the rest of the server.
      const { fetchBehind } = await import('./fetch-behind.ts')
      return await fetchBehind(everyGuard, context, url, options)
    } finally {
      running -= 1
    }
  }
}

function tooManyFetches(): OperationError {
  return new OperationError('unavailable', 'This server is fetching too many pages at once.', {
    hint: 'Try again in a few seconds.',
  })
}
