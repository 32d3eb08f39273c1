import type { Reader } from '../port.ts'

/** The words that a user wants to be told of, by the alphabet. */
export async function alertWordsOf(db: Reader, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_alert_word')
    .select('word')
    .where('user_id', '=', userId)
    .orderBy('word_key')
    .execute()
  return rows.map(({ word }) => word)
}
