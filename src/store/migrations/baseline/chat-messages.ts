import { type Kysely, sql } from 'kysely'
import { createIndex, createKeyedTable, createNumberedTable } from '../../chat-columns.ts'
import type { StoreKind } from '../../port.ts'

/** Creates the tables of messages, and of their threads, receipts, reactions, edits, widgets and previews. */
export async function createMessages(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await createPlaces(db, kind)
  await createNumberedTable(
    db,
    kind,
    'chat_message',
    'sender_id:n channel_id:n? topic topic_key conversation_id:n? thread_id:n sent_channel_id:n? content ' +
      'rendered sent_at:n edited_at:n? moved_at:n? client is_read_by_sender:n is_me_message:n ' +
      'mentions_channel:n has_attachment:n has_image:n has_link:n has_reaction:n=0',
  )
  await indexMessages(db)
  await createReceipts(db, kind)
  await createNumberedTable(
    db,
    kind,
    'chat_edit',
    'message_id:n user_id:n? edited_at:n prev_content? prev_rendered? prev_topic? topic? ' +
      'prev_channel_id:n? channel_id:n?',
  )
  await createIndex(db, 'chat_edit', ['message_id'])
  const reaction = 'message_id:n user_id:n reaction_type emoji_code emoji_name'
  await createNumberedTable(db, kind, 'chat_reaction', reaction)
  const sameReaction = ['message_id', 'user_id', 'reaction_type', 'emoji_code']
  await createIndex(db, 'chat_reaction', sameReaction, 'unique')
  const submessage = 'message_id:n sender_id:n msg_type content'
  await createNumberedTable(db, kind, 'chat_submessage', submessage)
  await createIndex(db, 'chat_submessage', ['message_id'])
  await createNumberedTable(db, kind, 'chat_link_preview', 'message_id:n created_at:n')
  await createKeyedTable(db, 'chat_message_space', ['payer_id'], 'payer_id:n bytes:n')
  await createScheduled(db, kind)
  await createSearch(db, kind)
}

async function createPlaces(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await createNumberedTable(db, kind, 'chat_conversation', 'member_key')
  await createIndex(db, 'chat_conversation', ['member_key'], 'unique')
  await createKeyedTable(
    db,
    'chat_conversation_member',
    ['user_id', 'conversation_id'],
    'conversation_id:n user_id:n',
    kind,
  )
  await createIndex(db, 'chat_conversation_member', ['conversation_id'])
  await createNumberedTable(
    db,
    kind,
    'chat_thread',
    'channel_id:n? topic_key? conversation_id:n? newest_id:n?',
  )
  await createIndex(db, 'chat_thread', ['channel_id', 'topic_key'], 'unique')
  await createIndex(db, 'chat_thread', ['conversation_id'], 'unique')
  await createIndex(db, 'chat_thread', ['newest_id'])
  await createKeyedTable(
    db,
    'chat_thread_sender',
    ['thread_id', 'user_id'],
    'thread_id:n user_id:n newest_id:n',
    kind,
  )
}

async function indexMessages(db: Kysely<unknown>): Promise<void> {
  await createIndex(db, 'chat_message', ['channel_id', 'topic_key', 'id'])
  await createIndex(db, 'chat_message', ['channel_id', 'id'])
  // Most messages are in none: they need not be written there.
  await sql`create index chat_message_by_conversation_id_id on chat_message (conversation_id, id)
    where conversation_id is not null`.execute(db)
  await createIndex(db, 'chat_message', ['thread_id', 'id'])
  const place = sql`coalesce(channel_id, -conversation_id)`
  await sql`create index chat_message_of_sender on chat_message (sender_id, ${place}, id)`.execute(
    db,
  )
  // Few rows each: what was moved between channels, what was moved at all, what mentions everybody, what
  // has something to show, by channel and by conversation, and what is resolved.
  await sql`create index chat_message_moved on chat_message (channel_id, id)
    where sent_channel_id <> channel_id`.execute(db)
  for (const what of ['attachment', 'image', 'link', 'reaction']) {
    const flag = sql.ref(`has_${what}`)
    await sql`create index ${sql.id(`chat_message_with_${what}`)} on chat_message (${place}, id)
      where ${flag} = 1`.execute(db)
  }
  await sql`create index chat_message_resolved on chat_message (channel_id, id)
    where substr(topic, 1, 2) = '\u2714 '`.execute(db)
  await sql`create index chat_message_moved_to_topic on chat_message (channel_id, topic_key, id)
    where moved_at is not null`.execute(db)
  await sql`create index chat_message_to_all on chat_message (id)
    where mentions_channel = 1`.execute(db)
  // The oldest direct messages are looked for by retention, and are few among all.
  await sql`create index chat_message_direct on chat_message (id)
    where conversation_id is not null`.execute(db)
}

async function createReceipts(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await createKeyedTable(
    db,
    'chat_receipt',
    ['user_id', 'message_id'],
    'user_id:n message_id:n flags:n is_read:n?',
    kind,
  )
  await createIndex(db, 'chat_receipt', ['message_id'])
  // Looked for in most fetches and few among those of a user: what they keep without having received it, and
  // what they have marked unread. With the flags, which SQLite would otherwise rather read along the key than
  // fetch for each row.
  await sql`create index chat_receipt_historical on chat_receipt (user_id, message_id, flags)
    where (flags & 32) <> 0`.execute(db)
  await sql`create index chat_receipt_unread on chat_receipt (user_id, message_id)
    where is_read = 0`.execute(db)
  await createKeyedTable(
    db,
    'chat_read_mark',
    ['user_id', 'thread_id'],
    'user_id:n thread_id:n read_up_to:n',
    kind,
  )
}

async function createScheduled(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await createNumberedTable(
    db,
    kind,
    'chat_scheduled',
    'user_id:n client type recipients topic content rendered deliver_at:n is_read_by_sender:n? ' +
      'failure? revision:n',
  )
  await createIndex(db, 'chat_scheduled', ['user_id'])
  await createIndex(db, 'chat_scheduled', ['deliver_at'])
}

/** Words of messages: FTS5 without a copy of the text, or a column for Postgres' own search. */
async function createSearch(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  if (kind === 'sqlite') {
    await sql`create virtual table chat_message_words using fts5(
      topic, content, place, content = '', contentless_delete = 1, tokenize = 'porter unicode61')`.execute(
      db,
    )
    return
  }
  await sql`create table chat_message_words (
    rowid bigint primary key, words tsvector not null)`.execute(db)
  // With the block of 4,096 messages, so that words among the newest are found without a look at all that have them.
  await sql`create index chat_message_words_index on chat_message_words
    using gin (words, (array[rowid >> 12])) with (gin_pending_list_limit = 1024)`.execute(db)
}
