import type { Call } from '../../operation.ts'
import { lookupFor } from './names.ts'
import { type PresenceWord, presenceWord } from './presence-word.ts'

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
