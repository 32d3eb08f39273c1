import { sql } from 'kysely'
import type { StoreKind } from '../../store/port.ts'
import { jsonRows, toJson } from '../kernel/json-rows.ts'
import { prepareQuery } from '../kernel/prepared-query.ts'
import type { Message, Reader, Tx } from '../kernel/rows.ts'
import { databaseKindOf } from '../kernel/sql-in-list.ts'
import type { Chat } from '../kernel/types.ts'
import { type ChatWork, writeChat } from '../kernel/unit-of-work.ts'
import {
  foldHtml,
  foldText,
  lexemesOf,
  locationLexeme,
  locationWords,
  type WordLocation,
} from './search-words.ts'

/** Messages in one unit of work, so that other writes do not wait long. */
const UNIT_MAX_MESSAGES = 200

/**
 * Indexes the words of messages that wait for it since the index changed its format, newest first. Returns their number.
 * Idempotent.
 */
export async function indexWords(chat: Chat, signal: AbortSignal): Promise<number> {
  let count = 0
  for (let isMore = true; isMore && !signal.aborted;) {
    const indexed = await writeChat(chat, indexSome)
    isMore = indexed !== undefined
    count += indexed ?? 0
  }
  return count
}

/** Returns how many were indexed; undefined once none waits. */
async function indexSome({ tx }: ChatWork): Promise<number | undefined> {
  const waiting = await tx
    .selectFrom('chat_counter')
    .select('value')
    .where('name', '=', 'unindexed')
    .executeTakeFirst()
  // Only Postgres had another index format.
  if (!waiting || waiting.value === 0) return undefined
  const bare = await tx
    .selectFrom('chat_message')
    .selectAll()
    .where('id', '<=', waiting.value)
    // Messages edited meanwhile are already indexed.
    .where(
      sql<boolean>`not exists (select 1 from chat_message_words f where f.rowid = chat_message.id)`,
    )
    .orderBy('id', 'desc')
    .limit(UNIT_MAX_MESSAGES)
    .execute()
  await storeVectors(tx, bare)
  await tx
    .updateTable('chat_counter')
    .set({ value: (bare.at(-1)?.id ?? 1) - 1 })
    .where('name', '=', 'unindexed')
    .execute()
  return bare.length
}

/** The indexed parts of a message: the words of its topic and rendered content, and its place. */
export type Findable = Pick<Message, 'id' | 'topic' | 'rendered'> &
  WordLocation & {
    /** What `splitForIndex` returned, where it was asked before. */
    lexemes?: string | undefined
  }

/** The words of a message as the index of this database takes them; undefined where it splits them itself. */
export function splitForIndex(
  kind: StoreKind,
  message: Pick<Findable, 'topic' | 'rendered'>,
): string | undefined {
  return kind === 'postgres' ? lexemesOfMessage(message) : undefined
}

/**
 * FTS5 writes about seven pages per commit, for one message or many. Messages are therefore indexed in batches of this many ids;
 * a search scans the others itself.
 */
export const WORDS_BATCH_MESSAGES = 32

/** A message with more HTML than this triggers indexing at once, so that searches never scan much. */
export const WORDS_WAIT_MAX_CHARS = 2_000

/** Indexes messages that were just stored. On SQLite, the last message of a batch bears its cost. */
export async function indexMessageWords(tx: Tx, messages: readonly Findable[]): Promise<void> {
  if (databaseKindOf(tx) === 'postgres') return storeVectors(tx, messages)
  const isDue = messages.some(
    ({ id, rendered }) => id % WORDS_BATCH_MESSAGES === 0 || rendered.length > WORDS_WAIT_MAX_CHARS,
  )
  if (isDue) await catchUp(tx)
}

/** Reindexes messages by their current content. */
export async function renewWords(tx: Tx, messages: readonly Findable[]): Promise<void> {
  await dropWords(
    tx,
    messages.map(({ id }) => id),
  )
  await storeWords(tx, messages)
}

/** Removes messages from the index. */
export async function dropWords(tx: Tx, messageIds: readonly number[]): Promise<void> {
  if (messageIds.length === 0) return
  // Unindexed messages cannot be removed from the index, and would be added later.
  if (databaseKindOf(tx) === 'sqlite') await catchUp(tx)
  await sql`delete from chat_message_words where rowid in (${sql.join(messageIds)})`.execute(tx)
}

/** Messages that the index does not hold yet, oldest first: fewer than a batch, unless ids were left out. */
export async function findUnindexedMessages(db: Reader): Promise<Findable[]> {
  return databaseKindOf(db) === 'postgres' ? [] : selectUnindexed(db, {})
}

async function catchUp(tx: Tx): Promise<void> {
  const messages = await findUnindexedMessages(tx)
  const last = messages.at(-1)
  if (!last) return
  await storeWords(tx, messages)
  await storeIndexed(tx, { id: last.id })
}

/**
 * Adds the words of messages to the index. They are split here, so that both databases and the highlighter split words alike.
 */
export async function storeWords(tx: Tx, messages: readonly Findable[]): Promise<void> {
  if (databaseKindOf(tx) === 'postgres') return storeVectors(tx, messages)
  for (const message of messages) {
    await insertText(tx, {
      id: message.id,
      topic: foldText(message.topic),
      words: foldHtml(message.rendered),
      place: locationWords(message).join(' '),
    })
  }
}

async function storeVectors(tx: Tx, messages: readonly Findable[]): Promise<void> {
  const rows = messages.map((message) => {
    const lexemes = message.lexemes ?? lexemesOfMessage(message)
    const places = locationWords(message).map(locationLexeme)
    return { rowid: message.id, words: [lexemes, ...places].join(' ') }
  })
  await insertVectors(tx, { rows: toJson(rows) })
}

function lexemesOfMessage({ topic, rendered }: Pick<Findable, 'topic' | 'rendered'>): string {
  return lexemesOf([foldText(topic), foldHtml(rendered)])
}

interface Texts {
  id: number
  topic: string
  words: string
  place: string
}

const insertText = prepareQuery<Texts, never, Tx>((tx, parameter) =>
  sql<never>`insert into chat_message_words (rowid, topic, content, place)
    values (${parameter('id')}, ${parameter('topic')}, ${parameter('words')}, ${parameter('place')})`.compile(
    tx,
  ),
)

const insertVectors = prepareQuery<{ rows: string }, never, Tx>((tx, parameter) =>
  sql<never>`insert into chat_message_words (rowid, words) select rowid, cast(words as tsvector)
    from ${jsonRows('postgres', { rowid: 'bigint', words: 'text' }, parameter('rows'))}`.compile(
    tx,
  ),
)

const selectUnindexed = prepareQuery<Record<never, never>, Findable>((db) =>
  sql<Findable>`select m.id, m.topic, m.rendered, m.channel_id, m.topic_key, m.conversation_id
    from chat_counter n cross join chat_message m
    where n.name = 'words' and m.id > n.value order by m.id`.compile(db),
)

const storeIndexed = prepareQuery<{ id: number }, never, Tx>((tx, parameter) =>
  tx
    .updateTable('chat_counter')
    .set({ value: parameter('id') })
    .where('name', '=', 'words')
    .compile(),
)
