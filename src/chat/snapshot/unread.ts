import { conversationMembers } from '../messages/load-messages.ts'
import { MESSAGE_FLAGS } from '../messages/flags.ts'
import { unreadMessages, type UnreadMessage } from '../messages/read-state.ts'
import { UNREAD_MAX_MESSAGES } from '../limits.ts'
import type { Reader, User } from '../port.ts'

/** The unread messages of a user as clients expect them in a snapshot (`unread_msgs`). */
export async function unreadSnapshot(db: Reader, user: User) {
  const unread = await unreadMessages(db, user, UNREAD_MAX_MESSAGES)
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
  const mentions = unread.filter(({ flags, mentions_channel }) => {
    const bits = MESSAGE_FLAGS.mentioned | MESSAGE_FLAGS.topic_wildcard_mentioned
    return (flags & bits) !== 0 || mentions_channel === 1
  })
  return {
    count: unread.length,
    pms,
    huddles,
    streams: [...byTopic.values()].map((rows) => ({
      stream_id: rows[0]?.channel_id ?? 0,
      topic: rows[0]?.topic ?? '',
      unread_message_ids: idsOf(rows),
    })),
    mentions: idsOf(mentions),
    old_unreads_missing: unread.length >= UNREAD_MAX_MESSAGES,
  }
}

function idsOf(rows: readonly UnreadMessage[]): number[] {
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}
