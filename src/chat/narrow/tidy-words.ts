import { sql } from 'kysely'
import { HOUR_MS } from '../../lib/durations.ts'
import type { Store } from '../../store/port.ts'
import type { Reader } from '../kernel/rows.ts'

/** How often a process has the index of words tidied, where there are searches. */
const TIDY_EVERY_MS = 1_000

/** How long it is left alone where it failed: not every user of the database owns its indexes. */
const LEAVE_MS = HOUR_MS

const tidiedAt = new WeakMap<Store, number>()

/**
 * Has Postgres merge into its index of words what was added lately, which each search reads through otherwise: several milliseconds after a
 * few thousand messages. Beside searches rather than by those who send, since to merge much at once costs least. Nobody waits for it.
 */
export function tidyWords(store: Store, db: Reader): void {
  if (store.kind === 'sqlite') return
  const nowMs = performance.now()
  if (nowMs - (tidiedAt.get(store) ?? -Infinity) < TIDY_EVERY_MS) return
  tidiedAt.set(store, nowMs)
  sql`select gin_clean_pending_list('chat_message_words_index')`
    .execute(db)
    .catch(() => tidiedAt.set(store, nowMs + LEAVE_MS))
}
