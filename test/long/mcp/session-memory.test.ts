import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Served } from '../../support/bellhop.ts'
import {
  listen,
  type Memory,
  memoryOf,
  openSession,
  serveSessions,
} from '../../support/session-memory.ts'

const MEBIBYTE = 1024 * 1024
const COUNT = 1_000
/** The engine gives memory back some seconds after it has collected it. */
const SETTLE_MS = 12_000

async function settled(server: Served): Promise<Memory> {
  await memoryOf(server)
  await delay(SETTLE_MS)
  return memoryOf(server)
}

test.each(['idle', 'listening'])('a thousand %s sessions cost 60 MiB at most', async (kind) => {
  await using server = await serveSessions(COUNT + 50)
  const mcpUrl = `${server.url}/mcp`
  for (let n = 0; n < 50; n += 1) await openSession(mcpUrl)
  const before = await settled(server)
  const stop = new AbortController()
  for (let n = 0; n < COUNT; n += 1) {
    const session = await openSession(mcpUrl)
    if (kind === 'listening') await listen(mcpUrl, session, stop.signal)
  }
  const after = await settled(server)
  const heapMib = (after.heapUsed - before.heapUsed) / MEBIBYTE
  const rssMib = (after.rss - before.rss) / MEBIBYTE
  process.stdout.write(
    `${COUNT} ${kind} sessions: heap +${heapMib.toFixed(1)} MiB, resident +${rssMib.toFixed(1)} MiB\n`,
  )
  expect(heapMib).toBeLessThan(60)
  expect(rssMib).toBeLessThan(60)
  stop.abort()
})
