import type { Call } from '../../contract/operation.ts'
import { PRESENCE_OFFLINE_SECONDS } from '../limits.ts'
import { lookupFor } from './names.ts'

/** Whether somebody is there. */
export type PresenceWord = 'active' | 'idle' | 'away'

/** What the last report of somebody, so many seconds ago, means now. */
export function presenceWord(status: 'active' | 'idle', ageSeconds: number): PresenceWord {
  return ageSeconds < PRESENCE_OFFLINE_SECONDS ? status : 'away'
}

/** Tells of an API e-mail whether its user is there, as far as the caller may know. */
export async function presenceFor(
  call: Pick<Call<unknown>, 'services' | 'actor'>,
): Promise<(email: string) => PresenceWord> {
  const { presences, server_timestamp: now } = await (await lookupFor(call)).presence()
  return (email) => {
    const last = presences[email]?.aggregated
    return last ? presenceWord(last.status, now - last.timestamp) : 'away'
  }
}
