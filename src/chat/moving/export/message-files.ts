import { type Selectable, sql } from 'kysely'
import type { ChatEditTable, ChatIntervalTable } from '../../../store/tables/chat-tables.ts'
import type { Message, Reader, Subscription, User } from '../../kernel/rows.ts'
import { databaseKindOf, sqlInList } from '../../kernel/sql-in-list.ts'
import { MESSAGE_FLAGS } from '../../messages/flags.ts'
import { EXPORT_FLAGS, type ExportRow, FILE_MESSAGES_COUNT, toSeconds } from '../rows.ts'
import type { Recipients } from './recipients.ts'
import type { ExportScope } from './scope.ts'

/** What says who received a message and has read it, as far as it is not in rows of messages. */
interface Readers {
  users: ReadonlyMap<number, Pick<User, 'id' | 'read_up_to'>>
  /** Times of subscription, by channel. */
  intervals: ReadonlyMap<number | null, readonly Selectable<ChatIntervalTable>[]>
  /** Read marks of subscriptions, by `user:channel`. */
  channelMarks: ReadonlyMap<string, number>
  members: ReadonlyMap<number | null, readonly number[]>
}

/** The content of a file of messages. */
export interface MessageFile {
  zerver_message: ExportRow[]
  zerver_usermessage: ExportRow[]
}

/**
 * Reads all messages, or those of a scope, in the order of their ids, with the flags of all who are in it.
 *
 * @yields what goes into one file.
 */
export async function* readMessageFiles(
  db: Reader,
  recipients: Recipients,
  clients: Map<string, number>,
  scope?: ExportScope,
): AsyncGenerator<MessageFile> {
  const readers = await loadReaders(db)
  let count = 0
  for (let above = 0; ;) {
    const all = await db
      .selectFrom('chat_message')
      .selectAll()
      .where('id', '>', above)
      .orderBy('id')
      .limit(FILE_MESSAGES_COUNT)
      .execute()
    const last = all.at(-1)
    if (!last) return
    above = last.id
    const messages = scope ? all.filter((message) => isInScope(message, scope)) : all
    if (messages.length === 0) continue
    const edits = await editsOf(db, messages)
    const everybody = await flagRows(db, readers, messages)
    const flags = scope
      ? everybody.filter(({ user_profile }) => scope.people.has(Number(user_profile)))
      : everybody
    yield {
      zerver_message: messages.map((message) =>
        messageRow(message, edits.get(message.id), recipients, clients),
      ),
      zerver_usermessage: flags.map((row, index) => ({ id: count + index + 1, ...row })),
    }
    count += flags.length
  }
}

function isInScope({ channel_id, conversation_id }: Message, scope: ExportScope): boolean {
  if (channel_id !== null) return scope.channels.has(channel_id)
  return scope.conversations.has(conversation_id ?? 0)
}

function messageRow(
  message: Message,
  edits: readonly Selectable<ChatEditTable>[] = [],
  recipients: Recipients,
  clients: Map<string, number>,
): ExportRow {
  const { channel_id, conversation_id } = message
  const client = clients.get(message.client) ?? clients.size + 1
  clients.set(message.client, client)
  return {
    id: message.id,
    type: 1,
    sender: message.sender_id,
    recipient:
      channel_id === null
        ? recipients.direct(conversation_id ?? 0, message.sender_id)
        : recipients.channel(channel_id),
    is_channel_message: channel_id !== null,
    // The public server keeps a control character as the topic of direct messages.
    subject: channel_id === null ? '\u0007' : message.topic,
    content: message.content,
    rendered_content: message.rendered,
    rendered_content_version: 1,
    date_sent: toSeconds(message.sent_at),
    last_edit_time: toSeconds(message.edited_at ?? message.moved_at),
    edit_history: edits.length === 0 ? null : JSON.stringify(edits.map(editEntry)),
    has_attachment: message.has_attachment === 1,
    has_image: message.has_image === 1,
    has_link: message.has_link === 1,
    has_reaction: message.has_reaction === 1,
    sending_client: client,
  }
}

function editEntry(edit: Selectable<ChatEditTable>): ExportRow {
  return {
    user_id: edit.user_id,
    timestamp: Math.floor(edit.edited_at / 1_000),
    ...(edit.prev_content === null
      ? {}
      : {
          prev_content: edit.prev_content,
          prev_rendered_content: edit.prev_rendered,
          prev_rendered_content_version: 1,
        }),
    ...(edit.prev_topic === null ? {} : { prev_topic: edit.prev_topic, topic: edit.topic }),
    ...(edit.prev_channel_id === null
      ? {}
      : { prev_stream: edit.prev_channel_id, stream: edit.channel_id }),
  }
}

async function editsOf(db: Reader, messages: readonly Message[]) {
  const changed = messages.filter(
    ({ edited_at, moved_at }) => edited_at !== null || moved_at !== null,
  )
  if (changed.length === 0) return new Map<number, Selectable<ChatEditTable>[]>()
  const rows = await db
    .selectFrom('chat_edit')
    .selectAll()
    .where(inIds(db, 'message_id', changed))
    .orderBy('id', 'desc')
    .execute()
  return Map.groupBy(rows, ({ message_id }) => message_id)
}

function inIds(db: Reader, column: string, messages: readonly { id: number }[]) {
  const ids = messages.map(({ id }) => id)
  return sqlInList(databaseKindOf(db), sql.ref(column), ids)
}

async function loadReaders(db: Reader): Promise<Readers> {
  const users = await db.selectFrom('chat_user').select(['id', 'read_up_to']).execute()
  const intervals = await db.selectFrom('chat_interval').selectAll().execute()
  const marks: Pick<Subscription, 'user_id' | 'channel_id' | 'read_up_to'>[] = await db
    .selectFrom('chat_subscription')
    .select(['user_id', 'channel_id', 'read_up_to'])
    .where('read_up_to', '>', 0)
    .execute()
  const members = await db.selectFrom('chat_conversation_member').selectAll().execute()
  return {
    users: new Map(users.map((user) => [user.id, user])),
    intervals: Map.groupBy(intervals, ({ channel_id }) => channel_id),
    channelMarks: new Map(marks.map((one) => [`${one.user_id}:${one.channel_id}`, one.read_up_to])),
    members: new Map(
      [...Map.groupBy(members, ({ conversation_id }) => conversation_id)].map(([id, list]) => [
        id,
        list.map(({ user_id }) => user_id),
      ]),
    ),
  }
}

/** A row for everybody who received one of the messages. */
async function flagRows(
  db: Reader,
  { users, intervals, channelMarks, members }: Readers,
  messages: readonly Message[],
): Promise<ExportRow[]> {
  const receipts = await db
    .selectFrom('chat_receipt')
    .selectAll()
    .where(inIds(db, 'message_id', messages))
    .execute()
  const receiptsOf = Map.groupBy(receipts, ({ message_id }) => message_id)
  const threads = [...new Set(messages.map(({ thread_id }) => thread_id))].map((id) => ({ id }))
  const marks = await db
    .selectFrom('chat_read_mark')
    .selectAll()
    .where(inIds(db, 'thread_id', threads))
    .execute()
  const threadMarks = new Map(
    marks.map((one) => [`${one.user_id}:${one.thread_id}`, one.read_up_to]),
  )
  const rows: ExportRow[] = []
  for (const message of messages) {
    const own = new Map((receiptsOf.get(message.id) ?? []).map((one) => [one.user_id, one]))
    const received = new Set<number>(
      message.sent_channel_id === null
        ? members.get(message.conversation_id)
        : (intervals.get(message.sent_channel_id) ?? [])
            .filter(
              ({ from_message: from, to_message: to }) =>
                message.id > from && (to === null || message.id <= to),
            )
            .map(({ user_id }) => user_id),
    )
    const kept = [...own.values()].filter(({ flags }) => flags & MESSAGE_FLAGS.historical)
    for (const userId of received.union(new Set(kept.map(({ user_id }) => user_id)))) {
      const receipt = own.get(userId)
      const mark = Math.max(
        users.get(userId)?.read_up_to ?? 0,
        threadMarks.get(`${userId}:${message.thread_id}`) ?? 0,
        channelMarks.get(`${userId}:${message.sent_channel_id}`) ?? 0,
      )
      const isOwn = message.sender_id === userId && message.is_read_by_sender === 1
      const isRead =
        receipt?.is_read === null || receipt === undefined
          ? message.id <= mark || isOwn
          : receipt.is_read === 1
      rows.push({
        user_profile: userId,
        message: message.id,
        flags_mask: exportFlags(message, receipt?.flags ?? 0, {
          isRead,
          isReceived: received.has(userId),
        }),
      })
    }
  }
  return rows
}

function exportFlags(
  message: Message,
  bits: number,
  { isRead, isReceived }: { isRead: boolean; isReceived: boolean },
): number {
  const has = (bit: number, exported: number) => (bits & bit ? exported : 0)
  return (
    (isRead ? EXPORT_FLAGS.read : 0) |
    has(MESSAGE_FLAGS.starred, EXPORT_FLAGS.starred) |
    has(MESSAGE_FLAGS.collapsed, EXPORT_FLAGS.collapsed) |
    has(MESSAGE_FLAGS.mentioned, EXPORT_FLAGS.mentioned) |
    (isReceived && message.mentions_channel === 1 ? EXPORT_FLAGS.channelMentioned : 0) |
    has(MESSAGE_FLAGS.topic_wildcard_mentioned, EXPORT_FLAGS.topicMentioned) |
    has(MESSAGE_FLAGS.has_alert_word, EXPORT_FLAGS.alerted) |
    has(MESSAGE_FLAGS.historical, EXPORT_FLAGS.historical) |
    (message.channel_id === null ? EXPORT_FLAGS.direct : 0)
  )
}
