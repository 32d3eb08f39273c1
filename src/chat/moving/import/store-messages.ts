import { sql } from 'kysely'
import { payerOf } from '../../files/quota.ts'
import type { Tx, User } from '../../kernel/rows.ts'
import type { Chat } from '../../kernel/types.ts'
import { MESSAGE_FLAGS } from '../../messages/flags.ts'
import { noteLatest } from '../../messages/latest.ts'
import { addMessageSpace } from '../../messages/message-space.ts'
import {
  ensureConversation,
  ensureConversationThread,
  ensureTopicThread,
} from '../../messages/threads.ts'
import { storeWords } from '../../narrow/word-index.ts'
import type { RenderedMessage } from '../../rendering/render-message.ts'
import { topicKey } from '../../topics/topic.ts'
import { findUsersById } from '../../users/find-users.ts'
import { EXPORT_FLAGS } from '../rows.ts'
import { storeSpans } from './intervals.ts'
import type { ImportUnit } from './progress.ts'

/** The flags of a message for a user, as the export has them. */
export interface PlainFlags {
  userId: number
  bits: number
}

/** An earlier version of a message. */
export interface PlainEdit {
  user_id: number | null
  edited_at: number
  prev_content: string | null
  prev_rendered: string | null
  prev_topic: string | null
  topic: string | null
  prev_channel_id: number | null
  channel_id: number | null
}

/** A message of an export, with the ids that hold here. */
export interface PlainMessage {
  id: number
  senderId: number
  channelId: number | null
  sentChannelId: number | null
  topic: string
  /** Everybody in its conversation, where it is direct. */
  userIds: readonly number[]
  content: string
  rendered: RenderedMessage
  sentMs: number
  editedMs: number | null
  movedMs: number | null
  client: string
  /** Newest first. */
  edits: readonly PlainEdit[]
  flags: readonly PlainFlags[]
  /** Who received it when it was sent. */
  receivers: ReadonlySet<number>
}

/** Rows in one statement. */
const INSERT_MAX_ROWS = 500

/** Stores messages with all that belongs to them. Nobody is told: clients get them when they register anew. */
export async function storeMessages(
  chat: Chat,
  { tx, state }: ImportUnit,
  messages: readonly PlainMessage[],
  spans: Parameters<typeof storeSpans>[1],
): Promise<void> {
  const rows: Awaited<ReturnType<typeof rowOf>>[] = []
  for (const message of messages) rows.push(await rowOf(tx, message))
  if (rows.length > 0) await tx.insertInto('chat_message').values(rows).execute()
  await noteLatest(tx, rows)
  await storeWords(tx, rows)
  await noteWords(chat, tx, rows.at(-1)?.id ?? 0)
  await storeSpans(tx, spans)
  const users = await findUsersById(tx, [
    ...new Set(messages.flatMap(({ flags }) => flags.map(({ userId }) => userId))),
  ])
  await insertAll(
    tx,
    'chat_receipt',
    messages.flatMap((message) => receiptsOf(message, users, state.lastId)),
  )
  await insertAll(
    tx,
    'chat_edit',
    messages.flatMap(({ id, edits }) =>
      edits.toReversed().map((edit) => ({ message_id: id, ...edit })),
    ),
  )
  await countSpace(tx, messages)
}

async function rowOf(tx: Tx, message: PlainMessage) {
  const { channelId, rendered, topic } = message
  const conversation_id = channelId === null ? await ensureConversation(tx, message.userIds) : null
  const topic_key = topicKey(topic)
  const isRead = message.flags.some(
    ({ userId, bits }) => userId === message.senderId && bits & EXPORT_FLAGS.read,
  )
  const thread =
    channelId === null
      ? await ensureConversationThread(tx, conversation_id ?? 0)
      : await ensureTopicThread(tx, channelId, topic_key)
  return {
    id: message.id,
    sender_id: message.senderId,
    channel_id: channelId,
    sent_channel_id: message.sentChannelId,
    conversation_id,
    thread_id: thread.id,
    topic,
    topic_key,
    content: message.content,
    rendered: rendered.html,
    sent_at: message.sentMs,
    edited_at: message.editedMs,
    moved_at: message.movedMs,
    client: message.client,
    is_read_by_sender: isRead ? 1 : 0,
    is_me_message: rendered.isMeMessage ? 1 : 0,
    mentions_channel: message.flags.some(({ bits }) => bits & EXPORT_FLAGS.channelMentioned)
      ? 1
      : 0,
    has_attachment: rendered.hasAttachment ? 1 : 0,
    has_image: rendered.hasImage ? 1 : 0,
    has_link: rendered.hasLink ? 1 : 0,
    has_reaction: 0,
  }
}

const FLAG_PAIRS = [
  [EXPORT_FLAGS.starred, MESSAGE_FLAGS.starred],
  [EXPORT_FLAGS.collapsed, MESSAGE_FLAGS.collapsed],
  [EXPORT_FLAGS.mentioned, MESSAGE_FLAGS.mentioned],
  [EXPORT_FLAGS.groupMentioned, MESSAGE_FLAGS.mentioned],
  [EXPORT_FLAGS.topicMentioned, MESSAGE_FLAGS.topic_wildcard_mentioned],
  [EXPORT_FLAGS.alerted, MESSAGE_FLAGS.has_alert_word],
  [EXPORT_FLAGS.historical, MESSAGE_FLAGS.historical],
] as const

/** Receipts only where the read marks of new accounts, which cover all that is brought, do not say the same. */
function receiptsOf({ id, flags }: PlainMessage, users: ReadonlyMap<number, User>, lastId: number) {
  const unique = new Map(flags.map((one) => [one.userId, one.bits]))
  return [...unique].flatMap(([user_id, exported]) => {
    let bits = 0
    for (const [theirs, ours] of FLAG_PAIRS) if (exported & theirs) bits |= ours
    const isRead = (exported & EXPORT_FLAGS.read) !== 0
    const isMarked = (users.get(user_id)?.read_up_to ?? 0) >= lastId
    const is_read = isRead === isMarked ? null : isRead ? 1 : 0
    return bits === 0 && is_read === null ? [] : [{ user_id, message_id: id, flags: bits, is_read }]
  })
}

async function insertAll(tx: Tx, table: 'chat_receipt' | 'chat_edit', rows: readonly object[]) {
  for (let start = 0; start < rows.length; start += INSERT_MAX_ROWS) {
    const part = rows.slice(start, start + INSERT_MAX_ROWS)
    await tx
      .insertInto(table)
      .values(part as never)
      .execute()
  }
}

/** Notes on SQLite that messages are in the index of words already, which is else taken up in batches of new ones. */
async function noteWords(chat: Chat, tx: Tx, lastId: number): Promise<void> {
  if (chat.store.kind === 'postgres') return
  await sql`update chat_counter set value = max(value, ${lastId}) where name = 'words'`.execute(tx)
}

async function countSpace(tx: Tx, messages: readonly PlainMessage[]): Promise<void> {
  const senders = await findUsersById(tx, [...new Set(messages.map(({ senderId }) => senderId))])
  const taken = new Map<number, number>()
  for (const { senderId, content, rendered, edits } of messages) {
    const sender = senders.get(senderId)
    if (!sender || (sender.is_bot && sender.bot_owner_id === null)) continue
    const texts = [content, rendered.html]
    for (const edit of edits) texts.push(edit.prev_content ?? '', edit.prev_rendered ?? '')
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    taken.set(payerOf(sender), (taken.get(payerOf(sender)) ?? 0) + bytes)
  }
  for (const [payerId, bytes] of taken) await addMessageSpace(tx, payerId, bytes)
}
