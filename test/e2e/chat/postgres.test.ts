// @module-tag full
import { afterAll, describe, expect, test } from 'vitest'
import { killUnderLoad } from '../../support/chat-kill.ts'
import { shareUnderLoad } from '../../support/chat-postgres.ts'
import { startPostgres } from '../../support/postgres.ts'

const server = await startPostgres()
afterAll(async () => server?.[Symbol.asyncDispose]())

describe.skipIf(!server)('servers with their chat on Postgres', () => {
  test('two on one that stops and starts lose and skip no event', async () => {
    if (!server) return
    const { faults, acknowledged } = await shareUnderLoad(server, { stops: 1, phaseMs: 1_500 })
    expect(faults).toEqual([])
    expect(acknowledged).toBeGreaterThan(10)
  })

  test('one that is killed while people talk loses, repeats and disorders nothing', async () => {
    const { faults, acknowledged } = await killUnderLoad(2, 500, server?.url)
    expect(faults).toEqual([])
    expect(acknowledged).toBeGreaterThan(3)
  })
})
