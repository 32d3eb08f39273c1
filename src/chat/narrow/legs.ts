import { sql } from 'kysely'
import type { StoreKind } from '../../store/port.ts'
import { isAmong } from '../among.ts'
import { MENTION_BITS, MESSAGE_FLAGS } from '../messages/flags.ts'
import { hasBits } from '../messages/read-state.ts'
import { unreadLanes } from '../messages/unread-lanes.ts'
import { TOPIC_POLICIES } from '../own/topic-policy.ts'
import type { Chat, Reader, User } from '../port.ts'
import { channelWord, conversationWord, topicWord } from '../search/place-words.ts'
import { matchesQuery } from '../search/query.ts'
import { type Clause, requiredTest, type Test, type TestOf } from './clause.ts'
import type { Narrow } from './resolve.ts'
import type { Scope } from './scope.ts'
import { type Telling, tellingOf } from './telling.ts'
import { unreadLegs } from './unread-legs.ts'
import { type Leg, merged, MESSAGES, movedLeg, NO_END, receiptsLeg, straight } from './walk.ts'

/** How the messages of a narrow are found. */
export interface Route {
  /** Together they lead to all of them, and perhaps to more: what counts is the filter. */
  legs: readonly Leg[]
  /** The test that the legs have made already, where it is a dear one. */
  tested?: Test
  /** Whether most messages are likely to be of the narrow: those nearby are best looked at one by one. */
  isUsual?: boolean
}

/** The way to the messages of a narrow, by its most telling term. */
export async function routeOf(
  { store }: Pick<Chat, 'store'>,
  db: Reader,
  narrow: Narrow,
): Promise<Route> {
  const { kind } = store
  const { clauses, scope } = narrow
  const isUnread = requiredTest(clauses, 'unread') !== undefined
  const exact = requiredTest(clauses, 'id')
  if (exact) return { legs: [straight(MESSAGES, sql`m.id = ${exact.id}`)] }
  if (isUnread && scope.kind === 'personal') {
    const lanes = await unreadLanes({ store }, db, scope.user)
    return { legs: unreadLegs(kind, narrow, scope.user, lanes) }
  }
  const found = requiredTest(clauses, 'found')
  if (found) return { legs: wordsLegs(kind, found, placeWord(narrow)), tested: found }
  const conversation = requiredTest(clauses, 'in-conversation')
  if (conversation) {
    return { legs: [straight(MESSAGES, sql`m.conversation_id = ${conversation.id}`)] }
  }
  if (scope.kind === 'history') {
    const legs = [channelsLeg(kind, scope.channels, tellingOf(narrow))]
    return { legs, isUsual: scope.channels.length > 1 && asksLittle(narrow) }
  }
  return { legs: personalLegs(kind, narrow, scope), isUsual: asksLittle(narrow) }
}

/** Whether a narrow leaves out little of what its scope holds. */
function asksLittle({ clauses, channel }: Narrow): boolean {
  const isMild = ({ test, negated }: Clause) =>
    negated || test.is === 'anything' || test.is === 'in-channels'
  return channel === undefined && clauses.every(isMild)
}

/** Messages with the words that are searched for. */
function wordsLegs(
  kind: StoreKind,
  { query, unindexed }: TestOf<'found'>,
  place: string | undefined,
): Leg[] {
  if (kind === 'postgres') {
    const words = sql`chat_message_words f join chat_message m on m.id = f.rowid`
    return [straight(words, matchesQuery(kind, query, place), sql`f.rowid`)]
  }
  // SQLite keeps the order of a cross join: words first.
  const indexed = straight(
    sql`chat_message_words f cross join chat_message m`,
    sql`m.id = f.rowid and ${matchesQuery(kind, query, place)}`,
    sql`f.rowid`,
  )
  if (unindexed.length === 0) return [indexed]
  const others = sql`json_each(${JSON.stringify(unindexed)}) u cross join chat_message m`
  return [indexed, straight(others, sql`m.id = u.value`)]
}

/** The word of the topic, channel or conversation that a narrow is about; undefined without one. */
function placeWord({ clauses, channel }: Narrow): string | undefined {
  const conversation = requiredTest(clauses, 'in-conversation')
  if (conversation) return conversationWord(conversation.id)
  if (!channel) return undefined
  const topic = requiredTest(clauses, 'in-topic')
  const { id } = channel.channel
  return topic ? topicWord(id, topic.key) : channelWord(id)
}

function channelsLeg(kind: StoreKind, ids: readonly number[], telling: Telling): Leg {
  if (ids.length === 1) return straight(MESSAGES, telling.ofChannel(sql`${ids[0]}`))
  const sources = sql`select id as source, null as topic, 0 as low, ${NO_END} as high
    from chat_channel where ${isAmong(kind, sql`id`, ids)}`
  return merged(kind, sources, (source) => telling.ofChannel(sql`${source}.source`))
}

function personalLegs(
  kind: StoreKind,
  narrow: Narrow,
  { user, readable }: Extract<Scope, { kind: 'personal' }>,
): readonly Leg[] {
  const { clauses, channel } = narrow
  const flagged = requiredTest(clauses, 'flagged')
  if (flagged) return [receiptsLeg(user, hasBits('k', flagged.bit))]
  if (requiredTest(clauses, 'mentioned')) {
    return [
      receiptsLeg(user, hasBits('k', MENTION_BITS)),
      straight(MESSAGES, sql`m.mentions_channel = 1`),
    ]
  }
  if (requiredTest(clauses, 'followed')) return [followedLeg(kind, user)]
  const telling = tellingOf(narrow)
  const direct = requiredTest(clauses, 'direct')
  if (direct) return [conversationsLeg(kind, user, telling, direct.withUser)]
  const inChannels =
    channel !== undefined ||
    requiredTest(clauses, 'in-topic') !== undefined ||
    requiredTest(clauses, 'resolved') !== undefined ||
    requiredTest(clauses, 'in-channels') !== undefined
  const channels = channel ? [channel.channel.id] : readable
  return [
    subscribedLeg(kind, user, channels, telling),
    movedLeg(kind, channels),
    receiptsLeg(user, hasBits('k', MESSAGE_FLAGS.historical)),
    ...(inChannels ? [] : [conversationsLeg(kind, user, telling)]),
  ]
}

/** Messages that are where they were sent, to channels while the user was subscribed. */
function subscribedLeg(
  kind: StoreKind,
  { id }: User,
  channels: readonly number[],
  telling: Telling,
): Leg {
  const sources = sql`select channel_id as source, null as topic, from_message as low,
    coalesce(to_message, ${NO_END}) as high from chat_interval
    where user_id = ${id} and ${isAmong(kind, sql`channel_id`, channels)}`
  return merged(kind, sources, (source) => telling.ofChannel(sql`${source}.source`))
}

/** Messages of the user's conversations; only of those with another user where one is given. */
function conversationsLeg(
  kind: StoreKind,
  { id }: User,
  { ofConversation, sender }: Telling,
  withUser = sender,
): Leg {
  const which =
    withUser === undefined
      ? sql``
      : sql`and conversation_id in (
          select d.conversation_id from chat_conversation_member d where d.user_id = ${withUser})`
  const sources = sql`select conversation_id as source, null as topic, 0 as low, ${NO_END} as high
    from chat_conversation_member where user_id = ${id} ${which}`
  return merged(kind, sources, (source) => ofConversation(sql`${source}.source`))
}

/** Messages of topics that the user follows. */
function followedLeg(kind: StoreKind, { id }: User): Leg {
  const sources = sql`select channel_id as source, topic_key as topic, 0 as low, ${NO_END} as high
    from chat_user_topic where user_id = ${id} and policy = ${sql.lit(TOPIC_POLICIES.followed)}`
  return merged(
    kind,
    sources,
    (source) => sql`m.channel_id = ${source}.source and m.topic_key = ${source}.topic`,
  )
}
