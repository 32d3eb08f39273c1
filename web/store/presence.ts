import { state } from './state.ts'

/** How long after its last word somebody counts as there. */
const OFFLINE_S = 200

/** Whether somebody is there: active, there but idle, or neither. */
export function presenceOf(id: number): 'active' | 'idle' | 'offline' {
  const { active = 0, idle = 0 } = state.presences.value.get(id) ?? {}
  const now = Date.now() / 1_000 + state.clockAheadSeconds.value
  if (now - active < OFFLINE_S) return 'active'
  return now - idle < OFFLINE_S ? 'idle' : 'offline'
}
