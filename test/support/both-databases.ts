import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { isFull } from './full.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'
import { quietLog, type StoreBackend } from './store-backend.ts'

/** Starts a Postgres server for tests tagged `full`, where this run has these and a server is installed. */
export async function startPostgresTwin(): Promise<TestPostgres | undefined> {
  return isFull() ? startPostgres() : undefined
}

/** Runs a suite on a Postgres server, as tests tagged `full`. */
export async function onPostgres(suite: (backend: StoreBackend) => void): Promise<void> {
  const server = await startPostgresTwin()
  afterAll(async () => server?.[Symbol.asyncDispose]())
  describe.skipIf(!server)('on Postgres', { tags: 'full' }, () => {
    suite({
      kind: 'postgres',
      newLocation: () => server?.newUrl() ?? '',
      open: async (url, options) => openPostgres({ url, log: quietLog, ...options }),
    })
  })
}

/** Runs a suite on the embedded database, and on a Postgres server (`onPostgres`). */
export async function onBothDatabases(suite: (backend: StoreBackend) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
  let files = 0
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  describe('on SQLite', () => {
    suite({
      kind: 'sqlite',
      newLocation: () => join(folder, `${(files += 1)}.db`),
      open: async (path, options) => openSqlite({ path, log: quietLog, ...options }),
    })
  })
  await onPostgres(suite)
}
