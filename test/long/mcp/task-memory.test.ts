import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { serveBellhop, tempDir } from '../../support/bellhop.ts'
import { openStoreOf } from '../../support/database.ts'
import { memoryOf, REPORTS_MEMORY } from '../../support/session-memory.ts'
import { httpClient, type RawClient } from '../../support/task-client.ts'

const MEBIBYTE = 1024 * 1024
const COUNT = 1_000
const CALLERS = 10
/** Calls under way at once: each is answered after some seconds, as a task. */
const BATCH = 250
/** The engine gives memory back some seconds after it has collected it. */
const SETTLE_MS = 8_000

test('a thousand waits that are tasks cost 20 MB at most', async () => {
  using dir = tempDir()
  const keyFile = join(dir.path, 'keys')
  const keys = Array.from({ length: CALLERS }, (_, n) => `key-of-caller-${n}-${'k'.repeat(20)}`)
  writeFileSync(keyFile, keys.map((key, n) => `caller${n} ${key}\n`).join(''))
  await using server = await serveBellhop(
    ['--data-dir', dir.path, '--key-file', keyFile, '--chat-rate-limits', 'off'],
    REPORTS_MEMORY,
  )
  const waiters: Waiter[] = []
  for (const key of keys) waiters.push(await openWaiter(`${server.url}/mcp`, key))
  const settled = async () => {
    await memoryOf(server)
    await delay(SETTLE_MS)
    return memoryOf(server)
  }
  // What so many requests leave behind is not what waiting costs.
  for (let n = 0; n < COUNT; n += BATCH) await waitAll(waiters, BATCH, 4)
  const before = await settled()
  for (let n = 0; n < COUNT; n += BATCH) await waitAll(waiters, BATCH, 50)
  const after = await settled()
  expect(await countWaiting(dir.path)).toBe(COUNT)
  const heapMib = (after.heapUsed - before.heapUsed) / MEBIBYTE
  const rssMib = (after.rss - before.rss) / MEBIBYTE
  process.stdout.write(
    `${COUNT} waiting tasks: heap +${heapMib.toFixed(1)} MiB, resident +${rssMib.toFixed(1)} MiB\n`,
  )
  expect(heapMib).toBeLessThan(20_000_000 / MEBIBYTE)
})

/** Waits for events in the names of all callers, until these waits are tasks. */
async function waitAll(waiters: readonly Waiter[], count: number, seconds: number): Promise<void> {
  const calls = Array.from({ length: count }, async (_, n) => {
    const { client, cursor } = waiters[n % waiters.length] as Waiter
    const call = { name: 'chat_wait_for_events', arguments: { cursor, seconds } }
    const { resultType } = await client.request('tools/call', call)
    expect(resultType).toBe('task')
  })
  await Promise.all(calls)
}

/** How many tasks are at work. */
async function countWaiting(folder: string): Promise<number> {
  const store = await openStoreOf(folder)
  const tasks = store.db.selectFrom('mcp_task').select('id').where('status', '=', 'working')
  const rows = await tasks.execute()
  await store.close()
  return rows.length
}

interface Waiter {
  client: RawClient
  cursor: unknown
}

/** A client with an account that nothing happens to. */
async function openWaiter(url: string, key: string): Promise<Waiter> {
  const client = httpClient(url, key)
  const call = { name: 'chat_wait_for_events', arguments: { seconds: 0 } }
  const { structuredContent } = await client.request('tools/call', call)
  return { client, cursor: structuredContent.cursor }
}
