import { fileURLToPath } from 'node:url'
import type { Log } from '../lib/log.ts'
import { outsideRequests } from '../lib/request.ts'
import { unavailable } from './faults.ts'
import type { Store } from './port.ts'

/** Which database to open. */
export interface StoreSettings {
  /** `postgres://…` or `postgresql://…`, a `file:` URL, a file path, or `:memory:`. */
  location: string
  log: Log
  /** Schema of Postgres that holds this store alone; else that of the connection. */
  schema?: string | undefined
  /** Address of the Postgres database itself, where `location` is that of a pooler. */
  listenUrl?: string | undefined
  maxConnections?: number | undefined
}

/** Opens the database that the location names, with only the driver it needs. Throws `unavailable`. */
export async function openStore({ location, log, ...postgres }: StoreSettings): Promise<Store> {
  if (/^postgres(?:ql)?:\/\//i.test(location)) {
    const { openPostgres } = await import('./postgres/postgres.ts')
    return openPostgres({ url: location, log, ...postgres })
  }
  if (!/^file:/i.test(location) && /^[a-z][a-z0-9+.-]*:\/\//i.test(location)) {
    throw unavailable(
      'The location of the store is of an unknown kind.',
      undefined,
      'The operator should name a file or a postgres:// address.',
    )
  }
  const { openSqlite } = await import('./sqlite/sqlite.ts')
  const path = /^file:/i.test(location) ? fileURLToPath(location) : location
  return openSqlite({ path, log })
}

/** A store opened on first use; a failed attempt is retried by the next user. */
export interface StoreOnDemand {
  open: () => Promise<Store>
  /** Closes the store if it was ever opened. */
  close: () => Promise<void>
}

/** Promises a store without opening it: most calls never need one. */
export function storeOnDemand(settings: StoreSettings): StoreOnDemand {
  let opening: Promise<Store> | undefined
  return {
    async open() {
      const attempt = (opening ??= outsideRequests(async () => openStore(settings)))
      try {
        return await attempt
      } catch (error) {
        if (opening === attempt) opening = undefined
        throw error
      }
    },
    async close() {
      const store = await opening?.catch(() => undefined)
      await store?.close()
    },
  }
}
