import { sql } from 'kysely'
import { readableMessages } from '../messages/access.ts'
import { MESSAGE_FLAGS } from '../messages/flags.ts'
import { newestMessageId } from '../messages/newest.ts'
import { recentConversations } from './conversations.ts'
import type { SnapshotSection } from './section.ts'
import { unreadSnapshot } from './unread.ts'

/** Id of the newest message. */
const messages: SnapshotSection = {
  kinds: ['message'],
  load: async ({ db, viewer }) => ({
    max_message_id: (viewer.user && (await newestMessageId(db))) || -1,
  }),
}

/** What the viewer has not read. */
const unread: SnapshotSection = {
  kinds: ['message', 'update_message_flags'],
  async load({ db, viewer: { user }, capabilities }) {
    const form = { allowEmptyTopicName: capabilities['empty_topic_name'] ?? false }
    return user ? { unread_msgs: await unreadSnapshot(db, user, form) } : {}
  },
}

/** Values in one statement. */
const STATEMENT_MAX_IDS = 1_000

/** What the viewer starred. */
const starred: SnapshotSection = {
  kinds: ['starred_messages'],
  async load({ db, viewer }) {
    const { user } = viewer
    if (!user) return { starred_messages: [] }
    const { rows } = await sql<{ message_id: number }>`
      select message_id from chat_receipt
      where user_id = ${user.id} and (flags & ${MESSAGE_FLAGS.starred}) <> 0
      order by message_id`.execute(db)
    const ids = rows.map(({ message_id }) => message_id)
    const readable: number[] = []
    for (let start = 0; start < ids.length; start += STATEMENT_MAX_IDS) {
      const part = ids.slice(start, start + STATEMENT_MAX_IDS)
      // Of what he starred, there may be messages that he may not read any more.
      for (const { message } of await readableMessages(db, viewer, part)) readable.push(message.id)
    }
    return { starred_messages: readable }
  },
}

/** With whom the viewer spoke last. */
const conversations: SnapshotSection = {
  kinds: ['recent_private_conversations'],
  load: async ({ db, viewer: { user } }) => ({
    recent_private_conversations: user ? await recentConversations(db, user) : [],
  }),
}

/** Everything about messages. */
export const messageSections: readonly SnapshotSection[] = [
  messages,
  unread,
  starred,
  conversations,
]
