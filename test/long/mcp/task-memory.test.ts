import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { serveBellhop, tempDir } from '../../support/bellhop.ts'
import { memoryOf, REPORTS_MEMORY } from '../../support/session-memory.ts'
import { httpClient, type RawClient } from '../../support/task-client.ts'

const MEBIBYTE = 1024 * 1024
const COUNT = 1_000
const CALLERS = 10
/** Calls under way at once: each is answered after some seconds, as a task. */
const BATCH = 250
/** The engine gives memory back some seconds after it has collected it. */
const SETTLE_MS = 10_000

test('a thousand questions that wait cost 20 MB at most', async () => {
  using dir = tempDir()
  const keyFile = join(dir.path, 'keys')
  const keys = Array.from({ length: CALLERS }, (_, n) => `key-of-caller-${n}-${'k'.repeat(20)}`)
  writeFileSync(keyFile, keys.map((key, n) => `caller${n} ${key}\n`).join(''))
  await using server = await serveBellhop(
    ['--data-dir', dir.path, '--key-file', keyFile, '--chat-rate-limits', 'off'],
    REPORTS_MEMORY,
  )
  const clients = keys.map((key) => httpClient(`${server.url}/mcp`, key))
  const settled = async () => {
    await memoryOf(server)
    await delay(SETTLE_MS)
    return memoryOf(server)
  }
  await askAll(clients, BATCH, 5)
  const before = await settled()
  const ids: (readonly [RawClient, string])[] = []
  for (let n = 0; n < COUNT; n += BATCH) ids.push(...(await askAll(clients, BATCH, 50)))
  const after = await settled()
  const states = await Promise.all(
    ids.map(async ([client, taskId]) => client.request('tasks/get', { taskId })),
  )
  expect(states.filter(({ status }) => status === 'working')).toHaveLength(COUNT)
  const heapMib = (after.heapUsed - before.heapUsed) / MEBIBYTE
  const rssMib = (after.rss - before.rss) / MEBIBYTE
  process.stdout.write(
    `${COUNT} waiting tasks: heap +${heapMib.toFixed(1)} MiB, resident +${rssMib.toFixed(1)} MiB\n`,
  )
  expect(heapMib).toBeLessThan(20_000_000 / MEBIBYTE)
})

/** Asks the owner in the names of all callers; returns the tasks that the questions became. */
async function askAll(clients: readonly RawClient[], count: number, seconds: number) {
  const call = { name: 'ask', arguments: { people: ['Owner'], question: 'Ship it?', seconds } }
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const client = clients[n % clients.length] as RawClient
      const { resultType, taskId } = await client.request('tools/call', call)
      expect(resultType).toBe('task')
      return [client, String(taskId)] as const
    }),
  )
}
