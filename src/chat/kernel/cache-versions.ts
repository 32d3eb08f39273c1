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

/** What was read in this turn of the event loop. */
const thisTurn = new Map<Store, Promise<Versions>>()

/**
 * The counts as they were at some time in this turn of the event loop, after all that this process has committed. Each request
 * needs them several times, and concurrent requests share them.
 */
export async function loadVersions(store: Store, db: Reader): Promise<Versions> {
  const known = thisTurn.get(store)
  if (known) return known
  const reading = readVersions(db)
  thisTurn.set(store, reading)
  setImmediate(() => {
    if (thisTurn.get(store) === reading) thisTurn.delete(store)
  })
  return reading
}

/** Invalidates the counts after a commit of this process. */
export function forgetVersions(store: Store): void {
  thisTurn.delete(store)
}
