import { sql } from 'kysely'
import { prepareQuery } from '../kernel/prepared-query.ts'
import { databaseKindOf } from '../kernel/sql-in-list.ts'
import type { Chat, Message, Reader, Tx } from '../kernel/types.ts'
import { type ChatWork, writeChat } from '../kernel/unit-of-work.ts'
import {
  foldedHtml,
  foldedText,
  lexemesOf,
  locationLexeme,
  locationWords,
  type WordLocation,
} from './search-words.ts'

/** Messages in one unit of work, so that nobody waits for long. */
const UNIT_MAX_MESSAGES = 200

/**
 * Makes the messages findable that wait for it since the store learned to keep words in another way, newest first.
 * Answers how many there were. What is done twice does no harm.
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

/** Answers how many got their words; undefined once none waits. */
async function indexSome({ tx }: ChatWork): Promise<number | undefined> {
  const waiting = await tx
    .selectFrom('chat_counter')
    .select('value')
    .where('name', '=', 'unindexed')
    .executeTakeFirst()
  // Only Postgres has kept words in another way.
  if (!waiting || waiting.value === 0) return undefined
  const bare = await tx
    .selectFrom('chat_message')
    .selectAll()
    .where('id', '<=', waiting.value)
    // What was edited meanwhile has its words already.
    .where(
      sql<boolean>`not exists (select 1 from chat_message_words f where f.rowid = chat_message.id)`,
    )
    .orderBy('id', 'desc')
    .limit(UNIT_MAX_MESSAGES)
    .execute()
  for (const message of bare) await storeWords(tx, message)
  await tx
    .updateTable('chat_counter')
    .set({ value: (bare.at(-1)?.id ?? 1) - 1 })
    .where('name', '=', 'unindexed')
    .execute()
  return bare.length
}

/** What is made findable of a message: the words of its topic and of its rendered content, and its place. */
export type Findable = Pick<Message, 'id' | 'topic' | 'rendered'> & WordLocation

/**
 * FTS5 writes some seven pages at each commit, for one message as for many. So the index takes up messages that
 * were sent in batches of this many, by their ids; a search looks through the others itself.
 */
export const WORDS_BATCH_MESSAGES = 32

/** A message of more HTML than this makes the index take up all there is: no search has to read much. */
export const WORDS_WAIT_MAX_CHARS = 2_000

/** Makes a message findable that was just stored. Costs of a batch are paid by its last message. */
export async function noteWords(tx: Tx, message: Findable): Promise<void> {
  if (databaseKindOf(tx) === 'postgres') return storeWords(tx, message)
  const isLast = message.id % WORDS_BATCH_MESSAGES === 0
  if (isLast || message.rendered.length > WORDS_WAIT_MAX_CHARS) await catchUp(tx)
}

/** Makes messages findable as they are now, rather than as they were. */
export async function renewWords(tx: Tx, messages: readonly Findable[]): Promise<void> {
  await dropWords(
    tx,
    messages.map(({ id }) => id),
  )
  for (const message of messages) await storeWords(tx, message)
}

/** Forgets the words of messages. */
export async function dropWords(tx: Tx, messageIds: readonly number[]): Promise<void> {
  if (messageIds.length === 0) return
  // What is not in the index yet cannot be taken out of it, and would get in later.
  if (databaseKindOf(tx) === 'sqlite') await catchUp(tx)
  await sql`delete from chat_message_words where rowid in (${sql.join(messageIds)})`.execute(tx)
}

/** Messages that the index does not hold yet, oldest first: fewer than a batch, unless ids were left out. */
export async function unindexedMessages(db: Reader): Promise<Findable[]> {
  return databaseKindOf(db) === 'postgres' ? [] : selectUnindexed(db, {})
}

async function catchUp(tx: Tx): Promise<void> {
  const messages = await unindexedMessages(tx)
  const last = messages.at(-1)
  if (!last) return
  for (const message of messages) await storeWords(tx, message)
  await storeIndexed(tx, { id: last.id })
}

/** Puts the words of a message into the index. They are split here, so that both databases and the highlighter agree on what a word is. */
export async function storeWords(tx: Tx, message: Findable): Promise<void> {
  const { id } = message
  const topic = foldedText(message.topic)
  const words = foldedHtml(message.rendered)
  const places = locationWords(message)
  if (databaseKindOf(tx) === 'sqlite') {
    await insertText(tx, { id, topic, words, place: places.join(' ') })
    return
  }
  const lexemes = [lexemesOf([topic, words]), ...places.map(locationLexeme)].join(' ')
  await insertVector(tx, { id, lexemes })
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

const insertVector = prepareQuery<{ id: number; lexemes: string }, never, Tx>((tx, parameter) =>
  sql<never>`insert into chat_message_words (rowid, words)
    values (${parameter('id')}, cast(${parameter('lexemes')} as tsvector))`.compile(tx),
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
