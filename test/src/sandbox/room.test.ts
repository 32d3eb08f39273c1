// @module-tag full
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { STRANGER } from '../../../src/contract/principal.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import {
  type CallOptions,
  type HostilePool,
  hostilePool,
  isAlive,
  type LogLine,
  pidsOf,
} from '../../support/sandbox-pool.ts'

/** Lets two children take so much memory, each at work for one caller; returns their process ids. */
async function twoWith(
  megabytes: number,
  run: HostilePool['run'],
  callers: readonly CallOptions[] = [{}, {}],
): Promise<unknown[]> {
  const both = async (grown: number, ms: number) =>
    Promise.all(callers.map(async (caller) => run('growFor', [grown, ms], caller)))
  let pids = await both(0, 100)
  // Starting takes longer where the machine is busy.
  for (let ms = 200; new Set(pids).size < 2; ms *= 2) pids = await both(0, ms)
  return both(megabytes, 200)
}

/** What ended children, as the log says. */
function listEnds(lines: readonly LogLine[]): unknown[] {
  return lines.flatMap((line) => (line.msg === 'sandbox child ended' ? line['end'] : []))
}

test('while jobs take much memory only the children that have worked most are kept without work', async () => {
  const { run, fail, pool, lines } = hostilePool({
    limits: { maxRunning: 4, allMaxBytes: 650_000_000, recycleRssBytes: 2_000_000_000 },
  })
  await pool.isolation()
  let pids = new Set<unknown>()
  // Starting takes longer where the machine is busy.
  for (let ms = 300; pids.size < 4; ms *= 2) {
    pids = new Set(await Promise.all([1, 2, 3, 4].map(async () => run('hold', ms))))
  }
  // One that has worked most is used first.
  const most = await run('pid')
  expect(await run('grow', 300)).toBe(most)
  const abort = new AbortController()
  const held = fail('hold', PATIENCE_MS, { signal: abort.signal })
  const listAlive = () =>
    pidsOf(lines, 'a sandbox child is ready').filter((pid) => isAlive(pid as number))
  // Two stay, and the one at work.
  await expect.poll(() => listAlive().length).toBeLessThanOrEqual(3)
  expect(listAlive()).toContain(most)
  expect(listAlive().length).toBeGreaterThan(1)
  abort.abort()
  expect((await held).code).toBe('cancelled')
})

test('while jobs take much memory none is started beside two children for quick jobs that are busy for a moment', async () => {
  const { run, lines } = hostilePool({
    limits: { maxRunning: 4, allMaxBytes: 600_000_000, recycleRssBytes: 2_000_000_000 },
  })
  const [ann, bob, eve] = ['ann', 'bob', 'eve'].map((id) => ({ principal: { ...STRANGER, id } }))
  const starts = () => lines.filter(({ msg }) => msg === 'a sandbox child is started').length
  const twoAtOnce = async () => {
    // Longer than one would wait for the child of the other.
    await Promise.all([run('hold', 250, ann), run('hold', 250, bob)])
    // Long enough for a look at the memory, which ends what stands by beside these two.
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  for (let round = 0; round < 2; round += 1) await twoAtOnce()
  const large = run('growAndHold', 300, eve)
  await twoAtOnce()
  const before = starts()
  for (let round = 0; round < 2; round += 1) await twoAtOnce()
  expect(starts()).toBe(before)
  expect(await large).toBeTypeOf('number')
})

test('a job that works alone has the room of all children without work', async () => {
  const { run, lines } = hostilePool({
    limits: { maxRunning: 2, allMaxBytes: 400_000_000, recycleRssBytes: 2_000_000_000 },
  })
  await twoWith(60, run)
  expect(await run('growFor', [300, 500])).toBeTypeOf('number')
  expect(listEnds(lines)).toEqual([])
})

test('such a job leaves room to others that come with quick ones, or ends: busy only when it was done twice', async () => {
  const { run, fail, lines } = hostilePool({
    limits: { maxRunning: 3, allMaxBytes: 400_000_000, recycleRssBytes: 2_000_000_000 },
  })
  const [ann, bob] = ['ann', 'bob'].map((id) => ({ principal: { ...STRANGER, id } }))
  // No more than children usually take: there is room for it beside all that is promised.
  const warm = await run('grow', 10, ann)
  for (let job = 0; job < 10; job++) await run('hold', 1, ann)
  expect((await fail('growAndHold', 375, bob)).code).toBe('unavailable')
  expect(listEnds(lines)).toEqual(['crowded', 'crowded'])
  expect(await run('hold', 1, ann)).toBe(warm)
})

test('of jobs that are too large together that of whoever is quick stays, however large, and the other is done when there is room', async () => {
  const { run, lines } = hostilePool({
    limits: { maxRunning: 3, allMaxBytes: 400_000_000, recycleRssBytes: 2_000_000_000 },
  })
  const [ann, bob] = ['ann', 'bob'].map((id) => ({ principal: { ...STRANGER, id } }))
  for (let job = 0; job < 10; job++) await run('growFor', [0, 1], ann)
  const ended: string[] = []
  const jobs = [run('growFor', [230, 3_000], ann), run('growFor', [200, 1_500], bob)]
  await Promise.all(jobs.map(async (job, index) => job.then(() => ended.push('ab'.charAt(index)))))
  expect([ended, listEnds(lines)]).toEqual([['a', 'b'], ['crowded']])
})

test('whoever is alone never hears that the server is busy, however much memory their jobs need together', async () => {
  const { run, lines } = hostilePool({
    limits: {
      maxRunning: 4,
      allMaxBytes: 400_000_000,
    },
  })
  const jobs = Array.from({ length: 4 }, async () => run('growAndHold', 200))
  const pids = await Promise.all(jobs)
  expect(new Set(pids).size).toBe(4)
  expect(listEnds(lines)).toContain('crowded')
})

test('whoever is alone is told that a document is too large where it has all memory, not that the server is busy', async () => {
  const { fail } = hostilePool({ limits: { maxRunning: 4, allMaxBytes: 300_000_000 } })
  expect(await fail('growAndHold', 350)).toMatchObject({ code: 'unparsable' })
})

test('a job that was ended for the memory of others waits for its room before it is busy', async () => {
  const { run, fail, lines } = hostilePool({
    limits: { maxRunning: 3, allMaxBytes: 400_000_000, recycleRssBytes: 2_000_000_000 },
  })
  const [ann, bob] = ['ann', 'bob'].map((id) => ({ principal: { ...STRANGER, id } }))
  for (let job = 0; job < 10; job++) await run('growFor', [0, 1], ann)
  const abort = new AbortController()
  const held = fail('growFor', [230, PATIENCE_MS], { ...ann, signal: abort.signal })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const refused = fail('growFor', [200, PATIENCE_MS], bob)
  while (listEnds(lines).length === 0) await nextTurn()
  vi.advanceTimersByTime(PATIENCE_MS)
  expect((await refused).message).toContain('too much memory together')
  abort.abort()
  expect((await held).code).toBe('cancelled')
})

test('children are begun only where there is room for them, and what waits is done by those that live', async () => {
  const { run, lines } = hostilePool({
    limits: { maxRunning: 16, allMaxBytes: 200_000_000, childUsualBytes: 65_000_000 },
  })
  const callers = Array.from({ length: 8 }, (_, index) => ({ ...STRANGER, id: `caller ${index}` }))
  const jobs = callers.flatMap((principal) =>
    [1, 2, 3].map(async () => run('hold', 30, { principal })),
  )
  expect(new Set(await Promise.all(jobs)).size).toBeLessThanOrEqual(3)
  expect(listEnds(lines)).toEqual([])
})

test.each([40_000_000, 64_000_000, 200_000_000])(
  'a job is done in memory for hardly one child (%d bytes), whoever came before',
  async (allMaxBytes) => {
    const { run } = hostilePool({
      limits: { maxRunning: 4, eachMaxBytes: 500_000_000, allMaxBytes },
    })
    const [ann, bob] = ['ann', 'bob'].map((id) => ({ principal: { ...STRANGER, id } }))
    for (const job of ['echo', 'echo', 'sleep'] as const) {
      expect(await run(job, 1, ann)).toBe(1)
      expect(await run(job, 2, bob)).toBe(2)
    }
  },
)

test('after others made room for such a job one child is enough for quick ones for a while', async () => {
  const { run, lines } = hostilePool({
    limits: { maxRunning: 4, allMaxBytes: 430_000_000, recycleRssBytes: 2_000_000_000 },
  })
  const [ann, bob, eve] = (['ann', 'bob', 'eve'] as const).map((id) => ({
    principal: { ...STRANGER, id },
  })) as [CallOptions, CallOptions, CallOptions]
  const starts = () => lines.filter(({ msg }) => msg === 'a sandbox child is started').length
  const pids = await twoWith(60, run, [ann, bob])
  const large = run('growAndHold', 320, eve)
  const takenAway = () =>
    lines.filter(
      (line) => line.msg === 'a sandbox child is taken away' && pids.includes(line['childPid']),
    )
  await expect.poll(() => takenAway().length).toBe(1)
  const before = starts()
  expect(await large).toBeTypeOf('number')
  expect(takenAway()).toHaveLength(1)
  for (let round = 0; round < 3; round += 1) await run('growFor', [0, 250], ann)
  expect(starts()).toBe(before)
})
