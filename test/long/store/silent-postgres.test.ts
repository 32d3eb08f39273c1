import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPostgres } from '../../../src/store/postgres/postgres.ts'
import { startPostgres } from '../../support/postgres.ts'
import { names, quietLog, sample } from '../../support/store-backend.ts'

const server = await startPostgres()

test.skipIf(!server)(
  'a connection that stops answering is given up, and the next read has another',
  { timeout: 60_000 },
  async () => {
    await using running = server
    const store = await openPostgres({ url: running?.url ?? '', log: quietLog })
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
      sample(store.db),
    )
    const pid = rows[0]?.pid ?? 0
    expect(pid).toBeGreaterThan(1)
    process.kill(pid, 'SIGSTOP')
    try {
      await expect(names(store)).rejects.toMatchObject({ code: 'unavailable' })
      expect(await names(store)).toEqual([])
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await store.close()
  },
)
