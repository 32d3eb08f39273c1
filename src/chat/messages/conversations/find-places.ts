import { type RawBuilder, sql } from 'kysely'
import {
  canReadChannel,
  isSubscribed,
  loadKnownChannels,
  requireChannelById,
  type SeenChannel,
} from '../../channels/access.ts'
import { badRequest, noChannelWithId } from '../../kernel/failures.ts'
import type { Member } from '../../kernel/requester.ts'
import type { Reader, User } from '../../kernel/rows.ts'
import { databaseKindOf, sqlInList, sqlLimit } from '../../kernel/sql-in-list.ts'
import type { Chat } from '../../kernel/types.ts'
import { TOPIC_POLICIES } from '../../topics/topic-policy.ts'
import { namedTopic, topicKey } from '../../topics/topic.ts'
import { loadAccessibleUsers } from '../../users/access.ts'
import { findSeen } from '../../users/find-users.ts'
import { loadUnreadThreads } from '../marking/unread-threads.ts'
import { isReceived, readStateJoins } from '../read-state.ts'
import { keyOfMembers } from '../threads.ts'
import type { MarkedPlace } from './unread-counts.ts'

/** Which conversations are listed; of everything that the caller follows, where nothing is said. */
export interface ConversationQuery {
  /** All of these hold. */
  filters?: readonly ('unread' | 'participated' | 'bots' | 'unmuted')[] | undefined
  type?: 'channel' | 'direct' | undefined
  /** One channel, also one that the caller may read without a subscription. */
  channelId?: number | undefined
  /** One topic of it. */
  topic?: string | undefined
  /** The conversation with exactly these others. */
  userIds?: readonly number[] | undefined
  /** Words that its names contain: topic, channel, people. */
  words?: string | undefined
}

/** A topic or conversation that was found, by its thread, with the newest message that the caller may read. */
export interface PlaceRow extends MarkedPlace {
  newest_id: number
  policy: number | null
  is_channel_muted: number | null
  is_subscribed: number | null
  is_protected: number
}

/** Where conversations are looked for, and the conditions on `chat_thread l` that they meet. */
interface PlaceScope {
  open: readonly number[]
  /** Channels of which the caller reads only what they received. */
  closed: readonly number[]
  isDirect: boolean
  where: RawBuilder<unknown>
}

/** Finds out where conversations of a query may be. Throws `BAD_REQUEST` for a channel or people that the caller may not see. */
export async function loadPlaceScope(
  chat: Chat,
  db: Reader,
  member: Member,
  query: ConversationQuery,
): Promise<PlaceScope> {
  const { channelId, topic, userIds, type, words = '' } = query
  if (topic !== undefined && channelId === undefined) throw badRequest('A topic needs its channel.')
  if (userIds && channelId !== undefined) throw badRequest('Name a channel or people, not both.')
  const channels = type === 'direct' || userIds ? [] : await channelsOf(db, member, channelId)
  const conditions = [
    ...(topic === undefined ? [] : [sql`l.topic_key = ${topicKey(namedTopic(topic))}`]),
    ...(userIds ? [await conversationOf(db, member, userIds)] : []),
    ...(await filterConditions(chat, db, member.user, query)),
    ...(await wordConditions(db, member, channels, words)),
  ]
  const idsWhere = (isOpen: boolean) =>
    channels
      .filter(({ channel }) => (channel.has_shared_history === 1) === isOpen)
      .map(({ channel }) => channel.id)
  return {
    open: idsWhere(true),
    closed: idsWhere(false),
    isDirect: type !== 'channel' && channelId === undefined,
    where: sql.join([sql`true`, ...conditions], sql` and `),
  }
}

async function channelsOf(
  db: Reader,
  member: Member,
  channelId: number | undefined,
): Promise<SeenChannel[]> {
  if (channelId === undefined) {
    const known = await loadKnownChannels(db, member)
    return known.filter((seen) => isSubscribed(seen) && !seen.channel.is_archived)
  }
  const seen = await requireChannelById(db, member, channelId)
  if (!canReadChannel(member, seen)) throw noChannelWithId(channelId)
  return [seen]
}

async function conversationOf(
  db: Reader,
  member: Member,
  userIds: readonly number[],
): Promise<RawBuilder<unknown>> {
  for (const id of userIds) {
    if (!(await findSeen(db, member, id))) throw badRequest(`Invalid user ID ${id}`)
  }
  return sql`l.conversation_id = (select k.id from chat_conversation k
    where k.member_key = ${keyOfMembers([member.user.id, ...userIds])})`
}

/** What can be said of a place before it is read; what is unread may be in others as well, and is counted later. */
async function filterConditions(
  chat: Chat,
  db: Reader,
  user: User,
  { filters = [] }: ConversationQuery,
): Promise<RawBuilder<unknown>[]> {
  const conditions: RawBuilder<unknown>[] = []
  if (filters.includes('participated')) {
    conditions.push(sql`exists (select 1 from chat_thread_sender own
      where own.thread_id = l.id and own.user_id = ${user.id})`)
  }
  if (filters.includes('bots')) {
    conditions.push(sql`(exists (select 1 from chat_thread_sender other
        join chat_user bot on bot.id = other.user_id and bot.is_bot = 1
        where other.thread_id = l.id)
      or exists (select 1 from chat_conversation_member other
        join chat_user bot on bot.id = other.user_id and bot.is_bot = 1
        where other.conversation_id = l.conversation_id))`)
  }
  if (filters.includes('unmuted')) {
    const { inherit, muted } = TOPIC_POLICIES
    conditions.push(sql`case coalesce(p.policy, ${sql.lit(inherit)})
      when ${sql.lit(inherit)} then coalesce(s.is_muted, 0) = 0
      when ${sql.lit(muted)} then false else true end`)
  }
  if (filters.includes('unread')) conditions.push(await unreadCondition(chat, db, user))
  return conditions
}

async function unreadCondition(chat: Chat, db: Reader, user: User): Promise<RawBuilder<unknown>> {
  const kind = databaseKindOf(db)
  const threads = await loadUnreadThreads(chat, db, user)
  return sql`(${sqlInList(kind, sql`l.id`, threads)}
    or exists (select 1 from chat_message moved where moved.moved_at is not null
      and moved.channel_id = l.channel_id and moved.topic_key = l.topic_key
      and ${sqlInList(kind, sql`moved.thread_id`, threads)})
    or (l.channel_id, l.topic_key) in (select held.channel_id, held.topic_key ${heldUnread(user)})
    or l.conversation_id in (select held.conversation_id ${heldUnread(user)}))`
}

/** Messages that the user has marked as unread, or that were kept unread for them. */
function heldUnread({ id }: User): RawBuilder<unknown> {
  return sql`from chat_receipt k join chat_message held on held.id = k.message_id
    where k.user_id = ${id} and k.is_read = 0`
}

/** Each word is in the name of the topic, or in that of its channel, or of somebody in the conversation. */
async function wordConditions(
  db: Reader,
  member: Member,
  channels: readonly SeenChannel[],
  text: string,
): Promise<RawBuilder<unknown>[]> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const kind = databaseKindOf(db)
  const users = await loadAccessibleUsers(db, member)
  return words.map((word) => {
    const named = channels.filter(({ channel }) => channel.name.toLowerCase().includes(word))
    const people = users.filter(
      ({ id, full_name }) => id !== member.user.id && full_name.toLowerCase().includes(word),
    )
    const position =
      kind === 'sqlite' ? sql`instr(l.topic_key, ${word})` : sql`strpos(l.topic_key, ${word})`
    return sql`(${position} > 0
      or ${sqlInList(
        kind,
        sql`l.channel_id`,
        named.map(({ channel }) => channel.id),
      )}
      or exists (select 1 from chat_conversation_member x
        where x.conversation_id = l.conversation_id
          and ${sqlInList(
            kind,
            sql`x.user_id`,
            people.map(({ id }) => id),
          )}))`
  })
}

/** Finds places with a newest message below an id, the newest first. */
export async function findPlaces(
  db: Reader,
  { user }: Member,
  { open, closed, isDirect, where }: PlaceScope,
  { below, limit }: { below: number; limit: number },
): Promise<PlaceRow[]> {
  const kind = databaseKindOf(db)
  // By signs without meaning, so that SQLite walks down from the newest: channels have many topics, and few are asked for.
  const own = sql`(${sqlInList(kind, sql`+l.channel_id`, open)} ${
    isDirect
      ? sql`or +l.conversation_id in (select c.conversation_id
          from chat_conversation_member c where c.user_id = ${user.id})`
      : sql``
  })`
  const { rows } = await sql<PlaceRow>`
    ${selectPlaces(user, sql`l.newest_id`, 0)}
    where ${own} and l.newest_id < ${below} and ${where}
    order by l.newest_id desc ${sqlLimit(limit)}`.execute(db)
  if (closed.length === 0) return rows
  const received = sql`(select m.id from chat_message m ${readStateJoins(user.id)}
    where m.channel_id = l.channel_id and m.topic_key = l.topic_key and ${isReceived(user.id)}
    order by m.id desc limit 1)`
  const { rows: hidden } = await sql<PlaceRow>`
    select * from (${selectPlaces(user, received, 1)}
      where ${sqlInList(kind, sql`l.channel_id`, closed)} and ${where}) closed
    where newest_id < ${below} order by newest_id desc ${sqlLimit(limit)}`.execute(db)
  return [...rows, ...hidden].toSorted((a, b) => b.newest_id - a.newest_id).slice(0, limit)
}

function selectPlaces(
  user: User,
  newest: RawBuilder<unknown>,
  isProtected: 0 | 1,
): RawBuilder<unknown> {
  return sql`select l.id, l.channel_id, l.topic_key, l.conversation_id, ${newest} as newest_id,
      p.policy, s.is_muted as is_channel_muted, s.is_active as is_subscribed,
      ${sql.lit(isProtected)} as is_protected,
      case when coalesce(w.read_up_to, 0) > coalesce(s.read_up_to, 0)
        then case when w.read_up_to > ${user.read_up_to} then w.read_up_to else ${sql.lit(user.read_up_to)} end
        else case when s.read_up_to > ${user.read_up_to} then s.read_up_to else ${sql.lit(user.read_up_to)} end
        end as low
    from chat_thread l
      left join chat_user_topic p on p.user_id = ${user.id}
        and p.channel_id = l.channel_id and p.topic_key = l.topic_key
      left join chat_subscription s on s.user_id = ${user.id} and s.channel_id = l.channel_id
      left join chat_read_mark w on w.user_id = ${user.id} and w.thread_id = l.id`
}
