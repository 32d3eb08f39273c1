// @module-tag full
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { CHILD_SEMI_SPACE_MAX_MB } from '../../../src/sandbox/limits.ts'
import { chooseCombinations } from '../../support/combinations.ts'
import {
  causeOf,
  hostilePool,
  openHostilePool,
  pidsOf,
  processGone,
  type HostileJob,
} from '../../support/sandbox-pool.ts'

const SPIN_DEADLINE_MS = 700
/** Long enough for a machine that is busy with other things. */
const HEAP_DEADLINE_MS = 60_000
/** Less than children get by default, so that it is full sooner. */
const HEAP_MAX_MB = 64

/** More than all children get by default, so that reading deeply nested JSON comes to its own end. */
const ALL_MAX_BYTES = 500_000_000

const shared = openHostilePool({
  limits: { heapMaxMb: HEAP_MAX_MB, allMaxBytes: ALL_MAX_BYTES },
})
afterAll(() => shared.pool.close())

/** Each bomb, the deadline it gets, and what must have ended it. */
const bombs: readonly [HostileJob, number, RegExp][] = [
  ['spin', SPIN_DEADLINE_MS, /deadline: 700 ms/],
  ['backtrack', SPIN_DEADLINE_MS, /deadline: 700 ms/],
  ['deafSpin', SPIN_DEADLINE_MS, /deadline: 700 ms/],
  // Small objects: only the heap cap sees them in time.
  ['heapPush', HEAP_DEADLINE_MS, /exit: .*SIGABRT/],
  ['heapMap', HEAP_DEADLINE_MS, /exit: .*SIGABRT/],
  // Large ones: whichever limit is first.
  ['heapFill', SPIN_DEADLINE_MS, /exit: .*SIGABRT|memory: \d+ bytes|deadline/],
  ['heapFillHoley', SPIN_DEADLINE_MS, /exit: .*SIGABRT|memory: \d+ bytes|deadline/],
  ['heapStrings', HEAP_DEADLINE_MS, /exit: .*SIGABRT|memory: \d+ bytes/],
  ['heapSplit', HEAP_DEADLINE_MS, /exit: .*SIGABRT|memory: \d+ bytes/],
  ['heapMatch', HEAP_DEADLINE_MS, /exit: .*SIGABRT|memory: \d+ bytes/],
  // Outside the heap: only the memory watch sees them.
  ['buffers', HEAP_DEADLINE_MS, /memory: \d+ bytes/],
  ['exit', HEAP_DEADLINE_MS, /exit: exit code 0/],
  ['abort', HEAP_DEADLINE_MS, /exit: .*SIGABRT/],
  ['lateThrow', HEAP_DEADLINE_MS, /exit: exit code 1/],
  ['nestingStack', HEAP_DEADLINE_MS, /RangeError: Maximum call stack/],
  ['nestingJson', HEAP_DEADLINE_MS, /SyntaxError|RangeError|SIGABRT/],
]

// One for each limit that ends a child, and for each way to end by itself.
test.each(chooseCombinations(bombs, [0, 3, 10, 11, 13, 14]))(
  '%s kills at most its own child',
  async (job, deadlineMs, cause) => {
    const pid = (await shared.run('pid')) as number
    const error = await shared.fail(job, undefined, { deadlineMs })
    expect(error.code).toBe('unparsable')
    expect(error.hint).toContain('try another')
    expect(causeOf(error)).toMatch(cause)
    expect(`${error.message} ${error.hint}`).not.toMatch(/deadline|SIGABRT|bytes/)
    expect(await shared.run('echo', job)).toBe(job)
    // A throw leaves the child alive; everything else must have ended it, also against its will.
    const threw = causeOf(error).startsWith('in the sandbox')
    expect(threw || (await processGone(pid))).toBe(true)
  },
)

test('new objects of a child have a bounded room, however large the machine', async () => {
  const bytes = (await shared.run('youngHeap')) as number
  expect(bytes).toBeGreaterThan(1_000_000)
  expect(bytes).toBeLessThanOrEqual(2 * CHILD_SEMI_SPACE_MAX_MB * 2 ** 20)
})

test('while a bomb runs other calls are answered, and the next job has a child that stood by', async () => {
  // Each bomb meets the limit of its own kind: one that takes the room of others leaves none standing by for a while.
  const { run, fail, lines } = hostilePool({ limits: { heapMaxMb: HEAP_MAX_MB } })
  // As the pool sees it: processes also live while they start and while a large one ends.
  const listStanding = () => {
    const gone = new Set(pidsOf(lines, 'a sandbox child is taken away'))
    return pidsOf(lines, 'a sandbox child is ready').filter((pid) => !gone.has(pid))
  }
  await run('pid')
  const server = createServer((_request, response) => response.end('ok'))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  for (const job of ['spin', 'heapSplit', 'buffers'] as const) {
    // For ten seconds after a bomb took the room of others, only one stands by.
    await expect.poll(() => listStanding().length).toBeGreaterThanOrEqual(2)
    const standing = listStanding()
    const failing = fail(job, undefined, { deadlineMs: SPIN_DEADLINE_MS })
    const first = await Promise.race([failing.then(() => 'the bomb'), askServer(port)])
    expect(first, job).toBe('an answer')
    await failing
    expect(standing, job).toContain(await run('pid'))
  }
})

async function askServer(port: number): Promise<string> {
  const [response] = (await once(get({ host: '127.0.0.1', port }), 'response')) as [
    NodeJS.ReadableStream,
  ]
  response.resume()
  await once(response, 'end')
  return 'an answer'
}
