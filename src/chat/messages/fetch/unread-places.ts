import { type RawBuilder, sql } from 'kysely'
import type { StoreKind } from '../../../store/port.ts'
import type { Reader, User } from '../../kernel/rows.ts'
import { databaseKindOf, sqlInList } from '../../kernel/sql-in-list.ts'
import { findNewestMessageId } from '../access.ts'
import { loadUnreadOf, type UnreadMessage } from '../read-state.ts'

/** Unread messages of a user in one topic or direct conversation, named as the newest of them is. */
interface UnreadPlace {
  channel_id: number | null
  topic_key: string
  topic: string
  conversation_id: number | null
  /** Ascending. */
  ids: number[]
  newest: number
}

/** Unread messages of a user by place, the one with the newest message first. */
interface Unread {
  places: UnreadPlace[]
  count: number
  /** Messages among these that may mention the user. */
  special: UnreadMessage[]
}

/**
 * A user's unread messages in direct conversations and in subscribed channels, at most the `max` newest. Most are as plain as can be
 * and are collected by topic along an index; each of the others is looked at.
 */
export async function loadUnreadPlaces(db: Reader, user: User, max: number): Promise<Unread> {
  const above = await findLowest(db, user, max)
  const places = await loadPlain(db, user, above)
  const special = await loadUnreadOf(db, user, specialCandidates(user, above), max)
  for (const { id, channel_id, topic_key, topic, conversation_id } of special) {
    const key = channel_id === null ? String(conversation_id) : `${channel_id} ${topic_key}`
    const known = places.get(key)
    if (known) {
      if (id > known.newest) Object.assign(known, { newest: id, topic })
      known.ids.push(id)
    } else {
      const place = { channel_id, topic_key, topic, conversation_id, ids: [id], newest: id }
      places.set(key, place)
    }
  }
  return { ...newestOf([...places.values()], max), special }
}

/** The places with their newest messages, `max` in all. */
function newestOf(places: readonly UnreadPlace[], max: number): Omit<Unread, 'special'> {
  // Tens of thousands: typed arrays are sorted several times as quickly.
  const all = new Float64Array(places.flatMap(({ ids }) => ids))
  const lowest = all.length > max ? (all.sort().at(-max) ?? 0) : 0
  const kept = places
    .filter((place) => place.newest >= lowest)
    .map((place) => ({
      ...place,
      ids: place.ids.filter((id) => id >= lowest).toSorted((a, b) => a - b),
    }))
  return {
    places: kept.toSorted((a, b) => b.newest - a.newest),
    count: Math.min(all.length, max),
  }
}

/** The id above which the `max` newest unread messages are, and perhaps others, though not many times as many. */
async function findLowest(db: Reader, user: User, max: number): Promise<number> {
  const { read_up_to } = user
  if ((await findNewestMessageId(db)) - read_up_to <= 2 * max) return read_up_to
  const { threads, which, messages } = plain(db, user, read_up_to)
  const { rows } = await sql<{ id: number }>`
    select m.id from ${threads} cross join chat_message m where ${which} and ${messages}
    order by m.id desc limit 1 offset ${sql.lit(max)}`.execute(db)
  return rows[0]?.id ?? read_up_to
}

/** Unread messages in a topic, as a list in JSON. */
interface PlainPlace {
  channel_id: number
  topic_key: string
  ids: string | null
}

async function loadPlain(db: Reader, user: User, above: number): Promise<Map<string, UnreadPlace>> {
  const kind = databaseKindOf(db)
  const { threads, which, messages } = plain(db, user, above)
  // Postgres reads all at once what SQLite reads thread by thread.
  const query =
    kind === 'sqlite'
      ? sql<PlainPlace>`select l.channel_id, l.topic_key,
          (select cast(json_group_array(m.id) as text) from chat_message m where ${messages}) as ids
        from ${threads} where ${which}`
      : sql<PlainPlace>`select l.channel_id, l.topic_key, cast(json_agg(m.id) as text) as ids
        from ${threads} join chat_message m on ${messages}
        where ${which} group by l.channel_id, l.topic_key`
  const { rows } = await query.execute(db)
  const places = rows.flatMap(({ channel_id, topic_key, ids }) => {
    const list = JSON.parse(ids ?? '[]') as number[]
    return list.length > 0
      ? [{ channel_id, topic_key, ids: list, newest: list.reduce((a, b) => Math.max(a, b)) }]
      : []
  })
  const newestIds = places.map(({ newest }) => newest)
  const { rows: named } = await sql<{ id: number; topic: string }>`select id, topic
    from chat_message where ${sqlInList(kind, sql`id`, newestIds)}`.execute(db)
  const topics = new Map(named.map(({ id, topic }) => [id, topic]))
  return new Map(
    places.map((place) => [
      `${place.channel_id} ${place.topic_key}`,
      { ...place, topic: topics.get(place.newest) ?? '', conversation_id: null },
    ]),
  )
}

/**
 * Threads `l` of channels to which the user subscribed once and is subscribed still, and the unread messages `m` of one of them that
 * are not special.
 */
function plain(db: Reader, user: User, above: number) {
  const greatest = sql.raw(databaseKindOf(db) === 'sqlite' ? 'max' : 'greatest')
  const low = sql`cast(${above} as bigint)`
  const threads = sql`chat_subscription s
    join chat_interval i on i.user_id = s.user_id and i.channel_id = s.channel_id
      and i.to_message is null
    join chat_thread l on l.channel_id = s.channel_id
    left join chat_read_mark w on w.user_id = s.user_id and w.thread_id = l.id`
  const which = sql`s.user_id = ${user.id} and s.is_active = 1 and not ${HAS_RETURNED}`
  const messages = sql`m.thread_id = l.id
    and m.id > ${greatest}(${low}, i.from_message, s.read_up_to, coalesce(w.read_up_to, 0))
    and ${plainCondition(databaseKindOf(db), user, low)}`
  return { threads, which, messages }
}

/**
 * Condition that a message `m` is neither special nor the user's own. SQLite looks its id up in a list of those that are, so that it reads
 * none of the others; Postgres, which would compare it with each once the list is long, looks at the message.
 */
function plainCondition(
  kind: StoreKind,
  user: User,
  low: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { id } = user
  return kind === 'sqlite'
    ? sql`m.id not in (${specials(user, low)}
        union all select id from chat_message where sender_id = ${id} and +id > ${low})`
    : sql`m.sender_id <> ${id} and m.mentions_channel = 0 and m.moved_at is null
        and not exists (select 1 from chat_receipt k where k.user_id = ${id} and k.message_id = m.id)`
}

/** Whether the user of a subscription `s` has left the channel and come back. */
const HAS_RETURNED = sql`exists (select 1 from chat_interval o
  where o.user_id = s.user_id and o.channel_id = s.channel_id and o.to_message is not null)`

/**
 * Messages that a user has a receipt of, that mention everybody, or that were moved, within the channel or to another one. The bound
 * of ids with a sign before them is none that SQLite would look up: it would read all messages above rather than the few of the index.
 */
function specials({ id }: User, low: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select message_id from chat_receipt where user_id = ${id} and message_id > ${low}
    union all select id from chat_message where mentions_channel = 1 and id > ${low}
    union all select id from chat_message where moved_at is not null and +id > ${low}`
}

/** Ids of all messages that may be unread and are not plain. */
function specialCandidates(user: User, above: number): RawBuilder<unknown> {
  const { id } = user
  const low = sql`cast(${above} as bigint)`
  const ofThreads = sql`left join chat_read_mark w on w.user_id = ${id} and w.thread_id = l.id
    join chat_message m on m.thread_id = l.id and m.id > case
      when coalesce(w.read_up_to, 0) > ${low} then w.read_up_to else ${low} end`
  return sql`${specials(user, low)}
    union all select message_id from chat_receipt where user_id = ${id} and is_read = 0
    union all select id from chat_message
      where sender_id = ${id} and is_read_by_sender = 0 and +id > ${low}
    union all select m.id from chat_conversation_member c
      join chat_thread l on l.conversation_id = c.conversation_id ${ofThreads}
      where c.user_id = ${id}
    union all select m.id from chat_subscription s
      join chat_thread l on l.channel_id = s.channel_id ${ofThreads}
      where s.user_id = ${id} and ${HAS_RETURNED}`
}
