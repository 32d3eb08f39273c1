import { sql } from 'kysely'
import { jsonRows, toJson } from '../../kernel/json-rows.ts'
import type { Reader, User } from '../../kernel/rows.ts'
import { databaseKindOf, sqlInList } from '../../kernel/sql-in-list.ts'
import type { Chat } from '../../kernel/types.ts'
import { CONVERSATION_UNREAD_MAX } from '../../limits.ts'
import { MENTION_BITS } from '../flags.ts'
import { loadUnreadThreads } from '../marking/unread-threads.ts'
import { hasBits, isRead, isReceived, readStateJoins } from '../read-state.ts'

/** A topic or conversation, by its thread, with the id up to which what was sent to it is read. */
export interface MarkedPlace {
  id: number
  channel_id: number | null
  topic_key: string | null
  conversation_id: number | null
  low: number
}

/** How much of a place is unread, at most `CONVERSATION_UNREAD_MAX` of what was sent to it. */
export interface UnreadCounts {
  count: number
  mentions: number
  /** Unread messages of agents and other bots. */
  ofBots: number
}

const COLUMNS = {
  id: 'bigint',
  channel_id: 'bigint',
  topic_key: 'text',
  conversation_id: 'bigint',
  low: 'bigint',
  is_unread: 'bigint',
} as const

const IN_PLACE = sql<boolean>`(m.channel_id = p.channel_id and m.topic_key = p.topic_key
  or m.conversation_id = p.conversation_id)`

/**
 * Counts what is unread in places, by thread: above the read marks of their threads, moved to them from other threads with unread
 * messages, or marked as unread. Places with nothing unread are left out.
 */
export async function countUnread(
  chat: Pick<Chat, 'store'>,
  db: Reader,
  user: User,
  places: readonly MarkedPlace[],
): Promise<ReadonlyMap<number, UnreadCounts>> {
  if (places.length === 0) return new Map()
  const kind = databaseKindOf(db)
  const threads = await loadUnreadThreads(chat, db, user)
  const known = new Set(threads)
  const marked = places.map((place) => ({ ...place, is_unread: known.has(place.id) ? 1 : 0 }))
  const rows = jsonRows(kind, COLUMNS, toJson(marked))
  const { rows: counts } = await sql<UnreadCounts & { place: number }>`
    with p as materialized (select r.* from ${rows}),
    candidate(place, id) as (
      select p.id, m.id from p cross join chat_message m
        where p.is_unread = 1 and m.thread_id = p.id and m.id > coalesce((
          select o.id from chat_message o where o.thread_id = p.id and o.id > p.low
          order by o.id desc limit 1 offset ${sql.lit(CONVERSATION_UNREAD_MAX)}), p.low)
      union
      select p.id, m.id from p cross join chat_message m
        where m.moved_at is not null and m.channel_id = p.channel_id and m.topic_key = p.topic_key
          and m.id > ${user.read_up_to} and ${sqlInList(kind, sql`m.thread_id`, threads)}
      union
      select p.id, m.id from chat_receipt k join chat_message m on m.id = k.message_id
        join p on ${IN_PLACE} where k.user_id = ${user.id} and k.is_read = 0
    )
    select p.id as place, count(*) as count, cast(sum(author.is_bot) as bigint) as "ofBots",
      cast(sum(case when m.mentions_channel = 1 or ${hasBits('r', MENTION_BITS)} then 1 else 0 end) as bigint)
        as mentions
    from candidate c join p on p.id = c.place join chat_message m on m.id = c.id
      join chat_user author on author.id = m.sender_id ${readStateJoins(user.id)}
    where ${IN_PLACE} and ${isReceived(user.id)} and not ${isRead(user)}
    group by p.id`.execute(db)
  return new Map(counts.map(({ place, ...unread }) => [place, unread]))
}
