import { sql } from 'kysely'
import type { EmittedEvent, NoOtherFields } from '../events/event.ts'
import { forgetVersions } from './cache-versions.ts'
import { appendEvents, type NewEvent } from './event-log.ts'
import type { Reader, Tx } from './rows.ts'
import type { Chat } from './types.ts'

/** One unit of work on the chat: rows through `tx`, and events for clients. */
export interface ChatWork {
  tx: Tx
  /** Adds to the event log in the same transaction, after everything emitted before. */
  /** Runs once the work is durable, or is rolled back: then it may run again. */
  atEnd(run: (isDurable: boolean) => void): void
  emit<Payload extends EmittedEvent>(event: NewEvent<Payload> & NoOtherFields<Payload>): void
}

/** Reads what is committed. */
export function reader(chat: Chat): Reader {
  // The store's type forbids writing by shape, which makes it no structural match.
  return chat.store.db as never
}

/**
 * Runs one unit of work: rows and events become durable together, then waiting clients are woken. Units
 * run one after another, also across processes, so that ids of events and messages grow in the order
 * of commits. The work may run more than once and must touch nothing but the transaction.
 */
export async function writeChat<T>(chat: Chat, work: (unit: ChatWork) => Promise<T>): Promise<T> {
  let newest: number | undefined
  let atEnd: ((isDurable: boolean) => void)[] = []
  const end = (isDurable: boolean) => {
    for (const run of atEnd) run(isDurable)
    atEnd = []
  }
  const writing = chat.store.write(async (tx) => {
    end(false)
    // As the first statement, this comes before the snapshot of a serializable transaction.
    if (chat.store.kind === 'postgres') {
      await sql`lock table chat_counter in exclusive mode`.execute(tx)
    }
    const events: NewEvent[] = []
    const value = await work({
      tx,
      emit: (added) => void events.push(added),
      atEnd: (run) => void atEnd.push(run),
    })
    newest = events.length === 0 ? undefined : await appendEvents(tx, events, chat.now().getTime())
    return value
  })
  let result: T
  try {
    result = await writing
  } catch (thrown) {
    end(false)
    throw thrown
  }
  end(true)
  forgetVersions(chat.store)
  if (newest !== undefined) chat.eventLogCache.ring(newest)
  return result
}

/** Thrown to roll back a rehearsal. */
class Rehearsed extends Error {}

/** Runs one unit of work and rolls it back: throws what the work would throw, and emits no events. */
export async function rehearseChat(
  chat: Chat,
  work: (unit: ChatWork) => Promise<unknown>,
): Promise<void> {
  try {
    await writeChat(chat, async (unit) => {
      await work(unit)
      throw new Rehearsed()
    })
  } catch (thrown) {
    if (!(thrown instanceof Rehearsed)) throw thrown
  }
}
