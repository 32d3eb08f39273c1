import { sql } from 'kysely'
import { POLL_MAX_EVENTS } from '../limits.ts'
import type { Reader } from '../port.ts'

/** A row of the event log that concerns a queue. */
export interface LoggedEvent {
  id: number
  payload: string
}

/** Whose events are read. */
export interface EventReader {
  userId: number
  isGuest: boolean
  /** Messages of public channels too, subscribed or not. */
  allPublic: boolean
}

/**
 * Events above an id that concern a user, oldest first: for everybody, for him, or for those who were
 * subscribed to a channel when it happened. Nothing that came after he was unsubscribed.
 */
export async function readEvents(
  db: Reader,
  { userId, isGuest, allPublic }: EventReader,
  above: number,
): Promise<LoggedEvent[]> {
  const { rows } = await sql<LoggedEvent>`
    select e.id, e.payload from chat_event e
    where e.id > ${above} and (
      e.audience = 'all'
      or (e.audience = 'members' and ${isGuest ? 1 : 0} = 0)
      or e.user_id = ${userId}
      or (e.audience = 'users' and exists (
        select 1 from chat_event_user u where u.event_id = e.id and u.user_id = ${userId}))
      or (e.audience = 'channel' and exists (
        select 1 from chat_interval i
        where i.user_id = ${userId} and i.channel_id = e.channel_id and e.id > i.from_event
          and (i.to_event is null or e.id <= i.to_event)))
      or (e.is_public = 1 and ${allPublic ? 1 : 0} = 1))
    order by e.id limit ${POLL_MAX_EVENTS}`.execute(db)
  return rows
}
