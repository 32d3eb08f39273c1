import { type RawBuilder, sql } from 'kysely'
import type { StoreKind } from '../../store/port.ts'
import type { User } from '../kernel/rows.ts'
import { sqlInList } from '../kernel/sql-in-list.ts'
import { MENTION_BITS } from '../messages/flags.ts'
import { isRead, isReceivedByOne, isToldOutside, readStateJoins } from '../messages/read-state.ts'
import { TOPIC_POLICIES } from '../topics/topic-policy.ts'
import { RESOLVED_PREFIX } from '../topics/topic.ts'
import type { Clause, Narrow, Test, TestOf } from './clause.ts'
import type { Scope } from './scope.ts'
import { matchesQuery } from './search-query.ts'

type Condition = RawBuilder<unknown>

/** Joins and conditions of a query over `chat_message m`. */
export interface Filter {
  joins: Condition
  where: Condition
}

/** Facts that hold for messages before filtering. */
export interface KnownOfMessages {
  /** A test that they have passed already. */
  tested?: Test | undefined
  /** Whether it is known that the requester may read them, received or not. */
  areReadable?: boolean
}

/** All conditions of a narrow's messages, visibility included, except those known to hold. */
export function filterOf(
  kind: StoreKind,
  { scope, clauses, isPersonal }: Narrow,
  { tested, areReadable = false }: KnownOfMessages = {},
): Filter {
  const conditions = [
    areReadable && !isPersonal ? sql`true` : isVisible(kind, scope),
    ...clauses
      .filter(({ test }) => test !== tested)
      .map((clause) => conditionOf(kind, scope, clause)),
  ]
  return {
    joins: scope.user && clauses.some(asksState) ? readStateJoins(scope.user.id) : sql``,
    where: sql.join(conditions, sql` and `),
  }
}

/** Whether a clause needs what is joined of a user's relation to a message. */
function asksState({ test }: Clause): boolean {
  return test.is === 'flagged' || test.is === 'mentioned' || test.is === 'unread'
}

/** Whether a message has something to show, in the exact form of the partial index. */
export function hasSql(what: TestOf<'having'>['what']): Condition {
  return sql`${sql.ref(`m.has_${what}`)} = 1`
}

/** Whether a topic is resolved, in the exact form of the partial index. */
export const IS_RESOLVED = sql`substr(m.topic, 1, ${sql.lit(RESOLVED_PREFIX.length)}) = ${sql.lit(RESOLVED_PREFIX)}`

function isVisible(kind: StoreKind, scope: Scope): Condition {
  if (scope.kind === 'history') return sqlInList(kind, sql`m.channel_id`, scope.channels)
  return sql`${isReceivedByOne(kind, scope.user.id)} and (m.channel_id is null
    or ${sqlInList(kind, sql`m.channel_id`, scope.readable)})`
}

function conditionOf(kind: StoreKind, scope: Scope, { test, negated }: Clause): Condition {
  const condition = sql`coalesce((${testSql(kind, scope, test)}), false)`
  return negated ? sql`not ${condition}` : testSql(kind, scope, test)
}

function testSql(kind: StoreKind, scope: Scope, test: Test): Condition {
  switch (test.is) {
    case 'in-channels':
      return test.ids.length === 1
        ? sql`m.channel_id = ${test.ids[0]}`
        : sqlInList(kind, sql`m.channel_id`, test.ids)
    case 'in-topic':
      return sql`(m.channel_id is not null and m.topic_key = ${test.key})`
    case 'in-conversation':
      return sql`m.conversation_id = ${test.id}`
    case 'direct':
      return directWith(test.withUser, test.isGroup)
    case 'sent-by':
      return sql`m.sender_id = ${test.user}`
    case 'having':
      return hasSql(test.what)
    case 'resolved':
      return sql`(m.channel_id is not null and ${IS_RESOLVED})`
    case 'mentioning':
      return sql`exists (select 1 from chat_receipt other where other.user_id = ${test.user}
        and other.message_id = m.id and (other.flags & ${sql.lit(MENTION_BITS)}) <> 0)`
    case 'id':
      return sql`m.id = ${test.id}`
    case 'found':
      return foundSql(kind, test)
    case 'anything':
      return sql`true`
    case 'flagged':
    case 'mentioned':
    case 'unread':
    case 'followed':
    case 'muted':
    default:
      return scope.user ? personalSql(scope.user, test) : sql`false`
  }
}

function foundSql(kind: StoreKind, { query, unindexed }: TestOf<'found'>): Condition {
  const indexed = sql`exists (select 1 from chat_message_words f
    where f.rowid = m.id and ${matchesQuery(kind, query)})`
  return unindexed.length === 0
    ? indexed
    : sql`(${indexed} or ${sqlInList(kind, sql`m.id`, unindexed)})`
}

type PersonalTest = Extract<Test, { is: 'flagged' | 'mentioned' | 'unread' | 'followed' | 'muted' }>

function personalSql(user: User, test: PersonalTest): Condition {
  switch (test.is) {
    case 'flagged':
      return sql`(coalesce(r.flags, 0) & ${sql.lit(test.bit)}) <> 0`
    case 'mentioned':
      return sql`((coalesce(r.flags, 0) & ${sql.lit(MENTION_BITS)}) <> 0 or m.mentions_channel = 1)`
    case 'unread':
      return sql`(not ${isRead(user)} and (m.channel_id is null or exists (
        select 1 from chat_subscription now where now.user_id = ${user.id}
          and now.channel_id = m.channel_id and now.is_active = 1) or ${isToldOutside(user)}))`
    case 'followed':
      return sql`${topicPolicy(user)} = ${sql.lit(TOPIC_POLICIES.followed)}`
    case 'muted':
    default:
      return mutedSql(user, test.byChannel)
  }
}

function topicPolicy(user: User): Condition {
  return sql`(select t.policy from chat_user_topic t where t.user_id = ${user.id}
    and t.channel_id = m.channel_id and t.topic_key = m.topic_key)`
}

/** Muted by the topic's policy; else by the channel, where the topic has no policy of its own. */
function mutedSql(user: User, byChannel: boolean): Condition {
  const channel = byChannel
    ? sql`(select c.is_muted from chat_subscription c
        where c.user_id = ${user.id} and c.channel_id = m.channel_id)`
    : sql`0`
  const { muted, unmuted, followed } = TOPIC_POLICIES
  return sql`(case ${topicPolicy(user)} when ${sql.lit(muted)} then 1 when ${sql.lit(unmuted)} then 0
    when ${sql.lit(followed)} then 0 else coalesce(${channel}, 0) end) = 1`
}

function directWith(withUser: number | undefined, isGroup: boolean): Condition {
  if (withUser === undefined) return sql`m.conversation_id is not null`
  const group = isGroup
    ? sql`and (select count(*) from chat_conversation_member n
        where n.conversation_id = m.conversation_id) > 2`
    : sql``
  return sql`(exists (select 1 from chat_conversation_member d
    where d.conversation_id = m.conversation_id and d.user_id = ${withUser}) ${group})`
}
