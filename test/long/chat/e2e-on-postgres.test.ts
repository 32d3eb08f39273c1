import { expect, test } from 'vitest'
import { startPostgres } from '../../support/postgres.ts'
import { runOnPostgres } from '../../support/run-on-postgres.ts'

const server = await startPostgres()

test.skipIf(!server)(
  'servers, agents, programs and browsers do with a chat on Postgres what they do with one on SQLite, also when killed',
  { timeout: 3_600_000 },
  async () => {
    if (!server) return
    await using running = server
    const { code, said, stores } = await runOnPostgres(running.url, 'e2e', ['test/e2e/chat'])
    expect(code, said.slice(-20_000)).toBe(0)
    expect(stores).toBeGreaterThan(20)
  },
)
