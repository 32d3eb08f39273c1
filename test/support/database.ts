import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Store } from '../../src/store/port.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { quietLog } from './store-backend.ts'

/**
 * Address of a Postgres server on which the tests of the chat keep what they would keep in SQLite otherwise: worlds
 * and the stores of data folders, each in a schema of its own (`test/long/chat/*-on-postgres.test.ts`).
 */
export const DATABASE_VARIABLE = 'CHAT_WORLDS_DATABASE_URL'

/** The database of a data folder on SQLite. */
const FILE = 'bellhop.sqlite'

/** What the names of these schemas begin with. */
const PREFIX = 'of_'

/** Address of a schema for the store of a folder, the same for each who asks; undefined where this run is about SQLite. */
export async function databaseOf(
  folder: string,
  server = process.env[DATABASE_VARIABLE],
): Promise<string | undefined> {
  if (server === undefined) return undefined
  const schema = `${PREFIX}${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
  await ask(server, async (client) => {
    // Of two that make the same schema at once, one may fail on its name all the same.
    await client.query('select pg_advisory_lock(1)')
    await client.query(`create schema if not exists ${schema}`)
  })
  return `${server}&options=${encodeURIComponent(`-c search_path=${schema}`)}`
}

/** Settings of the database of a data folder. */
export async function databaseSettings(
  folder: string,
  server?: string,
): Promise<Record<string, string>> {
  const url = await databaseOf(folder, server)
  return url === undefined ? {} : { BELLHOP_DATABASE_URL: url }
}

/** Opens the store of a data folder beside the product. */
export async function openStoreOf(folder: string, server?: string): Promise<Store> {
  const url = await databaseOf(folder, server)
  return url === undefined
    ? openSqlite({ path: join(folder, FILE), log: quietLog })
    : openPostgres({ url, log: quietLog })
}

let emptyStore: Promise<Buffer> | undefined

/** Opens a new store in a folder without one. On SQLite it begins as a copy: making one takes longer than many tests. */
export async function openNewStoreOf(folder: string): Promise<Store> {
  if (process.env[DATABASE_VARIABLE] === undefined) {
    emptyStore ??= makeEmptyStore(join(folder, 'empty'))
    writeFileSync(join(folder, FILE), await emptyStore, { mode: 0o600 })
  }
  return openStoreOf(folder)
}

async function makeEmptyStore(folder: string): Promise<Buffer> {
  mkdirSync(folder)
  const store = await openStoreOf(folder)
  await store.close()
  const content = readFileSync(join(folder, FILE))
  rmSync(folder, { recursive: true })
  return content
}

/** How many data folders have their store on a server. */
export async function countStores(server: string): Promise<number> {
  return ask(server, async (client) => {
    const schemas = `select from information_schema.schemata where starts_with(schema_name, '${PREFIX}')`
    return (await client.query(schemas)).rowCount ?? 0
  })
}

async function ask<T>(server: string, question: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    return await question(client)
  } finally {
    await client.end()
  }
}
