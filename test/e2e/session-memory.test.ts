import { expect, test } from 'vitest'
import { memoryOf, openSession, serveSessions } from '../support/session-memory.ts'

const SESSION_MAX_BYTES = 60 * 1024
const COUNT = 200

test('an idle session costs little', async () => {
  await using server = await serveSessions(2 * COUNT)
  const mcpUrl = `${server.url}/mcp`
  // The first ones load code, and fill what is kept ready for the most recent ones.
  for (let n = 0; n < 50; n += 1) await openSession(mcpUrl)
  const before = await memoryOf(server)
  for (let n = 0; n < COUNT; n += 1) await openSession(mcpUrl)
  const after = await memoryOf(server)
  expect((after.heapUsed - before.heapUsed) / COUNT).toBeLessThan(SESSION_MAX_BYTES)
})
