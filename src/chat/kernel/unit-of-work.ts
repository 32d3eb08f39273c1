import type { JointWork, UnitHooks } from '../../store/port.ts'
import type { EmittedEvent, NoOtherFields } from '../events/event.ts'
import { forgetVersions, noteUnit } from './cache-versions.ts'
import { EVENTS_NEWS } from './event-log-cache.ts'
import { appendEvents, type NewEvent } from './event-log.ts'
import type { Reader, Tx } from './rows.ts'
import type { Chat } from './types.ts'

/** One unit of work on the chat: rows through `tx`, and events for clients. */
export interface ChatWork extends UnitHooks {
  tx: Tx
  /** Adds to the event log in the same transaction, after everything emitted before. */
  emit<Payload extends EmittedEvent>(event: NewEvent<Payload> & NoOtherFields<Payload>): void
}

/** Reads what is committed. */
export function reader(chat: Pick<Chat, 'store'>): Reader {
  return chat.store.db
}

/**
 * Runs one unit of work: rows and events become durable together, then waiting clients are woken. Units
 * run one after another, also across processes, so that ids of events and messages grow in the order
 * of commits. The work may run more than once and must touch nothing but the transaction.
 */
export async function writeChat<T>(chat: Chat, work: (unit: ChatWork) => Promise<T>): Promise<T> {
  return chat.store.write(async (tx, hooks) => runUnit(chat, tx, hooks, work))
}

/** Work of many callers that do the same: on the inputs of those that wait together, with an output for each. */
type JointChatWork<I, T> = (
  chat: Chat,
  unit: ChatWork,
  inputs: readonly I[],
) => Promise<readonly T[]>

/**
 * Makes a function that runs units of work which do the same as those of others, together where they arrive together; else as
 * `writeChat`. When the work throws, each runs alone.
 */
export function writeJointly<I, T>(
  work: JointChatWork<I, T>,
): (chat: Chat, input: I) => Promise<T> {
  const runs = new WeakMap<Chat, JointWork<I, T>>()
  return async (chat, input) => {
    let run = runs.get(chat)
    if (!run) {
      run = async (tx, inputs, hooks) =>
        runUnit(chat, tx, hooks, async (unit) => work(chat, unit, inputs))
      runs.set(chat, run)
    }
    return chat.store.writeJointly(run, input)
  }
}

async function runUnit<T>(
  chat: Chat,
  tx: Tx,
  hooks: UnitHooks,
  work: (unit: ChatWork) => Promise<T>,
): Promise<T> {
  const events: NewEvent[] = []
  noteUnit(chat.store, tx)
  const value = await work({ tx, ...hooks, emit: (added) => void events.push(added) })
  let newest: number | undefined
  const append = async (): Promise<void> => {
    newest = await appendEvents(tx, events, chat.now().getTime())
  }
  if (events.length > 0) {
    hooks.meanwhile(append())
    hooks.ring(EVENTS_NEWS)
  }
  hooks.atEnd((isDurable) => {
    if (!isDurable) return
    forgetVersions(chat.store)
    if (newest !== undefined) chat.eventLogCache.ring(newest)
  })
  return value
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
