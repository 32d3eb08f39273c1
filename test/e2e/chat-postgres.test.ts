import { expect, test } from 'vitest'
import { shareUnderLoad } from '../support/chat-postgres.ts'
import { startPostgres } from '../support/postgres.ts'

const server = await startPostgres()

test.skipIf(!server)(
  'two servers on a Postgres that stops and starts lose and skip no event',
  async () => {
    if (!server) return
    await using running = server
    const { faults, acknowledged } = await shareUnderLoad(running, { stops: 1, phaseMs: 1_500 })
    expect(faults).toEqual([])
    expect(acknowledged).toBeGreaterThan(10)
  },
)
