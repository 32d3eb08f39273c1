import { sql } from 'kysely'
import type { StoreKind } from '../../store/port.ts'
import type { Message, Tx } from '../port.ts'
import { prepare } from '../prepared.ts'
import { foldedHtml, foldedText } from '../search/words.ts'

/**
 * Makes a message findable by the words of its topic and of its rendered content. They are split here, so
 * that both databases and the highlighter agree on what a word is.
 */
export async function storeWords(
  kind: StoreKind,
  tx: Tx,
  message: Pick<Message, 'id' | 'topic' | 'rendered'>,
): Promise<void> {
  const { id } = message
  const topic = foldedText(message.topic)
  const words = foldedHtml(message.rendered)
  if (kind === 'sqlite') {
    await insertText(tx, { id, topic, words })
    return
  }
  await insertVector(tx, { id, words: `${topic} ${GAP} ${words}` })
}

/** A word that Postgres does not keep, but counts: no phrase begins in the topic and ends in the content. */
const GAP = 'the'

const insertText = prepare<{ id: number; topic: string; words: string }, never, Tx>((tx, place) =>
  sql<never>`insert into chat_message_words (rowid, topic, content)
    values (${place('id')}, ${place('topic')}, ${place('words')})`.compile(tx),
)

const insertVector = prepare<{ id: number; words: string }, never, Tx>((tx, place) =>
  sql<never>`insert into chat_message_words (rowid, words)
    values (${place('id')}, to_tsvector('english', ${place('words')}))`.compile(tx),
)

/** Forgets the words of messages. */
export async function dropWords(tx: Tx, messageIds: readonly number[]): Promise<void> {
  if (messageIds.length === 0) return
  await sql`delete from chat_message_words where rowid in (${sql.join(messageIds)})`.execute(tx)
}
