import { sql } from 'kysely'
import type { Store } from '../../store/port.ts'
import { storeWords } from './word-index.ts'

/** Messages in one unit of work, so that other writes do not wait long. */
const UNIT_MAX_MESSAGES = 200

/** Indexes the words of all messages of a store whose index is empty. Returns their number. */
export async function rebuildWords(store: Store): Promise<number> {
  let [count, above] = [0, 0]
  for (;;) {
    const last = await store.write(async (tx) => {
      const messages = await tx
        .selectFrom('chat_message')
        .select(['id', 'topic', 'rendered', 'channel_id', 'topic_key', 'conversation_id'])
        .where('id', '>', above)
        .orderBy('id')
        .limit(UNIT_MAX_MESSAGES)
        .execute()
      await storeWords(tx, messages)
      const newest = messages.at(-1)?.id
      const counter = store.kind === 'sqlite' ? 'words' : 'unindexed'
      const value = store.kind === 'sqlite' ? newest : 0
      if (newest !== undefined && value !== undefined) {
        await sql`update chat_counter set value = ${value} where name = ${counter}`.execute(tx)
      }
      return { newest, count: messages.length }
    })
    if (last.newest === undefined) return count
    above = last.newest
    count += last.count
  }
}
