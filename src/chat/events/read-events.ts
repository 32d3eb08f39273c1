import { sql } from 'kysely'
import { POLL_MAX_EVENTS } from '../limits.ts'
import type { Flag } from '../../store/chat-record-tables.ts'
import type { Reader } from '../port.ts'
import { prepare } from '../prepared.ts'

/** A row of the event log that concerns a queue. */
export interface LoggedEvent {
  id: number
  payload: string
}

/** What a look into the log answers, all as of one moment. */
export interface LogReading {
  events: LoggedEvent[]
  /** Id of the newest event there is, whomever it concerns. */
  newest: number
  /** The counter `directory`. */
  directory: number
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
): Promise<LogReading> {
  const flags = { isGuest: isGuest ? 1 : 0, allPublic: allPublic ? 1 : 0 }
  const rows = await selectEvents(db, { userId, ...flags, above })
  const [first] = rows
  if (!first) throw new Error('The counters of the chat are missing.')
  const events = rows.flatMap(({ id, payload }) =>
    id === null || payload === null ? [] : [{ id, payload }],
  )
  return { events, newest: first.newest, directory: first.directory }
}

/** A row of the log beside the counters; without an event where there is none. */
interface Row {
  newest: number
  directory: number
  id: number | null
  payload: string | null
}

interface Selection {
  userId: number
  isGuest: Flag
  allPublic: Flag
  above: number
}

const selectEvents = prepare<Selection, Row>((db, place) =>
  sql<Row>`
    select n.value as newest, d.value as directory, e.id, e.payload
    from chat_counter n join chat_counter d on d.name = 'directory'
    left join chat_event e on e.id > ${place('above')} and (
      e.audience = 'all'
      or (e.audience = 'members' and ${place('isGuest')} = 0)
      or e.user_id = ${place('userId')}
      or (e.audience = 'users' and exists (
        select 1 from chat_event_user u where u.event_id = e.id and u.user_id = ${place('userId')}))
      or (e.audience = 'channel' and exists (
        select 1 from chat_interval i
        where i.user_id = ${place('userId')} and i.channel_id = e.channel_id and e.id > i.from_event
          and (i.to_event is null or e.id <= i.to_event)))
      or (e.is_public = 1 and ${place('allPublic')} = 1))
    where n.name = 'event' order by e.id limit ${POLL_MAX_EVENTS}`.compile(db),
)
