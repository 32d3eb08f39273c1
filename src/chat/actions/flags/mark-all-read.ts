import { type RawBuilder, sql } from 'kysely'
import { channelById } from '../../channels/access.ts'
import { channelTopics } from '../channels/channel-topics.ts'
import { badRequest } from '../../failures.ts'
import { markRead } from '../../messages/mark-read.ts'
import { unreadMessages } from '../../messages/read-state.ts'
import { readTopic, topicKey } from '../../messages/topic.ts'
import type { Actor, Chat } from '../../port.ts'
import { loadMember } from '../../viewer.ts'
import { reader, writeChat } from '../../write.ts'

/** Messages in one unit of work, so that nobody waits for long. */
const UNIT_MAX_MESSAGES = 1_000

/** Marks everything as read that the caller has not read. */
export async function markAllRead(chat: Chat, actor: Actor): Promise<void> {
  await markWhere(chat, actor, sql`true`)
}

/** Marks everything in a channel as read. Throws for a channel that the caller may not know of. */
export async function markChannelRead(chat: Chat, actor: Actor, channelId: number): Promise<void> {
  const db = reader(chat)
  await channelById(db, await loadMember(db, actor, chat.now().getTime()), channelId)
  await markWhere(chat, actor, sql`m.channel_id = ${channelId}`)
}

/** Marks everything in a topic as read. Throws for one without messages. */
export async function markTopicRead(
  chat: Chat,
  actor: Actor,
  channelId: number,
  wanted: string,
): Promise<void> {
  const topic = readTopic(wanted)
  const key = topicKey(topic)
  // Topics of messages that the caller may not read are as unknown as those without messages.
  const known = await channelTopics(chat, actor, channelId, true)
  if (!known.some(({ name }) => topicKey(name) === key)) {
    throw badRequest(`No such topic '${topic}'`)
  }
  await markWhere(chat, actor, sql`m.channel_id = ${channelId} and m.topic_key = ${key}`)
}

async function markWhere(chat: Chat, { user }: Actor, where: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const count = await writeChat(chat, async ({ tx, emit }) => {
      const unread = await unreadMessages(tx, user, UNIT_MAX_MESSAGES, where)
      const messages = unread.map(({ id }) => id)
      if (messages.length === 0) return 0
      await markRead(tx, user, messages)
      const change = { op: 'add', operation: 'add', flag: 'read', messages, all: false }
      emit({ payload: { type: 'update_message_flags', ...change }, to: { users: [user.id] } })
      return messages.length
    })
    if (count < UNIT_MAX_MESSAGES) return
  }
}
