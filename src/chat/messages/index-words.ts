import { sql } from 'kysely'
import type { Chat } from '../port.ts'
import { type ChatWork, writeChat } from '../write.ts'
import { storeWords } from './search-words.ts'

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
