import type { Call } from '../../operation.ts'
import { listPresence } from '../actions/presence/list-presence.ts'
import type { LegacyPresence } from '../presence/presence-record.ts'
import { type PresenceWord, presenceWord } from './presence-word.ts'

/** Tells of an API e-mail whether its user is there, as far as the caller may know. */
export async function presenceFor({
  services,
  actor,
}: Pick<Call<unknown>, 'services' | 'actor'>): Promise<(email: string) => PresenceWord> {
  if (!actor) return () => 'away'
  const chat = await services.chat()
  const { presences, server_timestamp: now } = await listPresence(chat, actor)
  const byEmail = presences as Readonly<Record<string, LegacyPresence>>
  return (email) => {
    const last = byEmail[email]?.aggregated
    return last ? presenceWord(last.status, now - last.timestamp) : 'away'
  }
}
