import { type Selectable, sql } from 'kysely'
import type { ChatEditTable } from '../../../store/tables/chat-tables.ts'
import { badRequest } from '../../kernel/failures.ts'
import { loadMember } from '../../kernel/requester.ts'
import type { Message, Reader } from '../../kernel/rows.ts'
import { databaseKindOf, sqlInList } from '../../kernel/sql-in-list.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { reader } from '../../kernel/unit-of-work.ts'
import type { Realm } from '../../organization/realm-settings.ts'
import { requireMessageById } from '../access.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../message-record.ts'

/** One edit or move, as clients see it (spec 2.4); what did not change is absent. */
export interface EditRecord {
  user_id: number | null
  timestamp: number
  prev_content?: string
  prev_rendered_content?: string
  prev_topic?: string
  topic?: string
  prev_stream?: number
  stream?: number
}

/**
 * Edit histories by message, newest edit first; none for messages never edited or moved, nor when the organization hides them.
 */
export async function editHistories(
  db: Reader,
  realm: Realm,
  messages: readonly Pick<Message, 'id' | 'edited_at' | 'moved_at'>[],
): Promise<ReadonlyMap<number, EditRecord[]>> {
  const policy = realm.message_edit_history_visibility_policy
  const changed = messages
    .filter(({ edited_at, moved_at }) => edited_at !== null || moved_at !== null)
    .map(({ id }) => id)
  if (policy === 'none' || changed.length === 0) return new Map()
  const rows = await loadEditsOf(db, changed)
  const histories = new Map<number, EditRecord[]>()
  for (const row of rows) {
    const isMove = row.topic !== null || row.channel_id !== null
    if (policy === 'moves' && !isMove) continue
    const record = editRecord(row, policy === 'all')
    const known = histories.get(row.message_id)
    if (known) known.push(record)
    else histories.set(row.message_id, [record])
  }
  return histories
}

/** What an edit takes in an answer beside its texts, about. */
const EDIT_BYTES = 150

/** Bytes of the earlier versions of messages, by message. The texts themselves are not read for it. */
export async function weighHistories(
  db: Reader,
  messageIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (messageIds.length === 0) return new Map()
  const { rows } = await sql<{ message_id: number; bytes: number | string }>`
    select message_id, sum(${sql.lit(EDIT_BYTES)}
      + coalesce(octet_length(prev_content), 0) + coalesce(octet_length(prev_rendered), 0)) as bytes
    from chat_edit where ${sqlInList(databaseKindOf(db), sql`message_id`, messageIds)}
    group by message_id`.execute(db)
  return new Map(rows.map(({ message_id, bytes }) => [message_id, Number(bytes)]))
}

/** Rows of the edits of messages, newest first. */
export async function loadEditsOf(
  db: Reader,
  messageIds: readonly number[],
): Promise<Selectable<ChatEditTable>[]> {
  return db
    .selectFrom('chat_edit')
    .selectAll()
    .where('message_id', 'in', [...messageIds])
    .orderBy('id', 'desc')
    .execute()
}

function editRecord(row: Selectable<ChatEditTable>, withContent: boolean): EditRecord {
  return {
    user_id: row.user_id,
    timestamp: Math.floor(row.edited_at / 1_000),
    ...(row.prev_content !== null && withContent
      ? { prev_content: row.prev_content, prev_rendered_content: row.prev_rendered ?? '' }
      : {}),
    ...(row.topic === null ? {} : { prev_topic: row.prev_topic ?? '', topic: row.topic }),
    ...(row.channel_id === null
      ? {}
      : { prev_stream: row.prev_channel_id ?? 0, stream: row.channel_id }),
  }
}

/** One version of a message, with what it replaced. */
export type MessageVersion = {
  timestamp: number
  user_id: number | null
  topic: string
  content: string
  rendered_content: string
  prev_content?: string
  prev_rendered_content?: string
  prev_topic?: string
  stream?: number
  prev_stream?: number
}

/** Every version of a message, oldest first. Throws where the organization hides them. */
export async function loadMessageHistory(
  chat: Chat,
  actor: Actor,
  messageId: number,
  showsEmptyName: boolean,
): Promise<MessageVersion[]> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const policy = member.realm.message_edit_history_visibility_policy
  if (policy === 'none') {
    throw badRequest('Message edit history is disabled in this organization')
  }
  const { message } = await requireMessageById(db, member, messageId)
  const nameOf = (topic: string) =>
    topic === '' && message.channel_id !== null && !showsEmptyName
      ? EMPTY_TOPIC_DISPLAY_NAME
      : topic
  const seconds = (ms: number) => Math.floor(ms / 1_000)
  // From the newest version back: each edit records the state before it.
  let { topic, content, rendered } = message
  const versions: MessageVersion[] = []
  for (const edit of await loadEditsOf(db, [messageId])) {
    const isMove = edit.topic !== null || edit.channel_id !== null
    const version: MessageVersion = {
      timestamp: seconds(edit.edited_at),
      user_id: edit.user_id,
      topic: nameOf(topic),
      content,
      rendered_content: rendered,
      ...(edit.topic === null ? {} : { prev_topic: nameOf(edit.prev_topic ?? '') }),
      ...(edit.channel_id === null
        ? {}
        : { stream: edit.channel_id, prev_stream: edit.prev_channel_id ?? 0 }),
    }
    if (edit.prev_content !== null && policy === 'all') {
      version.prev_content = edit.prev_content
      version.prev_rendered_content = edit.prev_rendered ?? ''
    }
    if (policy === 'all' || isMove) versions.push(version)
    if (edit.topic !== null) topic = edit.prev_topic ?? ''
    if (edit.prev_content !== null && policy === 'all') {
      content = edit.prev_content
      rendered = edit.prev_rendered ?? ''
    }
  }
  versions.push({
    timestamp: seconds(message.sent_at),
    user_id: message.sender_id,
    topic: nameOf(topic),
    content,
    rendered_content: rendered,
  })
  return versions.toReversed()
}
