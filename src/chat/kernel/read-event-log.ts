import { sql } from 'kysely'
import { type EventRow, LoggedEvent, type LogReading } from './logged-event.ts'
import { prepareQuery } from './prepared-query.ts'
import type { Reader } from './rows.ts'

/** Events read at once: all of their texts are then in memory. */
const READ_MAX_EVENTS = 200

/** Text of events read at once, beside the first of them. */
const READ_MAX_CHARS = 4_000_000

/** Returns events above an id, for any recipient, oldest first. */
export async function readLog(db: Reader, above: number): Promise<LogReading> {
  const rows = await selectEvents(db, { above })
  const [first] = rows
  if (!first) throw new Error('The counters of the chat are missing.')
  const found = rows.filter((row) => row.id !== null) as EventRow[]
  const users = await usersOf(
    db,
    found.filter(({ audience }) => audience === 'users').map(({ id }) => id),
  )
  return {
    events: found.map((row) => new LoggedEvent(row, users.get(row.id) ?? NOBODY)),
    newest: first.newest,
    directory: first.directory,
    isAll: found.length === 0 || found.at(-1)?.id === first.last,
  }
}

const NOBODY: ReadonlySet<number> = new Set()

/** A row of the log beside the counters; all null where there is none. */
type Row = { newest: number; directory: number; last: number | null } & (
  | EventRow
  | Record<keyof EventRow, null>
)

const selectEvents = prepareQuery<{ above: number }, Row>(
  (db, parameter) =>
    sql<Row>`
    select n.value as newest, d.value as directory, (select max(id) from chat_event) as last,
      e.id, e.type, e.audience, e.user_id, e.channel_id, e.is_public,
      e.is_transient, e.created_at, e.payload
    from chat_counter n join chat_counter d on d.name = 'directory'
    left join chat_event e on e.id > ${parameter('above')} and e.total <= ${sql.lit(READ_MAX_CHARS)} + (
      select f.total from chat_event f where f.id > ${parameter('above')} order by f.id limit 1)
    where n.name = 'event' order by e.id limit ${sql.lit(READ_MAX_EVENTS)}`.compile(db),
  'texts',
)

/** Recipients of events that are for several users. */
async function usersOf(
  db: Reader,
  eventIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  if (eventIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('chat_event_user')
    .select(['event_id', 'user_id'])
    .where('event_id', 'in', [...eventIds])
    .execute()
  const byEvent = Map.groupBy(rows, ({ event_id }) => event_id)
  return new Map([...byEvent].map(([id, list]) => [id, new Set(list.map((row) => row.user_id))]))
}
