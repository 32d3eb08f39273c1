import type { Selectable } from 'kysely'
import type { ChatThreadTable } from '../../store/tables/chat-tables.ts'
import { prepareQuery } from '../kernel/prepared-query.ts'
import type { MessageHead, Tx } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import type { ChatWork } from '../kernel/unit-of-work.ts'

const selectTopicThread = prepareQuery<{ channelId: number; topicKey: string }, { id: number }>(
  (db, parameter) =>
    db
      .selectFrom('chat_thread')
      .select('id')
      .where('channel_id', '=', parameter('channelId'))
      .where('topic_key', '=', parameter('topicKey'))
      .compile(),
)

const selectConversationThread = prepareQuery<{ conversationId: number }, { id: number }>(
  (db, parameter) =>
    db
      .selectFrom('chat_thread')
      .select('id')
      .where('conversation_id', '=', parameter('conversationId'))
      .compile(),
)

const selectConversation = prepareQuery<{ memberKey: string }, { id: number }>((db, parameter) =>
  db
    .selectFrom('chat_conversation')
    .select('id')
    .where('member_key', '=', parameter('memberKey'))
    .compile(),
)

/** Most threads whose ids are remembered; the one remembered first goes first. */
const REMEMBERED_MAX_COUNT = 20_000

/** Id of the thread of the place where a message is or was; undefined where none was sent or moved there. */
export async function findThread(
  tx: Tx,
  {
    channel_id,
    topic_key,
    conversation_id,
  }: Pick<MessageHead, 'channel_id' | 'topic_key' | 'conversation_id'>,
): Promise<number | undefined> {
  const [known] =
    channel_id === null
      ? await selectConversationThread(tx, { conversationId: conversation_id ?? 0 })
      : await selectTopicThread(tx, { channelId: channel_id, topicKey: topic_key })
  return known?.id
}

/** Where messages are stored that were sent to one place. */
export interface Thread {
  thread_id: number
  /** Null in a channel. */
  conversation_id: number | null
}

/** A thread, and whether it was made just now, for a first message. */
interface EnsuredThread {
  thread: Thread
  isNew: boolean
}

/** Threads by their place. They are never deleted, and have the same id in every process. */
const remembered = new WeakMap<Chat, Map<string, Thread>>()

/** The thread of a channel's topic, created on demand. */
export async function threadOfTopic(
  chat: Chat,
  unit: Pick<ChatWork, 'tx' | 'atEnd'>,
  channelId: number,
  topicKey: string,
): Promise<EnsuredThread> {
  return remember(chat, unit, `${channelId} ${topicKey}`, async (tx) => {
    const { id, isNew } = await ensureTopicThread(tx, channelId, topicKey)
    return { thread: { thread_id: id, conversation_id: null }, isNew }
  })
}

/** The thread of the conversation of exactly these users, both created on demand. */
export async function threadOfConversation(
  chat: Chat,
  unit: Pick<ChatWork, 'tx' | 'atEnd'>,
  userIds: readonly number[],
): Promise<EnsuredThread> {
  return remember(chat, unit, keyOfMembers(userIds), async (tx) => {
    const conversation_id = await ensureConversation(tx, userIds)
    const { id, isNew } = await ensureConversationThread(tx, conversation_id)
    return { thread: { thread_id: id, conversation_id }, isNew }
  })
}

async function remember(
  chat: Chat,
  { tx, atEnd }: Pick<ChatWork, 'tx' | 'atEnd'>,
  place: string,
  ensure: (tx: Tx) => Promise<EnsuredThread>,
): Promise<EnsuredThread> {
  const known = remembered.get(chat) ?? new Map<string, Thread>()
  remembered.set(chat, known)
  const thread = known.get(place)
  if (thread) return { thread, isNew: false }
  const ensured = await ensure(tx)
  atEnd((isDurable) => {
    if (!isDurable) return
    known.set(place, ensured.thread)
    const [oldest] = known.size > REMEMBERED_MAX_COUNT ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
  })
  return ensured
}

/** Id of a thread, and whether it was made just now. */
interface EnsuredId {
  id: number
  isNew: boolean
}

/** The thread of a channel's topic, created on demand. */
export async function ensureTopicThread(
  tx: Tx,
  channelId: number,
  topicKey: string,
): Promise<EnsuredId> {
  const [known] = await selectTopicThread(tx, { channelId, topicKey })
  const place = { channel_id: channelId, topic_key: topicKey, conversation_id: null }
  return known ? { id: known.id, isNew: false } : addThread(tx, place)
}

/** The thread of a direct conversation, created on demand. */
export async function ensureConversationThread(tx: Tx, conversationId: number): Promise<EnsuredId> {
  const [known] = await selectConversationThread(tx, { conversationId })
  const place = { channel_id: null, topic_key: null, conversation_id: conversationId }
  return known ? { id: known.id, isNew: false } : addThread(tx, place)
}

async function addThread(
  tx: Tx,
  place: Omit<Selectable<ChatThreadTable>, 'id' | 'newest_id'>,
): Promise<EnsuredId> {
  const query = tx.insertInto('chat_thread').values(place).returning('id')
  return { id: (await query.executeTakeFirstOrThrow()).id, isNew: true }
}

/** Id of the conversation of exactly these users, created on demand. */
export async function ensureConversation(tx: Tx, userIds: readonly number[]): Promise<number> {
  const member_key = keyOfMembers(userIds)
  const [known] = await selectConversation(tx, { memberKey: member_key })
  if (known) return known.id
  const { id } = await tx
    .insertInto('chat_conversation')
    .values({ member_key })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('chat_conversation_member')
    .values(membersOfKey(member_key).map((user_id) => ({ conversation_id: id, user_id })))
    .execute()
  return id
}

/** The key of a conversation of these users. */
export function keyOfMembers(userIds: Iterable<number>): string {
  return [...new Set(userIds)].toSorted((a, b) => a - b).join(',')
}

/** User ids of a conversation, ascending, from its key. */
export function membersOfKey(memberKey: string): number[] {
  return memberKey.split(',').map(Number)
}
