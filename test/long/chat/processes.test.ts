import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { serveBellhop, tempDir } from '../../support/bellhop.ts'
import { faultsOf, hear, registerFor, talk } from '../../support/chat-load.ts'

const PROCESSES = 4
const DURATION_MS = 30_000

test('four processes on one file for thirty seconds: no error, no lost event', async () => {
  using dir = tempDir()
  const args = ['--data-dir', dir.path, '--chat-rate-limits', 'off', '--toolsets', 'chat']
  await using servers = new AsyncDisposableStack()
  const first = servers.use(await serveBellhop(args))
  const account = first.owner()
  const urls = [first.url]
  while (urls.length < PROCESSES) urls.push(servers.use(await serveBellhop(args)).url)
  const hush = new AbortController()
  const enough = new AbortController()
  const queues = await Promise.all(urls.map(async (url) => registerFor(() => url, account)))
  // Each queue is served by another process than the one it was registered at.
  const hearings = queues.map(async (queue, index) =>
    hear(() => urls[(index + 1) % PROCESSES], account, queue, enough.signal),
  )
  const talks = urls.map(async (url, index) =>
    talk(
      () => url,
      account,
      { name: `talker ${index}`, queueId: queues[index] ?? '' },
      hush.signal,
    ),
  )
  await sleep(DURATION_MS)
  hush.abort()
  const talked = await Promise.all(talks)
  // Only now is everything said.
  enough.abort()
  const heard = await Promise.all(hearings)
  const counts = talked.map(({ acknowledged }) => acknowledged.size)
  const longest = Math.max(...talked.map(({ longestWaitMs }) => longestWaitMs))
  console.log(`4 processes, 30 s: ${counts.join(', ')} messages; ${longest.toFixed(0)} ms`)
  expect(heard.flatMap((hearing) => faultsOf(hearing, talked))).toEqual([])
  expect(talked.map(({ retries }) => retries)).toEqual([0, 0, 0, 0])
  expect(Math.min(...counts)).toBeGreaterThan(30)
  expect(longest).toBeLessThan(1_000)
})
