import { sql } from 'kysely'
import type { StoreKind } from '../../store/port.ts'
import type { Message, Tx } from '../port.ts'

/** Makes a message findable by the words of its topic and of its rendered content. */
export async function storeWords(
  kind: StoreKind,
  tx: Tx,
  { id, topic, rendered }: Pick<Message, 'id' | 'topic' | 'rendered'>,
): Promise<void> {
  const words = wordsOf(rendered)
  if (kind === 'sqlite') {
    await sql`insert into chat_message_words (rowid, topic, content)
      values (${id}, ${topic}, ${words})`.execute(tx)
    return
  }
  await sql`insert into chat_message_words (rowid, words)
    values (${id}, to_tsvector('english', ${`${topic} ${words}`}))`.execute(tx)
}

/** The text that a reader of rendered HTML sees. */
export function wordsOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

/** Forgets the words of messages. */
export async function dropWords(tx: Tx, messageIds: readonly number[]): Promise<void> {
  if (messageIds.length === 0) return
  await sql`delete from chat_message_words where rowid in (${sql.join(messageIds)})`.execute(tx)
}
