import { OperationError } from '../contract/errors.ts'
import type { GuardedFetch } from '../contract/net.ts'
import { once } from '../lib/once.ts'
import { parseAllowHosts } from './allow-hosts.ts'
import type { BodyRoomOptions } from './body-room.ts'
import type { FetchContext } from './fetch-behind.ts'
import { everyGuard } from './guards.ts'
import { FETCHES_MAX_COUNT } from './limits.ts'

/** Settings of the guarded fetch. None of them can disable a guard. */
export interface GuardedFetchSettings extends Omit<FetchContext, 'allow' | 'room'> {
  /** `host[:port]` entries for which the operator lifts the address, name and port rules. */
  allowHosts: readonly string[]
  /** Where large bodies are kept, and how many; default: in memory, within `BODY_MEMORY_MAX_BYTES`. */
  bodies?: Omit<BodyRoomOptions, 'log'>
}

/** Builds the only fetch for addresses from input or content. Throws on a bad entry. */
export function createGuardedFetch({
  allowHosts,
  bodies,
  ...shared
}: GuardedFetchSettings): GuardedFetch {
  const room = once(async () => {
    const { BodyRoom } = await import('./body-room.ts')
    return new BodyRoom({ ...bodies, log: shared.log })
  })
  const context = { ...shared, room, allow: parseAllowHosts(allowHosts) }
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
