import { sql } from 'kysely'
import { kindOf } from '../among.ts'
import type { Message, Reader, Tx } from '../port.ts'
import { prepare } from '../prepared.ts'
import { placeWords, type WordPlace } from '../search/place-words.ts'
import { lexemesOf, placeLexeme } from '../search/lexemes.ts'
import { foldedHtml, foldedText } from '../search/words.ts'

/** What is made findable of a message: the words of its topic and of its rendered content, and its place. */
export type Findable = Pick<Message, 'id' | 'topic' | 'rendered'> & WordPlace

/**
 * FTS5 writes some seven pages at each commit, for one message as for many. So the index takes up messages that
 * were sent in batches of this many, by their ids; a search looks through the others itself.
 */
export const WORDS_BATCH_MESSAGES = 32

/** A message of more HTML than this makes the index take up all there is: no search has to read much. */
export const WORDS_WAIT_MAX_CHARS = 2_000

/** Makes a message findable that was just stored. Costs of a batch are paid by its last message. */
export async function noteWords(tx: Tx, message: Findable): Promise<void> {
  if (kindOf(tx) === 'postgres') return storeWords(tx, message)
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
  if (kindOf(tx) === 'sqlite') await catchUp(tx)
  await sql`delete from chat_message_words where rowid in (${sql.join(messageIds)})`.execute(tx)
}

/** Messages that the index does not hold yet, oldest first: fewer than a batch, unless ids were left out. */
export async function unindexedMessages(db: Reader): Promise<Findable[]> {
  return kindOf(db) === 'postgres' ? [] : selectUnindexed(db, {})
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
  const places = placeWords(message)
  if (kindOf(tx) === 'sqlite') {
    await insertText(tx, { id, topic, words, place: places.join(' ') })
    return
  }
  const lexemes = [lexemesOf([topic, words]), ...places.map(placeLexeme)].join(' ')
  await insertVector(tx, { id, lexemes })
}

interface Texts {
  id: number
  topic: string
  words: string
  place: string
}

const insertText = prepare<Texts, never, Tx>((tx, place) =>
  sql<never>`insert into chat_message_words (rowid, topic, content, place)
    values (${place('id')}, ${place('topic')}, ${place('words')}, ${place('place')})`.compile(tx),
)

const insertVector = prepare<{ id: number; lexemes: string }, never, Tx>((tx, place) =>
  sql<never>`insert into chat_message_words (rowid, words)
    values (${place('id')}, cast(${place('lexemes')} as tsvector))`.compile(tx),
)

const selectUnindexed = prepare<Record<never, never>, Findable>((db) =>
  sql<Findable>`select m.id, m.topic, m.rendered, m.channel_id, m.topic_key, m.conversation_id
    from chat_counter n cross join chat_message m
    where n.name = 'words' and m.id > n.value order by m.id`.compile(db),
)

const storeIndexed = prepare<{ id: number }, never, Tx>((tx, place) =>
  tx
    .updateTable('chat_counter')
    .set({ value: place('id') })
    .where('name', '=', 'words')
    .compile(),
)
