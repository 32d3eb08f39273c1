import type { GuardedFetch } from '../contract/net.ts'
import { once } from '../lib/once.ts'
import { NO_ALLOWED_HOSTS, parseAllowHosts } from './allow-hosts.ts'
import type { BodyRoomOptions } from './body-room.ts'
import type { FetchContext } from './fetch-behind.ts'
import { type FetchLimits, FetchTurns } from './fetch-turns.ts'
import { everyGuard } from './guards.ts'
import {
  FETCH_WAIT_MAX_MS,
  FETCHES_MAX_COUNT,
  FETCHES_PER_PRINCIPAL_MAX_COUNT,
  FETCHES_RESERVED_COUNT,
  FETCHES_WAITING_MAX_COUNT,
  FETCHES_WAITING_PER_PRINCIPAL_MAX_COUNT,
} from './limits.ts'

/** Settings of the guarded fetch. None of them can disable a guard. */
export interface GuardedFetchSettings extends Omit<FetchContext, 'allow' | 'room'> {
  /** `host[:port]` entries for which the operator lifts the address, name and port rules, for principals to whom they are open. */
  allowHosts: readonly string[]
  /** Those left out have a default. */
  limits?: Partial<FetchLimits>
  /** Where large bodies are kept, and how many; default: in memory, within `BODY_MEMORY_MAX_BYTES`. */
  bodies?: Omit<BodyRoomOptions, 'log'>
}

/** Builds the only fetch for addresses from input or content. Throws on a bad entry. */
export function createGuardedFetch({
  allowHosts,
  limits,
  bodies,
  ...shared
}: GuardedFetchSettings): GuardedFetch {
  const allowed = parseAllowHosts(allowHosts)
  const turns = new FetchTurns({ ...DEFAULT_LIMITS, ...limits })
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

const DEFAULT_LIMITS: FetchLimits = {
  maxCount: FETCHES_MAX_COUNT,
  perPrincipalMaxCount: FETCHES_PER_PRINCIPAL_MAX_COUNT,
  reservedCount: FETCHES_RESERVED_COUNT,
  waitingMaxCount: FETCHES_WAITING_MAX_COUNT,
  waitingPerPrincipalMaxCount: FETCHES_WAITING_PER_PRINCIPAL_MAX_COUNT,
  waitMaxMs: FETCH_WAIT_MAX_MS,
}
