import type { Store } from '../../store/port.ts'
import {
  type DatedVersions,
  findStoreOfUnit,
  forgetVersions,
  loadVersions,
  readVersions,
} from './cache-versions.ts'
import type { Reader } from './rows.ts'
import type { Actor, Chat } from './types.ts'
import { reader } from './unit-of-work.ts'

/** Most cached values; beyond it, all are dropped. A member takes about four. */
const ANSWERS_MAX_COUNT = 20_000

/** Values cached since people, groups, channels or settings last changed. */
interface Memory {
  version: number
  db: Reader
  answers: Map<string, object>
}

const current = new WeakMap<Store, Memory>()
const memories = new WeakMap<Reader, Memory>()
/** The counters that calls have read, by the readers made for them. */
const counters = new WeakMap<Reader, Promise<DatedVersions>>()

/**
 * Reads committed data, and caches what `remember` loads until something changes in the tables of people, groups, channels and
 * settings: the database itself counts their changes (by triggers), by any process, so that the count shows those of other
 * processes too, from the next turn of the event loop on.
 */
export async function getCachedReader(chat: Chat): Promise<Reader> {
  return (await getDatedReader(chat)).db
}

/** The cached reader, and when the change counters behind it were read. */
export async function getDatedReader(chat: Chat): Promise<{ db: Reader; readAt: number }> {
  const { directory, readAt } = await loadVersions(chat.store, reader(chat))
  return { db: getCachedReaderAt(chat, directory), readAt }
}

/**
 * Runs what only reads, with a cached reader. It begins while the counters are read, which on Postgres is a way to the server and
 * back, and runs once more where they show that the cache was out of date. It is the first that a call does, which may have read them
 * for its account.
 */
export async function readWithCache<T>(
  chat: Chat,
  actor: Actor | undefined,
  read: (db: Reader) => Promise<T>,
): Promise<T> {
  const known = current.get(chat.store)
  const counted = loadVersions(chat.store, reader(chat), actor?.readAt)
  if (!known) return read(readerOfCall(chat, (await counted).directory, counted))
  const early = read(readerOfCall(chat, known.version, counted))
  // It counts only if the cache was up to date.
  early.catch(() => undefined)
  const { directory } = await counted
  return directory > known.version ? read(readerOfCall(chat, directory, counted)) : early
}

function readerOfCall(chat: Chat, version: number, counted: Promise<DatedVersions>): Reader {
  const db = bound(reader(chat))
  memories.set(db, memoryAt(chat, version))
  counters.set(db, counted)
  return db
}

/** The change counter of the rendering settings, as `db` sees it. */
export async function readOrganizationSettingsVersion(chat: Chat, db: Reader): Promise<number> {
  const known = counters.get(db)
  if (known) return (await known).settings
  const versions = memories.has(db) ? loadVersions(chat.store, db) : readVersions(db)
  return (await versions).settings
}

/** The cached reader for a caller who has just read the counter `directory`. */
export function getCachedReaderAt(chat: Chat, version: number): Reader {
  return memoryAt(chat, version).db
}

function memoryAt(chat: Chat, version: number): Memory {
  const { store } = chat
  const known = current.get(store)
  // Another caller may have read later: versions only grow.
  if (known && known.version >= version) return known
  // What was read before is not to be taken for the newest.
  if (known) forgetVersions(store)
  const memory = { version, db: bound(reader(chat)), answers: new Map<string, object>() }
  memories.set(memory.db, memory)
  current.set(store, memory)
  return memory
}

/** A separate reader object on the same database. */
function bound(db: Reader): Reader {
  return {
    selectFrom: db.selectFrom.bind(db),
    withRecursive: db.withRecursive.bind(db),
    getExecutor: db.getExecutor.bind(db),
  }
}

/** Units that have changed people, groups, channels or settings, or began after a change that is not cached yet. */
const unitsApart = new WeakSet<Reader>()

/**
 * The cached answers that hold for a unit of work. It sees all that is committed, and counts its own changes: until it makes one, the
 * answers of the version that it sees hold for it too. It reads for itself whether that is so.
 */
async function findAnswersInUnit(
  db: Reader,
  store: Store,
): Promise<ReadonlyMap<string, object> | undefined> {
  const known = current.get(store)
  if (!known || unitsApart.has(db)) return undefined
  if ((await readVersions(db)).directory === known.version) return known.answers
  unitsApart.add(db)
  return undefined
}

/**
 * The answer to a question about people, groups, channels or settings, which must be all that `load` reads. From the cache where
 * it holds for `db`; what a unit of work loads is not kept, since that may be rolled back. Missing values are not cached, so that
 * anonymous requests cannot fill the memory.
 */
export async function loadCached<T extends object | undefined>(
  db: Reader,
  question: string,
  load: () => Promise<T>,
): Promise<T> {
  const store = findStoreOfUnit(db)
  // Readers of committed data, which are asked most, wait for nothing.
  const answers = store ? await findAnswersInUnit(db, store) : memories.get(db)?.answers
  const known = answers?.get(question)
  if (known) return known as T
  const answer = await load()
  keep(db, question, answer)
  return answer
}

function keep(db: Reader, question: string, answer: object | undefined): void {
  const answers = memories.get(db)?.answers
  if (!answers || !answer) return
  if (answers.size >= ANSWERS_MAX_COUNT) answers.clear()
  // Shared between callers, so it must not be mutated.
  answers.set(question, Object.freeze(answer))
}

/** Answers, by id, to one question about each of some ids; `load` reads those that are not cached. */
export async function loadEachCached<T extends object>(
  db: Reader,
  question: string,
  ids: Iterable<number>,
  load: (missing: readonly number[]) => Promise<readonly (T & { id: number })[]>,
): Promise<ReadonlyMap<number, T>> {
  const store = findStoreOfUnit(db)
  const answers = store ? await findAnswersInUnit(db, store) : memories.get(db)?.answers
  const found = new Map<number, T>()
  const missing: number[] = []
  for (const id of new Set(ids)) {
    const known = answers?.get(`${question}:${id}`)
    if (known) found.set(id, known as T)
    else missing.push(id)
  }
  if (missing.length === 0) return found
  for (const answer of await load(missing)) {
    found.set(answer.id, answer)
    keep(db, `${question}:${answer.id}`, answer)
  }
  return found
}
