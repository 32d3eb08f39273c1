import { describe, expect, test } from 'vitest'
import { scheduleUnderFire } from '../../support/chat-scheduled.ts'
import { startPostgres } from '../../support/postgres.ts'

const server = await startPostgres()
const fire = { processes: 4, messages: 600, kills: 5 }

describe('what is due is sent once by four servers, which are killed again and again while they send', () => {
  test('on SQLite', async () => {
    const report = await scheduleUnderFire(fire)
    expect(report).toEqual({ interruptions: fire.kills, faults: [] })
  })

  test.skipIf(!server)('on Postgres', async () => {
    if (!server) return
    await using running = server
    const report = await scheduleUnderFire({ ...fire, database: running.url })
    expect(report).toEqual({ interruptions: fire.kills, faults: [] })
  })
})
