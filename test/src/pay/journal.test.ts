import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { openPostgres } from '../../../src/store/postgres.ts'
import { openSqlite } from '../../../src/store/sqlite.ts'
import { journalSuite } from '../../support/journal-suite.ts'
import { startPostgres } from '../../support/postgres.ts'
import { quietLog } from '../../support/store-backend.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
const server = await startPostgres()
let files = 0

afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

describe('on SQLite', () => {
  journalSuite({
    kind: 'sqlite',
    newLocation: () => join(folder, `${(files += 1)}.db`),
    open: async (path) => openSqlite({ path, log: quietLog }),
  })
})

describe.skipIf(!server)('on Postgres', () => {
  journalSuite({
    kind: 'postgres',
    newLocation: () => server?.newUrl() ?? '',
    open: async (url) => openPostgres({ url, log: quietLog }),
  })
})
