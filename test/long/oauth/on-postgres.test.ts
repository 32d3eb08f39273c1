import { expect, test } from 'vitest'
import { startPostgres } from '../../support/postgres.ts'
import { runOnPostgres } from '../../support/run-on-postgres.ts'

const server = await startPostgres()

test.skipIf(!server)(
  'programs come in on Postgres as on SQLite',
  { timeout: 600_000 },
  async () => {
    if (!server) return
    await using running = server
    const { code, said, stores } = await runOnPostgres(running.url, 'unit', ['test/src/oauth'])
    expect(code, said.slice(-20_000)).toBe(0)
    expect(stores).toBeGreaterThan(3)
  },
)
