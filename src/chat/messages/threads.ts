import { prepareQuery } from '../kernel/prepared-query.ts'
import type { Tx } from '../kernel/rows.ts'

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

/** Id of the thread of a channel's topic, created on demand. */
export async function ensureTopicThread(
  tx: Tx,
  channelId: number,
  topicKey: string,
): Promise<number> {
  const [known] = await selectTopicThread(tx, { channelId, topicKey })
  if (known) return known.id
  const added = await tx
    .insertInto('chat_thread')
    .values({ channel_id: channelId, topic_key: topicKey, conversation_id: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return added.id
}

/** Id of the thread of a direct conversation, created on demand. */
export async function ensureConversationThread(tx: Tx, conversationId: number): Promise<number> {
  const [known] = await selectConversationThread(tx, { conversationId })
  if (known) return known.id
  const added = await tx
    .insertInto('chat_thread')
    .values({ channel_id: null, topic_key: null, conversation_id: conversationId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return added.id
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
