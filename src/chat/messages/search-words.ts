import { sql } from 'kysely'
import type { StoreKind } from '../../store/port.ts'
import type { Message, Tx } from '../port.ts'
import { prepare } from '../prepared.ts'
import { placeWords, type WordPlace } from '../search/place-words.ts'
import { lexemesOf, placeLexeme } from '../search/lexemes.ts'
import { foldedHtml, foldedText } from '../search/words.ts'

/**
 * Makes a message findable by the words of its topic and of its rendered content, and by its place. Words are
 * split here, so that both databases and the highlighter agree on what a word is.
 */
export async function storeWords(
  kind: StoreKind,
  tx: Tx,
  message: Pick<Message, 'id' | 'topic' | 'rendered'> & WordPlace,
): Promise<void> {
  const { id } = message
  const topic = foldedText(message.topic)
  const words = foldedHtml(message.rendered)
  const places = placeWords(message)
  if (kind === 'sqlite') {
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

/** Forgets the words of messages. */
export async function dropWords(tx: Tx, messageIds: readonly number[]): Promise<void> {
  if (messageIds.length === 0) return
  await sql`delete from chat_message_words where rowid in (${sql.join(messageIds)})`.execute(tx)
}
