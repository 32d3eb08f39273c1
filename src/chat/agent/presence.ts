import type { Call } from '../../operation.ts'
import { listPresence } from '../actions/presence/list-presence.ts'
import { PRESENCE_OFFLINE_SECONDS } from '../limits.ts'
import type { LegacyPresence } from '../presence/presence-record.ts'

/** Whether somebody is there. */
export type PresenceWord = 'active' | 'idle' | 'away'

/** Tells of an API e-mail whether its user is there, as far as the caller may know. */
export async function presenceFor({
  services,
  actor,
}: Pick<Call<unknown>, 'services' | 'actor'>): Promise<(email: string) => PresenceWord> {
  if (!actor) return () => 'away'
  const chat = await services.chat()
  const { presences, server_timestamp } = await listPresence(chat, actor)
  const byEmail = presences as Readonly<Record<string, LegacyPresence>>
  return (email) => {
    const last = byEmail[email]?.aggregated
    const isHere = last && server_timestamp - last.timestamp < PRESENCE_OFFLINE_SECONDS
    return isHere ? last.status : 'away'
  }
}
