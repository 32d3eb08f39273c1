import type { Store } from '../../store/port.ts'
import { prepareQuery } from './prepared-query.ts'
import type { Reader } from './rows.ts'

/** Change counters: of people, groups, channels and settings, and of the rendering settings. */
export interface Versions {
  directory: number
  settings: number
}

const selectVersions = prepareQuery<Record<never, never>, { name: string; value: number }>((db) =>
  db
    .selectFrom('chat_counter')
    .select(['name', 'value'])
    .where('name', 'in', ['directory', 'organization_settings'])
    .compile(),
)

/** The counts as `db` sees them. */
export async function readVersions(db: Reader): Promise<Versions> {
  const versions: Versions = { directory: 0, settings: 0 }
  for (const { name, value } of await selectVersions(db, {})) {
    versions[name === 'directory' ? 'directory' : 'settings'] = value
  }
  return versions
}

/** The stores that running units of work write to. */
const stores = new WeakMap<Reader, Store>()

/** Notes what a unit of work writes to, so that it can use what is cached of that. */
export function noteUnit(store: Store, tx: Reader): void {
  stores.set(tx, store)
}

/** What a unit of work writes to; undefined for what reads committed data. */
export function findStoreOfUnit(db: Reader): Store | undefined {
  return stores.get(db)
}

/** The counts as they were at some time after a reading of them began, in ms of `performance.now()`. */
export interface DatedVersions extends Versions {
  readAt: number
}

/** How long a reading counts for the calls that it was made for. */
const CALL_MAX_MS = 50

/** The newest reading of a database. */
interface Reading {
  versions: Promise<DatedVersions>
  readAt: number
  isOfThisTurn: boolean
  /** Whether it shows all that this process has committed or seen. */
  isUpToDate: boolean
  isDone: boolean
  /** The one after it, for those who came while it ran. */
  next?: Promise<DatedVersions>
}

const newest = new WeakMap<Store, Reading>()

/**
 * The counts as they were at some time in this turn of the event loop or later, after all that this process has committed. Each
 * request needs them several times, and concurrent requests share them: one reading runs at a time, and those who come
 * meanwhile get the next one. With `callReadAt`, when a call has read them at its beginning, they may be as old as that.
 */
export async function loadVersions(
  store: Store,
  db: Reader,
  callReadAt = Infinity,
): Promise<DatedVersions> {
  const known = newest.get(store)
  if (known?.isUpToDate) {
    const isOfCall = known.readAt >= callReadAt && performance.now() - known.readAt < CALL_MAX_MS
    if (known.isOfThisTurn || isOfCall) return known.versions
  }
  if (!known || known.isDone) return begin(store, db)
  const after = async () => begin(store, db)
  return (known.next ??= known.versions.then(after, after))
}

async function begin(store: Store, db: Reader): Promise<DatedVersions> {
  const readAt = performance.now()
  const read = async (): Promise<DatedVersions> => ({ ...(await readVersions(db)), readAt })
  const state = { isOfThisTurn: true, isUpToDate: true, isDone: false }
  const own: Reading = { versions: read(), readAt, ...state }
  newest.set(store, own)
  setImmediate(() => (own.isOfThisTurn = false))
  try {
    return await own.versions
  } finally {
    own.isDone = true
  }
}

/** Invalidates the counts after a commit of this process, or when a later one of another was seen. */
export function forgetVersions(store: Store): void {
  const known = newest.get(store)
  if (known) known.isUpToDate = false
}
