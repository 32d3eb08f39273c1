import { conversationMembers } from '../messages/load-messages.ts'
import { MESSAGE_FLAGS } from '../messages/flags.ts'
import { type MessageForm, shownTopic } from '../messages/message-record.ts'
import { topicKey } from '../messages/topic.ts'
import { unreadMessages, type UnreadMessage } from '../messages/read-state.ts'
import { UNREAD_MAX_MESSAGES } from '../limits.ts'
import { isTopicMuted } from '../own/topic-policy.ts'
import type { Reader, User } from '../port.ts'

/**
 * The unread messages of a user as clients expect them in a snapshot (`unread_msgs`). What is muted is
 * among them, but not in the count, and not for a mention of everybody.
 */
export async function unreadSnapshot(
  db: Reader,
  user: User,
  form: Pick<MessageForm, 'allowEmptyTopicName'>,
) {
  const unread = await unreadMessages(db, user, UNREAD_MAX_MESSAGES)
  const isMuted = await mutedTest(db, user)
  const members = await conversationMembers(db, unread)
  const byTopic = Map.groupBy(
    unread.filter(({ channel_id }) => channel_id !== null),
    ({ channel_id, topic }) => `${channel_id} ${topic.toLowerCase()}`,
  )
  const direct = unread.filter(({ conversation_id }) => conversation_id !== null)
  const byConversation = Map.groupBy(direct, (row) => row.conversation_id ?? 0)
  const pms = []
  const huddles = []
  for (const [id, rows] of byConversation) {
    const others = (members.get(id) ?? []).filter((member) => member !== user.id)
    const unread_message_ids = idsOf(rows)
    if (others.length < 2) {
      const other = others[0] ?? user.id
      pms.push({ other_user_id: other, sender_id: other, unread_message_ids })
    } else {
      huddles.push({ user_ids_string: (members.get(id) ?? []).join(','), unread_message_ids })
    }
  }
  const mentions = unread.filter((message) => {
    if (message.flags & MESSAGE_FLAGS.mentioned) return true
    const ofTopic = (message.flags & MESSAGE_FLAGS.topic_wildcard_mentioned) !== 0
    return (ofTopic || message.mentions_channel === 1) && !isMuted(message)
  })
  return {
    count: unread.filter((message) => !isMuted(message)).length,
    pms,
    huddles,
    streams: [...byTopic.values()].map((rows) => ({
      stream_id: rows[0]?.channel_id ?? 0,
      topic: shownTopic(rows[0] ?? { channel_id: null, topic: '' }, form),
      unread_message_ids: idsOf(rows),
    })),
    mentions: idsOf(mentions),
    old_unreads_missing: unread.length >= UNREAD_MAX_MESSAGES,
  }
}

/** Whether a message is muted for the user: by its topic's policy, else with its channel. */
async function mutedTest(db: Reader, user: User): Promise<(message: UnreadMessage) => boolean> {
  const channels = await db
    .selectFrom('chat_subscription')
    .select('channel_id')
    .where('user_id', '=', user.id)
    .where('is_muted', '=', 1)
    .execute()
  const topics = await db
    .selectFrom('chat_user_topic')
    .select(['channel_id', 'topic_key', 'policy'])
    .where('user_id', '=', user.id)
    .execute()
  const muted = new Set(channels.map(({ channel_id }) => channel_id))
  const policies = new Map(
    topics.map(({ channel_id, topic_key, policy }) => [`${channel_id} ${topic_key}`, policy]),
  )
  return ({ channel_id, topic }) => {
    if (channel_id === null) return false
    const policy = policies.get(`${channel_id} ${topicKey(topic)}`)
    return isTopicMuted(policy, muted.has(channel_id))
  }
}

function idsOf(rows: readonly UnreadMessage[]): number[] {
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}
