import { type RawBuilder, sql } from 'kysely'
import { canReadChannel, requireChannelById } from '../../channels/access.ts'
import { badRequest, noChannelWithId } from '../../kernel/failures.ts'
import { loadMember } from '../../kernel/requester.ts'
import type { Reader, Tx, User } from '../../kernel/rows.ts'
import { sqlLimit } from '../../kernel/sql-in-list.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { reader, writeChat } from '../../kernel/unit-of-work.ts'
import { MARK_READ_MAX_MS } from '../../limits.ts'
import { hasTopic } from '../../topics/list-topics.ts'
import { readTopic, topicKey } from '../../topics/topic.ts'
import { loadUnreadAmong } from '../read-state.ts'
import { markReadOnReceipts, markRead, tellRead } from './mark-read.ts'
import { channelThreads, conversationThreads } from './unread-threads.ts'

/** Messages that one unit of work looks at, so that other writes do not wait long. */
const UNIT_MAX_MESSAGES = 1_000

/** Threads of which one unit of work moves the read mark, each by some statements. */
const UNIT_MAX_THREADS = 50

/** Which unread messages of a user are marked as read. */
interface Selection {
  /** Threads that are looked through, a condition on `chat_thread l`; default: all. */
  threads?: RawBuilder<unknown>
  /** Condition on `chat_message m`; default: all. */
  messages?: RawBuilder<unknown>
}

/** Marks all of the caller's unread messages as read, as far as the time allows; returns whether none is left. */
export async function markAllRead(chat: Chat, actor: Actor): Promise<boolean> {
  return markSelected(chat, actor, {})
}

/** Marks a channel as read, as `markAllRead`. Throws for a channel that the caller may not know of. */
export async function markChannelRead(
  chat: Chat,
  actor: Actor,
  channelId: number,
): Promise<boolean> {
  const db = reader(chat)
  await requireChannelById(db, await loadMember(db, actor, chat.now().getTime()), channelId)
  return markSelected(chat, actor, {
    threads: sql`l.channel_id = ${channelId}`,
    messages: sql`m.channel_id = ${channelId}`,
  })
}

/** Marks a topic as read, as `markAllRead`. Throws for one without messages that the caller may read. */
export async function markTopicRead(
  chat: Chat,
  actor: Actor,
  channelId: number,
  topicName: string,
): Promise<boolean> {
  const topic = readTopic(topicName)
  const key = topicKey(topic)
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const seen = await requireChannelById(db, member, channelId)
  if (!canReadChannel(member, seen)) throw noChannelWithId(channelId)
  // Topics whose messages the caller may not read are treated like topics without messages.
  if (!(await hasTopic(db, member, seen, key))) throw badRequest(`No such topic '${topic}'`)
  return markSelected(chat, actor, {
    threads: sql`l.channel_id = ${channelId} and l.topic_key = ${key}`,
    messages: sql`m.channel_id = ${channelId} and m.topic_key = ${key}`,
  })
}

/** Marks everything as read that a user has sent to the caller, however long it takes. */
export async function markReadFrom(chat: Chat, actor: Actor, senderId: number): Promise<void> {
  const sent = sql`select thread_id from chat_message
    where sender_id = ${senderId} and id > ${actor.user.read_up_to}`
  await markSelected(
    chat,
    actor,
    { threads: sql`l.id in (${sent})`, messages: sql`m.sender_id = ${senderId}` },
    Infinity,
  )
}

async function markSelected(
  chat: Chat,
  { user }: Actor,
  { threads = sql`true`, messages = sql`true` }: Selection,
  maxMs = MARK_READ_MAX_MS,
): Promise<boolean> {
  const untilMs = chat.now().getTime() + maxMs
  for await (const { ids, mark } of portions(reader(chat), user, threads)) {
    await writeChat(chat, async ({ tx, emit }) => {
      const unread = await loadUnreadAmong(tx, user, ids, messages)
      if (unread.length === 0) return
      await mark(tx, user, unread)
      tellRead(emit, unread, [user.id])
    })
    if (chat.now().getTime() >= untilMs) return false
  }
  return true
}

/** Messages that may be unread, at most as many as a unit of work looks at, and how those that are become read. */
interface Portion {
  ids: readonly number[]
  mark: (tx: Tx, user: User, ids: readonly number[]) => Promise<void>
}

/**
 * All that may be unread: what was marked so by itself, then what is above the read marks of threads, from the thread with the newest
 * message on. Within a thread the oldest come first: its read mark follows, and no portion holds what an earlier one held.
 *
 * @yields The next portion.
 */
async function* portions(
  db: Reader,
  user: User,
  threads: RawBuilder<unknown>,
): AsyncGenerator<Portion> {
  let single = await loadMarkedUnread(db, user, 0)
  while (single.length > 0) {
    yield { ids: single, mark: markReadOnReceipts }
    single = await loadMarkedUnread(db, user, single.at(-1) ?? 0)
  }
  let ids: number[] = []
  let threadCount = 0
  for (const { id, low } of await loadThreadsToRead(db, user, threads)) {
    threadCount += 1
    for (let above = low; ;) {
      const max = UNIT_MAX_MESSAGES - ids.length
      const added = await loadAbove(db, id, above, max)
      ids.push(...added)
      const isThrough = added.length < max
      if (isThrough && threadCount < UNIT_MAX_THREADS) break
      yield { ids, mark: markRead }
      ids = []
      threadCount = 0
      if (isThrough) break
      above = added.at(-1) ?? above
    }
  }
  if (ids.length > 0) yield { ids, mark: markRead }
}

/** The next messages that a user has marked as unread, by their ids. */
async function loadMarkedUnread(db: Reader, { id }: User, above: number): Promise<number[]> {
  const { rows } = await sql<{ message_id: number }>`select message_id from chat_receipt
    where user_id = ${id} and is_read = 0 and message_id > ${above}
    order by message_id ${sqlLimit(UNIT_MAX_MESSAGES)}`.execute(db)
  return rows.map(({ message_id }) => message_id)
}

/** Threads that hold messages above what a user has read, with the id (`low`) up to which all is read. */
async function loadThreadsToRead(
  db: Reader,
  user: User,
  which: RawBuilder<unknown>,
): Promise<{ id: number; low: number }[]> {
  const { rows } = await sql<{ id: number; low: number }>`
    select thread.source as id, thread.low from (
      ${channelThreads(user, undefined, sql`and s.is_active = 1 and ${which}`)}
      union all ${conversationThreads(user, undefined, sql`and ${which}`)}) thread
    where exists (
      select 1 from chat_message m where m.thread_id = thread.source and m.id > thread.low)
    order by (select max(m.id) from chat_message m where m.thread_id = thread.source) desc`.execute(
    db,
  )
  return rows
}

/** The next messages of a thread. */
async function loadAbove(
  db: Reader,
  threadId: number,
  above: number,
  max: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from chat_message
    where thread_id = ${threadId} and id > ${above} order by id ${sqlLimit(max)}`.execute(db)
  return rows.map(({ id }) => id)
}
