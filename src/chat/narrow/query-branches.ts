import { type RawBuilder, sql } from 'kysely'
import type { StoreKind } from '../../store/port.ts'
import type { Reader, User } from '../kernel/rows.ts'
import { sqlInList } from '../kernel/sql-in-list.ts'
import type { Chat } from '../kernel/types.ts'
import { MENTION_BITS, MESSAGE_FLAGS } from '../messages/flags.ts'
import {
  channelThreads,
  conversationThreads,
  lastUnreadThreads,
  loadUnreadThreads,
} from '../messages/marking/unread-threads.ts'
import { hasBits } from '../messages/read-state.ts'
import { TOPIC_POLICIES } from '../topics/topic-policy.ts'
import { type Clause, type Narrow, requiredTest, type Test, type TestOf } from './clause.ts'
import { chooseIndex, type IndexChoice } from './index-choice.ts'
import {
  type IdRange,
  mergeBranch,
  MESSAGES,
  movedBranch,
  nearBranch,
  NO_END,
  type QueryBranch,
  receiptsBranch,
  scanBranch,
} from './index-scan.ts'
import type { Scope } from './scope.ts'
import { matchesQuery } from './search-query.ts'
import { channelWord, conversationWord, topicWord } from './search-words.ts'
import { wordsBranch } from './word-scan.ts'

/** Condition on receipts `k` that a message was marked unread by itself. */
const MARKED_UNREAD = sql`k.is_read = 0`

/** The query plan for the messages of a narrow. */
export interface Route {
  /** Query branches that together find all of them, and perhaps more: the filter decides. */
  branches: readonly QueryBranch[]
  /** An expensive test that the branches have already made. */
  tested?: Test
  /** Branches that look at messages one by one near where a range begins, where many are likely to match. */
  near?: readonly QueryBranch[]
  /** The branches instead, should it show that these do not find all. */
  others?: Promise<readonly QueryBranch[] | undefined>
}

/** The query plan for the messages of a narrow in a range, by its most selective term. */
export async function planRoute(
  { store }: Pick<Chat, 'store'>,
  db: Reader,
  narrow: Narrow,
  range: IdRange,
): Promise<Route> {
  const { kind } = store
  const { clauses, scope } = narrow
  const isUnread = requiredTest(clauses, 'unread') !== undefined
  const exact = requiredTest(clauses, 'id')
  if (exact) return { branches: [scanBranch(MESSAGES, sql`m.id = ${exact.id}`)] }
  if (isUnread && scope.kind === 'personal') {
    return planUnread({ store }, db, { ...narrow, scope }, range)
  }
  const found = requiredTest(clauses, 'found')
  if (found) return { branches: wordsBranches(kind, found, placeWord(narrow)), tested: found }
  const conversation = requiredTest(clauses, 'in-conversation')
  if (conversation) {
    return { branches: [scanBranch(MESSAGES, sql`m.conversation_id = ${conversation.id}`)] }
  }
  if (scope.kind === 'history') {
    const branches = [channelsBranch(kind, scope.channels, chooseIndex(narrow))]
    return { branches, ...nearby(scope.channels.length > 1 && asksLittle(narrow)) }
  }
  return { branches: personalBranches(kind, narrow, scope), ...nearby(asksLittle(narrow)) }
}

/** Messages looked at one by one per message that is looked for, where most are likely to match. */
const NEAR_PER_MESSAGE = 3

function nearby(isUsual: boolean): Pick<Route, 'near'> {
  const near: QueryBranch = (filter, range) =>
    nearBranch(range.limit * NEAR_PER_MESSAGE)(filter, range)
  return isUsual ? { near: [near] } : {}
}

/**
 * Plans a search of unread messages. On Postgres, threads that have become unread are looked for while messages are searched in
 * those known to be: it is a way to the server.
 */
async function planUnread(
  { store }: Pick<Chat, 'store'>,
  db: Reader,
  narrow: Narrow & { scope: Extract<Scope, { kind: 'personal' }> },
  range: IdRange,
): Promise<Route> {
  const { user } = narrow.scope
  // Up to there, all is read but what was marked by itself.
  if (range.to <= user.read_up_to) return { branches: [receiptsBranch(user, MARKED_UNREAD)] }
  const routeIn = (threads: readonly number[]): Route => ({
    branches: unreadBranches(store.kind, narrow, user, threads),
    ...nearUnread(narrow, user, threads.length),
  })
  const last = store.kind === 'postgres' ? lastUnreadThreads({ store }, user) : undefined
  const loading = loadUnreadThreads({ store }, db, user)
  if (!last) return routeIn(await loading)
  const known = new Set(last)
  const others = loading.then((now) =>
    now.every((id) => known.has(id)) ? undefined : routeIn(now).branches,
  )
  // Where the search fails, that is the error.
  others.catch(() => undefined)
  return { ...routeIn(last), others }
}

/** Unread threads from which on a look at messages one by one is likely to end before one at each thread. */
const NEAR_MIN_THREADS = 100

/** Looks at as many messages one by one, at most, as there are threads to look at otherwise. */
function nearUnread(narrow: Narrow, user: User, threads: number): Pick<Route, 'near'> {
  if (threads < NEAR_MIN_THREADS || !asksLittle(narrow, ['unread'])) return {}
  const above = user.read_up_to + 1
  const near = nearBranch(threads)
  const unmarked: QueryBranch = (filter, range) =>
    near(filter, range.order === 'asc' ? { ...range, from: Math.max(range.from, above) } : range)
  const marked: QueryBranch = (filter, range) => {
    const to = range.order === 'asc' ? Math.min(range.to, user.read_up_to) : 0
    return receiptsBranch(user, MARKED_UNREAD)(filter, { ...range, to })
  }
  return { near: [unmarked, marked] }
}

/** Whether a narrow leaves out little of what its scope holds, besides what some tests do. */
function asksLittle({ clauses, channel }: Narrow, besides: readonly Test['is'][] = []): boolean {
  const mild = new Set(['anything', 'in-channels', ...besides])
  const isMild = ({ test, negated }: Clause) => negated || mild.has(test.is)
  return channel === undefined && clauses.every(isMild)
}

/** Messages with the searched words. */
function wordsBranches(
  kind: StoreKind,
  { query, unindexed }: TestOf<'found'>,
  place: string | undefined,
): QueryBranch[] {
  if (kind === 'postgres') {
    return [wordsBranch(matchesQuery(kind, query, place))]
  }
  // SQLite keeps the order of a cross join: words first.
  const indexed = scanBranch(
    sql`chat_message_words f cross join chat_message m`,
    sql`m.id = f.rowid and ${matchesQuery(kind, query, place)}`,
    sql`f.rowid`,
  )
  if (unindexed.length === 0) return [indexed]
  const others = sql`json_each(${JSON.stringify(unindexed)}) u cross join chat_message m`
  return [indexed, scanBranch(others, sql`m.id = u.value`)]
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

function channelsBranch(kind: StoreKind, ids: readonly number[], choice: IndexChoice): QueryBranch {
  if (ids.length === 1) return scanBranch(MESSAGES, choice.ofChannel(sql`${ids[0]}`))
  const sources = sql`select id as source, null as topic, 0 as low, ${NO_END} as high
    from chat_channel where ${sqlInList(kind, sql`id`, ids)}`
  return mergeBranch(kind, sources, (source) => choice.ofChannel(sql`${source}.source`))
}

function personalBranches(
  kind: StoreKind,
  narrow: Narrow,
  { user, readable }: Extract<Scope, { kind: 'personal' }>,
): readonly QueryBranch[] {
  const { clauses, channel } = narrow
  const flagged = requiredTest(clauses, 'flagged')
  if (flagged) return [receiptsBranch(user, hasBits('k', flagged.bit))]
  if (requiredTest(clauses, 'mentioned')) {
    return [
      receiptsBranch(user, hasBits('k', MENTION_BITS)),
      scanBranch(MESSAGES, sql`m.mentions_channel = 1`),
    ]
  }
  if (requiredTest(clauses, 'followed')) return followedBranches(kind, user)
  const choice = chooseIndex(narrow)
  const direct = requiredTest(clauses, 'direct')
  if (direct) return [conversationsBranch(kind, user, choice, direct.withUser)]
  const inChannels =
    channel !== undefined ||
    requiredTest(clauses, 'in-topic') !== undefined ||
    requiredTest(clauses, 'resolved') !== undefined ||
    requiredTest(clauses, 'in-channels') !== undefined
  const channels = channel ? [channel.channel.id] : readable
  return [
    subscribedBranch(kind, user, channels, choice),
    movedBranch(kind, channels),
    receiptsBranch(user, hasBits('k', MESSAGE_FLAGS.historical)),
    ...(inChannels ? [] : [conversationsBranch(kind, user, choice)]),
  ]
}

/** Messages still in the channel they were sent to, while the user was subscribed. */
function subscribedBranch(
  kind: StoreKind,
  { id }: User,
  channels: readonly number[],
  choice: IndexChoice,
): QueryBranch {
  const sources = sql`select channel_id as source, null as topic, from_message as low,
    coalesce(to_message, ${NO_END}) as high from chat_interval
    where user_id = ${id} and ${sqlInList(kind, sql`channel_id`, channels)}`
  return mergeBranch(kind, sources, (source) => choice.ofChannel(sql`${source}.source`))
}

/** Messages of the user's conversations; only of those with another user where one is given. */
function conversationsBranch(
  kind: StoreKind,
  { id }: User,
  { ofConversation, sender }: IndexChoice,
  withUser = sender,
): QueryBranch {
  const which =
    withUser === undefined
      ? sql``
      : sql`and conversation_id in (
          select d.conversation_id from chat_conversation_member d where d.user_id = ${withUser})`
  const sources = sql`select conversation_id as source, null as topic, 0 as low, ${NO_END} as high
    from chat_conversation_member where user_id = ${id} ${which}`
  return mergeBranch(kind, sources, (source) => ofConversation(sql`${source}.source`))
}

/**
 * Messages of topics that the user follows. Postgres, which may take the index of a channel for that of a topic in it, looks for
 * those of the threads, and for those that were moved to the topics.
 */
function followedBranches(kind: StoreKind, { id }: User): readonly QueryBranch[] {
  const followed = sql`f.user_id = ${id} and f.policy = ${sql.lit(TOPIC_POLICIES.followed)}`
  const topics = sql`select channel_id as source, topic_key as topic, 0 as low, ${NO_END} as high
    from chat_user_topic f where ${followed}`
  const isThere = (source: RawBuilder<unknown>) =>
    sql`m.channel_id = ${source}.source and m.topic_key = ${source}.topic`
  if (kind === 'sqlite') return [mergeBranch(kind, topics, isThere)]
  const threads = sql`select l.id as source, null as topic, 0 as low, ${NO_END} as high
    from chat_user_topic f
      join chat_thread l on l.channel_id = f.channel_id and l.topic_key = f.topic_key
    where ${followed}`
  return [
    mergeBranch(kind, threads, (source) => sql`m.thread_id = ${source}.source`),
    mergeBranch(kind, topics, (source) => sql`m.moved_at is not null and ${isThere(source)}`),
  ]
}

/**
 * Query branches for a user's unread messages: those above the read marks in threads that have any, those moved into the narrow's
 * place from another thread, and those below the marks with a receipt marked unread. Read messages cost nothing, however many.
 */
export function unreadBranches(
  kind: StoreKind,
  narrow: Narrow,
  user: User,
  threadIds: readonly number[],
): readonly QueryBranch[] {
  const { threads, moved } = threadsOf(kind, narrow, user, sqlInList(kind, sql`l.id`, threadIds))
  const sources = sql`select source, null as topic, low, ${NO_END} as high from (${threads}) thread`
  return [
    mergeBranch(kind, sources, (source) => sql`m.thread_id = ${source}.source`),
    ...moved,
    receiptsBranch(user, MARKED_UNREAD),
  ]
}

function threadsOf(
  kind: StoreKind,
  { clauses, channel }: Narrow,
  user: User,
  among: RawBuilder<unknown>,
): { threads: RawBuilder<unknown>; moved: readonly QueryBranch[] } {
  const conversation = requiredTest(clauses, 'in-conversation')
  if (conversation) {
    const which = sql`and c.conversation_id = ${conversation.id}`
    return { threads: conversationThreads(user, among, which), moved: [] }
  }
  if (requiredTest(clauses, 'direct'))
    return { threads: conversationThreads(user, among), moved: [] }
  if (!channel) {
    const threads = sql`${channelThreads(user, among)} union all ${conversationThreads(user, among)}`
    return { threads, moved: [] }
  }
  const { id } = channel.channel
  const topic = requiredTest(clauses, 'in-topic')
  if (!topic) {
    const threads = channelThreads(user, among, sql`and l.channel_id = ${id}`)
    return { threads, moved: [movedBranch(kind, [id])] }
  }
  const moved = scanBranch(
    MESSAGES,
    sql`m.moved_at is not null and m.channel_id = ${id} and m.topic_key = ${topic.key}`,
  )
  const here = sql`and l.channel_id = ${id} and l.topic_key = ${topic.key}`
  return { threads: channelThreads(user, among, here), moved: [moved] }
}
