// @module-tag full
import { expect, test } from 'vitest'
import { READY_SESSIONS_MAX_COUNT } from '../../../src/mcp/limits.ts'
import { memoryOf, openSession, serveSessions } from '../../support/session-memory.ts'

const SESSION_MAX_BYTES = 60 * 1024
const COUNT = 60
/** The first ones load code, and fill what is kept ready for the most recent ones. */
const WARM_UP_COUNT = READY_SESSIONS_MAX_COUNT + 3

test('an idle session costs little', async () => {
  await using server = await serveSessions(2 * COUNT)
  const mcpUrl = `${server.url}/mcp`
  for (let n = 0; n < WARM_UP_COUNT; n += 1) await openSession(mcpUrl)
  const before = await memoryOf(server)
  for (let n = 0; n < COUNT; n += 1) await openSession(mcpUrl)
  const after = await memoryOf(server)
  expect((after.heapUsed - before.heapUsed) / COUNT).toBeLessThan(SESSION_MAX_BYTES)
})
