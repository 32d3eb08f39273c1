import { setTimeout as sleep } from 'node:timers/promises'
import type { TestPostgres } from '../../test/support/postgres.ts'
import { type BenchServer, serveChat } from '../chat/servers.ts'
import { follow } from './stage.ts'

const COUNT = 1_000
const MCP_VERSION = '2025-11-25'
/** V8 gives memory back some seconds after it has collected it. */
const SETTLE_MS = 10_000

/** What waiting clients keep in the memory of a process; a sentence. */
export async function measureMemory(postgres: TestPostgres): Promise<string> {
  const room = String(2 * COUNT)
  const limits = ['sessions', 'sessions-per-caller', 'sessions-per-address']
  const flags = limits.flatMap((limit) => [`--mcp-${limit}`, room])
  await using server = await serveChat(COUNT + 8, postgres.newUrl(), flags)
  for (let n = 0; n < 20; n += 1) await openSession(server)
  const start = await settled(server)
  for (let n = 0; n < COUNT; n += 1) await openSession(server)
  const sessions = (await settled(server)) - start
  const between = await settled(server)
  // They end with their server.
  for (let n = 0; n < COUNT; n += 1)
    follow(
      server,
      () => {},
      () => false,
    ).catch(() => undefined)
  const polls = (await settled(server)) - between
  return `Memory of a process: ${start.toFixed(0)} MiB with nobody, +${sessions.toFixed(0)} MiB for 1,000 sessions of MCP clients of the 2025 era (those of 2026-07-28 have none), +${polls.toFixed(0)} MiB for 1,000 waiting polls.`
}

async function settled(server: BenchServer): Promise<number> {
  await sleep(SETTLE_MS)
  return server.memoryMib() ?? Number.NaN
}

async function openSession({ url, key }: BenchServer): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${key}`,
  }
  const params = {
    protocolVersion: MCP_VERSION,
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  }
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  })
  if (!response.ok) throw new Error(await response.text())
  await response.arrayBuffer()
}
