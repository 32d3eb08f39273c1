import type { AnyChatCall } from '../kernel/types.ts'
import { PRESENCE_OFFLINE_SECONDS } from '../limits.ts'

/** Whether somebody is there. */
export type PresenceWord = 'active' | 'idle' | 'away'

/** The presence that a report of some seconds ago means now. */
export function toPresenceWord(status: 'active' | 'idle', ageSeconds: number): PresenceWord {
  return ageSeconds < PRESENCE_OFFLINE_SECONDS ? status : 'away'
}

/** Returns a function from an API e-mail to the presence of its user, as far as the caller may know it. */
export async function loadPresenceLookup(
  call: Pick<AnyChatCall, 'services' | 'actor'>,
): Promise<(email: string) => PresenceWord> {
  const { lookupFor } = await import('./names.ts')
  const { presences, server_timestamp: now } = await (await lookupFor(call)).presence()
  return (email) => {
    const last = presences[email]?.aggregated
    return last ? toPresenceWord(last.status, now - last.timestamp) : 'away'
  }
}
