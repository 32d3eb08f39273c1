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

/** A reading that runs, and the one after it, for those who came after it had begun. */
interface Readings {
  running: Promise<Versions>
  /** Whether it began in this turn of the event loop, after all that this process has committed. */
  isOfThisTurn: boolean
  next?: Promise<Versions> | undefined
}

const readings = new WeakMap<Store, Readings>()

/**
 * The counts as they were at some time in this turn of the event loop or later, after all that this process has committed. Each
 * request needs them several times, and concurrent requests share them: one reading runs at a time, and those who come
 * meanwhile get the next one.
 */
export async function loadVersions(store: Store, db: Reader): Promise<Versions> {
  const known = readings.get(store)
  if (!known) return begin(store, db)
  if (known.isOfThisTurn) return known.running
  const after = async () => begin(store, db)
  return (known.next ??= known.running.then(after, after))
}

async function begin(store: Store, db: Reader): Promise<Versions> {
  const own: Readings = { running: readVersions(db), isOfThisTurn: true }
  readings.set(store, own)
  let isRead = false
  const forget = (): void => {
    // The next one has taken its place by then, where somebody waits for it.
    if (isRead && !own.isOfThisTurn && readings.get(store) === own && !own.next)
      readings.delete(store)
  }
  setImmediate(() => {
    own.isOfThisTurn = false
    forget()
  })
  try {
    return await own.running
  } finally {
    isRead = true
    forget()
  }
}

/** Invalidates the counts after a commit of this process. */
export function forgetVersions(store: Store): void {
  const known = readings.get(store)
  if (known) known.isOfThisTurn = false
}
