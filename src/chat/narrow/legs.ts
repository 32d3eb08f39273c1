import { type RawBuilder, sql } from 'kysely'
import type { StoreKind } from '../../store/port.ts'
import { MESSAGE_FLAGS } from '../messages/flags.ts'
import type { User } from '../port.ts'
import { matchesQuery, phraseOf, type SearchQuery } from '../search/query.ts'
import { requiredTest, type Test } from './clause.ts'
import { isAmong, MENTION_BITS } from './conditions.ts'
import type { Narrow } from './resolve.ts'
import type { Scope } from './scope.ts'
import { unreadLegs } from './unread-legs.ts'
import {
  type Leg,
  merged,
  MESSAGES,
  MOVED_BETWEEN_CHANNELS,
  NO_END,
  receiptsLeg,
  straight,
} from './walk.ts'

/** How the messages of a narrow are found. */
export interface Route {
  /** Together they lead to all of them, and perhaps to more: what counts is the filter. */
  legs: readonly Leg[]
  /** The test that the legs have made already, where it is a dear one. */
  tested?: Test
}

/** The way to the messages of a narrow, by its most telling term. */
export function routeOf(kind: StoreKind, narrow: Narrow): Route {
  const { clauses, scope } = narrow
  const isUnread = requiredTest(clauses, 'unread') !== undefined
  const exact = requiredTest(clauses, 'id')
  if (exact) return { legs: [straight(MESSAGES, sql`m.id = ${exact.id}`)] }
  if (isUnread && scope.kind === 'personal') return { legs: unreadLegs(kind, narrow, scope.user) }
  const conversation = requiredTest(clauses, 'in-conversation')
  if (conversation) {
    return { legs: [straight(MESSAGES, sql`m.conversation_id = ${conversation.id}`)] }
  }
  const found = requiredTest(clauses, 'found')
  if (found) return { legs: [wordsLeg(kind, found.query, topicWords(narrow))], tested: found }
  if (scope.kind === 'history')
    return { legs: [channelsLeg(kind, scope.channels, inTopic(narrow))] }
  return { legs: personalLegs(kind, narrow, scope) }
}

/** Messages with the words that are searched for. */
function wordsLeg(kind: StoreKind, query: SearchQuery, topic: readonly string[]): Leg {
  // SQLite keeps the order of a cross join: words first.
  return kind === 'sqlite'
    ? straight(
        sql`chat_message_words f cross join chat_message m`,
        sql`m.id = f.rowid and ${matchesQuery(kind, query, topic)}`,
        sql`f.rowid`,
      )
    : straight(
        sql`chat_message_words f join chat_message m on m.id = f.rowid`,
        matchesQuery(kind, query),
        sql`f.rowid`,
      )
}

/** The words of the topic that a narrow is about; none where it is about any. */
function topicWords({ clauses }: Narrow): string[] {
  return phraseOf(requiredTest(clauses, 'in-topic')?.key ?? '')
}

/** The part of an index on channel and topic that a narrow is about: one topic, or none in particular. */
function inTopic({ clauses }: Narrow): RawBuilder<unknown> {
  const topic = requiredTest(clauses, 'in-topic')
  return topic ? sql`and m.topic_key = ${topic.key}` : sql``
}

function channelsLeg(kind: StoreKind, ids: readonly number[], topic: RawBuilder<unknown>): Leg {
  if (ids.length === 1) return straight(MESSAGES, sql`m.channel_id = ${ids[0]} ${topic}`)
  const sources = sql`select id as source, null as topic, 0 as low, ${NO_END} as high
    from chat_channel where ${isAmong(kind, sql`id`, ids)}`
  return merged(kind, sources, (source) => sql`m.channel_id = ${source}.source ${topic}`)
}

function personalLegs(
  kind: StoreKind,
  narrow: Narrow,
  { user, readable }: Extract<Scope, { kind: 'personal' }>,
): readonly Leg[] {
  const { clauses, channel } = narrow
  const flagged = requiredTest(clauses, 'flagged')
  if (flagged) return [receiptsLeg(user, hasBits(flagged.bit))]
  if (requiredTest(clauses, 'mentioned')) {
    return [
      receiptsLeg(user, hasBits(MENTION_BITS)),
      straight(MESSAGES, sql`m.mentions_channel = 1`),
    ]
  }
  if (requiredTest(clauses, 'followed')) return [followedLeg(kind, user)]
  const direct = requiredTest(clauses, 'direct')
  if (direct) return [conversationsLeg(kind, user, direct.withUser)]
  const sender = requiredTest(clauses, 'sent-by')
  if (sender) return [straight(MESSAGES, sql`m.sender_id = ${sender.user}`)]
  const inChannels =
    channel !== undefined ||
    requiredTest(clauses, 'in-topic') !== undefined ||
    requiredTest(clauses, 'in-channels') !== undefined
  return [
    subscribedLeg(kind, user, channel ? [channel.channel.id] : readable, inTopic(narrow)),
    MOVED_BETWEEN_CHANNELS,
    receiptsLeg(user, hasBits(MESSAGE_FLAGS.historical)),
    ...(inChannels ? [] : [conversationsLeg(kind, user, undefined)]),
  ]
}

function hasBits(bits: number): RawBuilder<unknown> {
  return sql`(k.flags & ${sql.lit(bits)}) <> 0`
}

/** Messages that are where they were sent, to channels while the user was subscribed. */
function subscribedLeg(
  kind: StoreKind,
  { id }: User,
  channels: readonly number[],
  topic: RawBuilder<unknown>,
): Leg {
  const sources = sql`select channel_id as source, null as topic, from_message as low,
    coalesce(to_message, ${NO_END}) as high from chat_interval
    where user_id = ${id} and ${isAmong(kind, sql`channel_id`, channels)}`
  return merged(kind, sources, (source) => sql`m.channel_id = ${source}.source ${topic}`)
}

/** Messages of the user's conversations; only of those with another user where one is given. */
function conversationsLeg(kind: StoreKind, { id }: User, withUser: number | undefined): Leg {
  const which =
    withUser === undefined
      ? sql``
      : sql`and conversation_id in (
          select d.conversation_id from chat_conversation_member d where d.user_id = ${withUser})`
  const sources = sql`select conversation_id as source, null as topic, 0 as low, ${NO_END} as high
    from chat_conversation_member where user_id = ${id} ${which}`
  return merged(kind, sources, (source) => sql`m.conversation_id = ${source}.source`)
}

/** Messages of topics that the user follows. */
function followedLeg(kind: StoreKind, { id }: User): Leg {
  const sources = sql`select channel_id as source, topic_key as topic, 0 as low, ${NO_END} as high
    from chat_user_topic where user_id = ${id} and policy = 3`
  return merged(
    kind,
    sources,
    (source) => sql`m.channel_id = ${source}.source and m.topic_key = ${source}.topic`,
  )
}
