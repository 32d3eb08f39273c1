import { expect, test } from 'vitest'
import { shareUnderLoad } from '../../support/chat-postgres.ts'
import { startPostgres } from '../../support/postgres.ts'

const server = await startPostgres()

test.skipIf(!server)(
  'two processes on a Postgres that stops and starts lose and skip no event',
  async () => {
    if (!server) return
    await using running = server
    const { faults, ...report } = await shareUnderLoad(running, { stops: 10, phaseMs: 3_000 })
    console.log('2 processes on one Postgres, 10 stops:', report)
    expect(faults).toEqual([])
    expect(report.acknowledged).toBeGreaterThan(100)
    expect(report.retries).toBeGreaterThan(0)
  },
)
