import { afterAll, expect, test } from 'vitest'
import { startPostgres } from '../support/postgres.ts'
import { rollUnderLoad } from '../support/rolling.ts'

const server = await startPostgres()
afterAll(async () => server?.[Symbol.asyncDispose]())

test.skipIf(!server)(
  'servers on one Postgres that are killed and replaced lose, repeat and disorder nothing',
  async () => {
    if (!server) return
    const { faults, acknowledged } = await rollUnderLoad(server, {
      totalMs: 15_000,
      phaseMs: 2_000,
    })
    expect(faults).toEqual([])
    expect(acknowledged).toBeGreaterThan(20)
  },
  180_000,
)
