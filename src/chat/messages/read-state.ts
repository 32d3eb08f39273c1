import { type RawBuilder, sql } from 'kysely'
import type { StoreKind } from '../../store/port.ts'
import { ROLES } from '../groups/system-groups.ts'
import { prepareQuery } from '../kernel/prepared-query.ts'
import type { Reader, User } from '../kernel/rows.ts'
import { databaseKindOf, sqlInJsonList, sqlInList, sqlLimit } from '../kernel/sql-in-list.ts'
import { type FlagState, MESSAGE_FLAGS } from './flags.ts'
import { TOLD_OUTSIDE_BITS } from './mentioned-bots.ts'

/**
 * The joins that the conditions below need, on a query over `chat_message m`: `r` the user's receipt, `w` the read mark of the
 * thread, `s` the subscription to the channel the message was sent to.
 */
export function readStateJoins(userId: number | RawBuilder<number>): RawBuilder<unknown> {
  return sql`left join chat_receipt r on r.message_id = m.id and r.user_id = ${userId}
    left join chat_read_mark w on w.thread_id = m.thread_id and w.user_id = ${userId}
    left join chat_subscription s on s.channel_id = m.sent_channel_id and s.user_id = ${userId}`
}

/**
 * Ends a question about one message, so that it is looked up in an index. Postgres would rather collect the answers for all messages
 * of the user, again and again where the question stands in a loop.
 */
const PROBED = sql`limit 1 offset 0`

/**
 * Whether the user received the message: sent to a conversation of theirs, or to a channel while they were subscribed, or kept by
 * a receipt. Other receptions have no row.
 */
export function isReceived(userId: number | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    (m.conversation_id is not null and exists (
      select 1 from chat_conversation_member c
      where c.conversation_id = m.conversation_id and c.user_id = ${userId} ${PROBED}))
    or (m.sent_channel_id is not null and exists (
      select 1 from chat_interval i
      where i.user_id = ${userId} and i.channel_id = m.sent_channel_id
        and m.id > i.from_message and (i.to_message is null or m.id <= i.to_message)))
    or exists (
      select 1 from chat_receipt h where h.user_id = ${userId} and h.message_id = m.id
        and ${hasBits('h', MESSAGE_FLAGS.historical)} ${PROBED}))`
}

/** Places of a user that are collected before messages are looked at. */
const PLACES_MAX_COUNT = 200

/**
 * Whether one user received each of many messages. Postgres looks at each message for as long as at a whole small table: there,
 * most are found in lists of the user's conversations and subscriptions, made once.
 */
export function isReceivedByOne(kind: StoreKind, userId: number): RawBuilder<boolean> {
  if (kind === 'sqlite') return isReceived(userId)
  const subscribed = (column: string) => sql`array(select ${sql.ref(column)} from chat_interval
    where user_id = ${userId} and to_message is null
    order by channel_id, from_message limit ${sql.lit(PLACES_MAX_COUNT)})`
  return sql<boolean>`(coalesce(
    m.conversation_id = any(array(select conversation_id from chat_conversation_member
      where user_id = ${userId} limit ${sql.lit(PLACES_MAX_COUNT)}))
    or m.id > (${subscribed('from_message')})[
      array_position(${subscribed('channel_id')}, m.sent_channel_id)], false)
    or ${isReceived(userId)})`
}

/** SQL condition that a receipt has one of these bits, in the exact form of the index on historical ones. */
export function hasBits(receipt: string, bits: number): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${receipt}.flags`)} & ${sql.lit(bits)}) <> 0`
}

/** Whether a message came to a bot outside of its channel, since it is mentioned there, and the bot may read it still. */
export function isToldOutside({ role }: Pick<User, 'role'>): RawBuilder<boolean> {
  if (role >= ROLES.guest) return sql<boolean>`false`
  const bits = sql.lit(TOLD_OUTSIDE_BITS)
  return sql<boolean>`((coalesce(r.flags, 0) & ${bits}) = ${bits} and exists (
    select 1 from chat_channel open where open.id = m.channel_id and open.is_private = 0))`
}

/**
 * Whether a received message is read: by its receipt, else at or below the read mark of the user, the channel or the thread, else
 * when the user sent it from a program that people read with.
 */
export function isRead(
  user: Record<'id' | 'read_up_to', number | RawBuilder<number>>,
): RawBuilder<boolean> {
  return sql<boolean>`(case
    when r.is_read is not null then r.is_read = 1
    when m.id <= ${user.read_up_to} or m.id <= coalesce(w.read_up_to, 0)
      or m.id <= coalesce(s.read_up_to, 0) then true
    else m.sender_id = ${user.id} and m.is_read_by_sender = 1 end)`
}

/** State of one message for one user. */
export interface ReadState extends FlagState {
  isReceived: boolean
}

/** Columns read of a user's relation to a message. */
export interface StateRow {
  flags: number
  is_read: number | boolean
  is_received: number | boolean
  mentions_channel: number
}

/** Flags of messages for a user, by message id. Messages never received count as read and historical. */
export async function readStates(
  db: Reader,
  user: User,
  messageIds: readonly number[],
): Promise<ReadonlyMap<number, ReadState>> {
  if (messageIds.length === 0) return new Map()
  const { id, read_up_to } = user
  const rows = await selectStates(db, { id, read_up_to, ids: JSON.stringify(messageIds) })
  return new Map(rows.map((row) => [row.id, stateOf(row)]))
}

/** The state that a row says. */
export function stateOf({ flags, is_read, is_received, mentions_channel }: StateRow): ReadState {
  const wasReceived = Boolean(is_received)
  return {
    bits: wasReceived ? flags : flags | MESSAGE_FLAGS.historical,
    isRead: wasReceived ? Boolean(is_read) : true,
    isReceived: wasReceived,
    isChannelMentioned: wasReceived && mentions_channel === 1,
  }
}

/** Columns of a `StateRow` for a query over `chat_message m` with `readStateJoins`. */
export function stateColumns(
  user: Pick<User, 'id' | 'read_up_to'>,
  received: RawBuilder<boolean>,
): RawBuilder<unknown> {
  return sql`coalesce(r.flags, 0) as flags, ${isRead(user)} as is_read,
    ${received} as is_received, m.mentions_channel`
}

const selectStates = prepareQuery<
  Pick<User, 'id' | 'read_up_to'> & { ids: string },
  StateRow & { id: number }
>((db, parameter) => {
  const kind = databaseKindOf(db)
  const user = { id: parameter('id'), read_up_to: parameter('read_up_to') }
  return sql<StateRow & { id: number }>`
      select m.id, ${stateColumns(user, isReceivedByOne(kind, user.id))}
      from chat_message m ${readStateJoins(user.id)}
      where ${sqlInJsonList(kind, sql`m.id`, parameter('ids'))}`.compile(db)
})

/** One unread message, with what lists of unread messages need. */
export interface UnreadMessage {
  id: number
  channel_id: number | null
  topic: string
  topic_key: string
  conversation_id: number | null
  sender_id: number
  flags: number
  mentions_channel: number
}

/** Messages that are unread for a user, among some that a query for their ids gives, newest first, at most `max`. */
export async function loadUnreadOf(
  db: Reader,
  user: User,
  candidates: RawBuilder<unknown>,
  max: number,
): Promise<UnreadMessage[]> {
  const { rows } = await sql<UnreadMessage>`
    with candidate(id) as materialized (${candidates})
    select distinct m.id, m.channel_id, m.topic, m.topic_key, m.conversation_id, m.sender_id,
      coalesce(r.flags, 0) as flags, m.mentions_channel
    from candidate cross join chat_message m ${readStateJoins(user.id)}
    where m.id = candidate.id and ${isUnread(user)} order by m.id desc ${sqlLimit(max)}`.execute(db)
  return rows
}

/** Messages of a channel that are unread for a user, at most `max`. */
export async function loadUnreadIn(
  db: Reader,
  user: User,
  channelId: number,
  max: number,
): Promise<number[]> {
  const candidates = sql`
    select id from chat_message where channel_id = ${channelId} and id > ${user.read_up_to}
    union select x.id from chat_receipt k join chat_message x on x.id = k.message_id
      where k.user_id = ${user.id} and k.is_read = 0 and x.channel_id = ${channelId}`
  const unread = await loadUnreadOf(db, user, candidates, max)
  return unread.map(({ id }) => id)
}

/** Whether a message is unread for a user, in a conversation or a channel that they see. */
function isUnread(user: User): RawBuilder<boolean> {
  return sql<boolean>`(${isReceived(user.id)} and not ${isRead(user)}
    and (m.channel_id is null or exists (select 1 from chat_subscription now
      where now.user_id = ${user.id} and now.channel_id = m.channel_id and now.is_active = 1)
      or ${isToldOutside(user)}))`
}

/** Messages that are unread for a user, among some ids, where they fit a condition on `chat_message m`. */
export async function loadUnreadAmong(
  db: Reader,
  user: User,
  ids: readonly number[],
  where: RawBuilder<unknown>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select m.id from chat_message m
    ${readStateJoins(user.id)}
    where ${sqlInList(databaseKindOf(db), sql`m.id`, ids)} and ${isUnread(user)} and ${where}
    order by m.id`.execute(db)
  return rows.map(({ id }) => id)
}
