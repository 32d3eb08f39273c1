import { expect, test } from 'vitest'
import { startPostgres } from '../../support/postgres.ts'
import { runOnPostgres } from '../../support/run-on-postgres.ts'

const server = await startPostgres()

test.skipIf(!server)(
  'every operation and every proof of the chat does on Postgres what it does on SQLite',
  { timeout: 3_600_000 },
  async () => {
    if (!server) return
    await using running = server
    const paths = ['test/tools/chat', 'test/src/chat', 'test/src/http']
    const { code, said, stores } = await runOnPostgres(running.url, 'unit', paths)
    expect(code, said.slice(-20_000)).toBe(0)
    expect(stores).toBeGreaterThan(500)
  },
)
