import { sql } from 'kysely'
import type { SnapshotSection } from '../../events/snapshot-section.ts'
import type { Reader, User } from '../../kernel/rows.ts'
import { UNREAD_MAX_MESSAGES } from '../../limits.ts'
import { isTopicMuted } from '../../topics/topic-policy.ts'
import { findNewestMessageId, loadReadableMessages } from '../access.ts'
import { MESSAGE_FLAGS } from '../flags.ts'
import { type MessageForm, shownTopic } from '../message-record.ts'
import type { UnreadMessage } from '../read-state.ts'
import { membersOfKey } from '../threads.ts'
import { loadConversationMembers } from './load-messages.ts'
import { loadUnreadPlaces } from './unread-places.ts'

const CONVERSATIONS_MAX_COUNT = 1_000

/** The direct conversations of a user, the latest first (spec 2.10). */
export async function loadRecentConversations(
  db: Reader,
  user: User,
): Promise<{ max_message_id: number; user_ids: number[] }[]> {
  const { rows } = await sql<{ member_key: string; newest: number | null }>`
    select c.member_key,
      (select max(m.id) from chat_message m where m.conversation_id = c.id) as newest
    from chat_conversation_member x join chat_conversation c on c.id = x.conversation_id
    where x.user_id = ${user.id}`.execute(db)
  return rows
    .filter(({ newest }) => newest !== null)
    .toSorted((a, b) => (b.newest ?? 0) - (a.newest ?? 0))
    .slice(0, CONVERSATIONS_MAX_COUNT)
    .map(({ member_key, newest }) => ({
      max_message_id: newest ?? 0,
      user_ids: membersOfKey(member_key).filter((id) => id !== user.id),
    }))
}

/** Id of the newest message. */
const messages: SnapshotSection = {
  kinds: ['message'],
  load: async ({ db, requester }) => ({
    max_message_id: (requester.user && (await findNewestMessageId(db))) || -1,
  }),
}

/** The requester's unread messages. */
const unreadSection: SnapshotSection = {
  kinds: ['message', 'update_message_flags'],
  async load({ db, requester: { user }, capabilities }) {
    const form = { allowEmptyTopicName: capabilities['empty_topic_name'] ?? false }
    return user ? { unread_msgs: await loadUnreadConsistently(db, user, form) } : {}
  },
}

/** Values bound in one statement. */
const STATEMENT_MAX_IDS = 1_000

/** The requester's starred messages. */
const starred: SnapshotSection = {
  kinds: ['starred_messages'],
  async load({ db, requester }) {
    const { user } = requester
    if (!user) return { starred_messages: [] }
    const { rows } = await sql<{ message_id: number }>`
      select message_id from chat_receipt
      where user_id = ${user.id} and (flags & ${MESSAGE_FLAGS.starred}) <> 0
      order by message_id`.execute(db)
    const ids = rows.map(({ message_id }) => message_id)
    const readable: number[] = []
    for (let start = 0; start < ids.length; start += STATEMENT_MAX_IDS) {
      const part = ids.slice(start, start + STATEMENT_MAX_IDS)
      // The requester may have starred messages that are no longer readable.
      for (const { message } of await loadReadableMessages(db, requester, part))
        readable.push(message.id)
    }
    return { starred_messages: readable }
  },
}

/** The requester's recent conversations. */
const conversations: SnapshotSection = {
  kinds: ['recent_private_conversations'],
  load: async ({ db, requester: { user } }) => ({
    recent_private_conversations: user ? await loadRecentConversations(db, user) : [],
  }),
}

/** Everything about messages. */
export const messageSections: readonly SnapshotSection[] = [
  messages,
  unreadSection,
  starred,
  conversations,
]

/**
 * The unread messages of a user as clients expect them in a snapshot (`unread_msgs`). Muted messages are included, but neither
 * counted nor listed as wildcard mentions.
 */
export async function loadUnreadConsistently(
  db: Reader,
  user: User,
  form: Pick<MessageForm, 'allowEmptyTopicName'>,
) {
  const { places, count, special } = await loadUnreadPlaces(db, user, UNREAD_MAX_MESSAGES)
  const isMuted = await mutedTest(db, user)
  const members = await loadConversationMembers(db, places)
  const pms = []
  const huddles = []
  const streams = []
  for (const { conversation_id: id, channel_id, topic, ids: unread_message_ids } of places) {
    if (id === null) {
      const place = { channel_id, topic }
      streams.push({
        stream_id: channel_id ?? 0,
        topic: shownTopic(place, form),
        unread_message_ids,
      })
      continue
    }
    const others = (members.get(id) ?? []).filter((member) => member !== user.id)
    if (others.length < 2) {
      const other = others[0] ?? user.id
      pms.push({ other_user_id: other, sender_id: other, unread_message_ids })
    } else {
      huddles.push({ user_ids_string: (members.get(id) ?? []).join(','), unread_message_ids })
    }
  }
  const mentions = special.filter((message) => {
    if (message.flags & MESSAGE_FLAGS.mentioned) return true
    const ofTopic = (message.flags & MESSAGE_FLAGS.topic_wildcard_mentioned) !== 0
    return (ofTopic || message.mentions_channel === 1) && !isMuted(message)
  })
  const muted = places.filter(isMuted).reduce((sum, { ids }) => sum + ids.length, 0)
  return {
    count: count - muted,
    pms,
    huddles,
    streams,
    mentions: mentions.map(({ id }) => id).toSorted((a, b) => a - b),
    old_unreads_missing: count >= UNREAD_MAX_MESSAGES,
  }
}

/** Whether a place is muted for the user: by its topic's policy, else with its channel. */
async function mutedTest(
  db: Reader,
  user: User,
): Promise<(place: Pick<UnreadMessage, 'channel_id' | 'topic_key'>) => boolean> {
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
  return ({ channel_id, topic_key }) => {
    if (channel_id === null) return false
    const policy = policies.get(`${channel_id} ${topic_key}`)
    return isTopicMuted(policy, muted.has(channel_id))
  }
}
