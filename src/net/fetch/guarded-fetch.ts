import type { GuardedFetch } from '../../contract/net.ts'
import { once } from '../../lib/once.ts'
import { NO_ALLOWED_HOSTS, parseAllowHosts } from '../guard/allow-hosts.ts'
import { everyGuard } from '../guard/guards.ts'
import type { BodyRoomOptions } from './body-room.ts'
import type { FetchContext } from './fetch-behind.ts'
import { DEFAULT_FETCH_LIMITS, FetchTurns } from './fetch-turns.ts'

/** Settings of the guarded fetch. None of them can disable a guard. */
export interface GuardedFetchSettings extends Omit<FetchContext, 'allow' | 'room'> {
  /** `host[:port]` entries for which the operator lifts the address, name and port rules, for principals to whom they are open. */
  allowHosts: readonly string[]
  /** What lets fetches begin. Default: one of its own, with the default limits. */
  turns?: FetchTurns
  /** Where large bodies are kept, and how many; default: in memory, within `BODY_MEMORY_MAX_BYTES`. */
  bodies?: Omit<BodyRoomOptions, 'log'>
}

/** Builds the only fetch for addresses from input or content. Throws on a bad entry. */
export function createGuardedFetch({
  allowHosts,
  turns = new FetchTurns(DEFAULT_FETCH_LIMITS),
  bodies,
  ...shared
}: GuardedFetchSettings): GuardedFetch {
  const allowed = parseAllowHosts(allowHosts)
  const room = once(async () => {
    const { BodyRoom } = await import('./body-room.ts')
    return new BodyRoom({ ...bodies, log: shared.log })
  })
  return async (url, options) =>
    turns.run(options, async () => {
      // Loaded on first use: the HTTP client takes longer to load than the rest of the server.
      const { fetchBehind } = await import('./fetch-behind.ts')
      const allow = options.principal?.reachesAllowedHosts ? allowed : NO_ALLOWED_HOSTS
      return fetchBehind(everyGuard, { ...shared, room, allow }, url, options)
    })
}
