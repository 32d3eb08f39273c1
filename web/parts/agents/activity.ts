import { call } from '../../lib/api.ts'
import { ownUser } from '../../store/state.ts'
import { type Loaded, useLoaded } from '../../ui/use-loaded.ts'
import type { EndedCall } from '../owner/types.ts'

/** What an account does. */
export interface Activity {
  user_id: number
  last_call: EndedCall | null
  waiting: readonly { operation: string; since: string }[]
}

/** What accounts do now, by user id, and the tools that there are. */
export interface Activities {
  byUser: ReadonlyMap<number, Activity>
  tools: readonly string[]
}

/** Loads what accounts do, which owners may know. */
export function useActivities(): Loaded<Activities> {
  return useLoaded(async (signal) => {
    if (!ownUser().is_owner) return { byUser: new Map<number, Activity>(), tools: [] }
    const { agents, tools } = await call<{
      agents: readonly Activity[]
      tools: readonly string[]
    }>('GET', '/owner/agents', {}, signal)
    return { byUser: new Map(agents.map((agent) => [agent.user_id, agent])), tools }
  }, [])
}
