import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { STRANGER } from '../../../src/contract/principal.ts'
import { ByteBudget } from '../../../src/lib/byte-budget.ts'
import type { Interval } from '../../support/sandbox-hostile-child.ts'
import {
  type CallOptions,
  causeOf,
  type HostilePool,
  hostilePool,
  type LogLine,
  openHostilePool,
  processGone,
} from '../../support/sandbox-pool.ts'

const START_MAX_MS = 10_000
const PARENT = fileURLToPath(new URL('../../support/sandbox-parent.ts', import.meta.url))

const shared = openHostilePool()
afterAll(() => shared.pool.close())

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

function childProcesses(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
}

test('starts nothing until the first job', async () => {
  const before = childProcesses()
  const { run, pool } = hostilePool()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(childProcesses()).toBe(before)
  expect(await run('pid')).toBeTypeOf('number')
  expect((await pool.isolation()).kind).toBe('process')
})

test('a job refuses before it starts when its caller is gone already', async () => {
  const before = childProcesses()
  const { fail } = hostilePool()
  const error = await fail('pid', undefined, { signal: AbortSignal.abort() })
  expect(error.code).toBe('cancelled')
  expect(childProcesses()).toBe(before)
})

test('carries a megabyte and bytes both ways', async () => {
  const input = { text: 'é'.repeat(1 << 20), bytes: Buffer.from('héllo').subarray(1, 4) }
  const output = (await shared.run('echo', input)) as typeof input
  expect(output.text).toBe(input.text)
  expect([...output.bytes]).toEqual([...input.bytes])
})

test('a result takes room of its call, and is refused where there is none', async () => {
  const room = new ByteBudget({ maxBytes: 3_000_000, shareMaxBytes: 1_500_000, waitMaxMs: 0 })
  const input = 'x'.repeat(1_000_000)
  using results = room.lease('ann')
  expect(await shared.run('echo', input, { results })).toBe(input)
  expect(room.usedBytes).toBeGreaterThan(1_000_000)
  expect(await shared.fail('echo', input, { results })).toMatchObject({ code: 'unavailable' })
  expect(await shared.run('echo', 'small', { results })).toBe('small')
  results.shrinkTo()
  expect(await shared.run('echo', input, { results })).toBe(input)
})

test('an OperationError crosses with code, message, hint and fields; its cause is for the log', async () => {
  const error = await shared.fail('refuse')
  expect(error).toMatchObject({
    code: 'needs_javascript',
    message: 'An empty shell.',
    hint: 'Try the feed.',
    fields: { bytes: 12 },
  })
  expect(causeOf(error)).toContain('inner reason')
})

test('any other throw is unparsable, without a word of the document', async () => {
  const error = await shared.fail('throwPlain')
  expect(error.code).toBe('unparsable')
  expect(`${error.message} ${error.hint}`).not.toContain('hostile detail')
  expect(causeOf(error)).toContain('a hostile detail of the document')
  expect(JSON.stringify(shared.lines)).toContain('a hostile detail of the document')
})

test('tells of progress while a job runs, in order, and of nothing after its end', async () => {
  const steps: number[][] = []
  const progress = (...step: number[]): void => void steps.push(step)
  expect(await shared.run('progress', 3, { progress })).toBe('done')
  expect(steps).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ])
  // The late report of the job before must not end the child.
  await shared.run('sleep', 20)
  expect(await shared.run('progress', 1)).toBe('done')
  expect(steps).toHaveLength(3)
})

test('a child that reports without end, or for another job, ends', async () => {
  const { run, fail } = hostilePool({ limits: { progressMaxCount: 5 } })
  expect(await run('progress', 5)).toBe('done')
  expect(causeOf(await fail('progress', 6))).toContain('too much progress')
  expect(causeOf(await fail('foreignProgress', undefined, { deadlineMs: 5_000 }))).toContain(
    'not the reply',
  )
})

test('a parser that cannot be loaded is our fault, not the document’s', async () => {
  expect((await shared.fail('missingModule')).code).toBe('internal')
})

test('a result that cannot be copied is unparsable', async () => {
  expect((await shared.fail('unsendable')).code).toBe('unparsable')
})

test.each(['garbage', 'forge', 'announceHuge', 'badCode'] as const)(
  'a child that sends nonsense (%s) harms nobody',
  async (job) => {
    const before = process.memoryUsage.rss()
    const error = await shared.fail(job, undefined, { deadlineMs: 5_000 })
    expect(error.code).toBe('unparsable')
    expect(causeOf(error)).toMatch(/malformed|oversize/)
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000)
    expect(await shared.run('echo', 1)).toBe(1)
  },
)

test('caps the input and the result', async () => {
  const { run, fail } = hostilePool({
    limits: { inputMaxBytes: 1_000_000, resultMaxBytes: 2_000_000 },
  })
  const large = await fail('echo', new Uint8Array(1_000_000))
  expect(large.code).toBe('too_large')
  expect(large.fields['maxBytes']).toBe(1_000_000)
  expect(await run('result', 1)).toHaveLength(1_000_000)
  const error = await fail('result', 3)
  expect(error.code).toBe('unparsable')
  expect(causeOf(error)).toContain('oversize')
})

test('abort kills the child of the job, and only that', async () => {
  const { run, fail } = hostilePool({ limits: { maxRunning: 2 } })
  const pid = (await run('pid')) as number
  const abort = new AbortController()
  const spinning = fail('spin', undefined, { signal: abort.signal })
  const sleeping = run('sleep', 300)
  abort.abort()
  expect((await spinning).code).toBe('cancelled')
  expect(await processGone(pid)).toBe(true)
  expect(await sleeping).toBe(300)
})

test('abort takes a waiting job out of the queue', async () => {
  const { run, fail } = hostilePool({ limits: { maxRunning: 1, queueMaxJobs: 1 } })
  await run('pid')
  const sleeping = run('sleep', 200)
  const abort = new AbortController()
  const waiting = fail('spin', undefined, { signal: abort.signal })
  abort.abort()
  expect((await waiting).code).toBe('cancelled')
  // Its place is free again, and it never runs.
  expect(await Promise.all([sleeping, run('echo', 1)])).toEqual([200, 1])
})

test('concurrent jobs run apart: a crash leaves the other alone', async () => {
  const { run, fail } = hostilePool({ limits: { maxRunning: 3 } })
  const [slept, exited, spun] = await Promise.all([
    run('sleep', 400),
    fail('exit'),
    fail('spin', undefined, { deadlineMs: 200 }),
  ])
  expect(slept).toBe(400)
  expect([exited.code, spun.code]).toEqual(['unparsable', 'unparsable'])
})

test('runs at most maxRunning jobs at a time, and so many', async () => {
  const { run } = hostilePool({ limits: { maxRunning: 2 } })
  // Started beforehand: on a busy machine a start takes longer than a job.
  await Promise.all([run('sleep', 100), run('sleep', 100)])
  const jobs = Array.from({ length: 5 }, () => run('interval', 400) as Promise<Interval>)
  const intervals = await Promise.all(jobs)
  const running = intervals.map(
    ({ fromMs }) => intervals.filter((one) => one.fromMs <= fromMs && fromMs < one.toMs).length,
  )
  expect(Math.max(...running)).toBe(2)
})

test('the queue is bounded in jobs, bytes and time', async () => {
  const { run, fail, pool } = hostilePool({
    limits: { maxRunning: 1, queueMaxJobs: 2, queueMaxBytes: 1_500_000, queueWaitMaxMs: 300 },
  })
  await pool.isolation()
  const megabyte = new Uint8Array(1_000_000)
  const others = { principal: { ...STRANGER, id: 'somebody else' } }
  const running = run('sleep', 700, others)
  const waits = fail('echo', megabyte)
  expect(await fail('echo', megabyte)).toMatchObject({ code: 'unavailable', retryable: true })
  const waitsToo = fail('echo', 1)
  expect((await fail('echo', 2)).message).toContain('too many documents wait')
  expect((await waits).message).toContain('no parser became free')
  expect((await waitsToo).code).toBe('unavailable')
  expect(await running).toBe(700)
  expect(await run('echo', megabyte, others)).toHaveLength(1_000_000)
})

test('a child is replaced after so many jobs when another one is ready, and when it has grown', async () => {
  const { run } = hostilePool({ limits: { recycleAfterJobs: 3, recycleRssBytes: 300_000_000 } })
  const first = (await run('pid')) as number
  for (let job = 1; job < 3; job++) expect(await run('pid')).toBe(first)
  // The next one has started meanwhile, or starts now.
  let pid = await run('pid')
  while (pid === first) pid = await run('hold', 50)
  expect(await processGone(first)).toBe(true)
  const grown = (await run('grow', 300)) as number
  expect(await run('pid')).not.toBe(grown)
  expect(await processGone(grown)).toBe(true)
})

test('a job that comes again and again is loaded by the next child before it is ready', async () => {
  const { run } = hostilePool({ limits: { recycleAfterJobs: 4 } })
  expect(await run('loaded')).toEqual([])
  expect(await run('pid')).toBeTypeOf('number')
  // From its second time on.
  let loaded = await run('loaded')
  while ((loaded as string[]).length === 0) loaded = await run('loaded')
  expect(loaded).toEqual(['loaded'])
})

test('a heavy principal gets a child of its own while light ones are there', async () => {
  const { run, fail } = hostilePool({ limits: { maxRunning: 2 } })
  const [ann, bob] = ['ann', 'bob'].map((id) => ({ principal: { ...STRANGER, id } }))
  const light: unknown[] = []
  const heavy: unknown[] = []
  await fail('spin', undefined, { ...ann, deadlineMs: 1_500 })
  for (let job = 0; job < 6; job++) {
    light.push(await run('pid', undefined, bob))
    heavy.push(await run('pid', undefined, ann))
  }
  expect(new Set(heavy).intersection(new Set(light)).size).toBe(0)
})

test('whoever is new leaves the last child with loaded engines to those whose jobs are quick', async () => {
  const { run, fail } = hostilePool({ limits: { maxRunning: 3 } })
  const [ann, bob] = ['ann', 'bob'].map((id) => ({ principal: { ...STRANGER, id } }))
  const warm = await run('pid', undefined, ann)
  const spinning = fail('spin', undefined, { ...bob, deadlineMs: 900 })
  for (let job = 0; job < 5; job++) expect(await run('pid', undefined, ann)).toBe(warm)
  expect((await spinning).code).toBe('unparsable')
  expect(await run('pid', undefined, ann)).toBe(warm)
})

test('a job of whoever is quick waits for an engine rather than load it, and not for long', async () => {
  const { run } = hostilePool({ limits: { maxRunning: 4 } })
  const warm = await run('hold', 1)
  // Others are idle now, and have loaded nothing.
  const other = { principal: { ...STRANGER, id: 'bob' } }
  await vi.waitFor(
    async () => expect(await run('pid', undefined, other)).not.toBe(warm),
    START_MAX_MS,
  )
  const first = run('hold', 20)
  expect(await run('hold', 1)).toBe(warm)
  expect(await first).toBe(warm)
  const long = run('hold', 2_000)
  expect(await run('hold', 1)).not.toBe(warm)
  expect(await long).toBe(warm)
})

test('a job that may have no idle child gets the next that starts, whatever that has loaded', async () => {
  const { run, lines } = hostilePool({ limits: { maxRunning: 4 } })
  const [ann, bob] = ['ann', 'bob'].map((id) => ({ principal: { ...STRANGER, id } }))
  const warm = await run('hold', 1, ann)
  await vi.waitFor(
    async () => expect(await run('pid', undefined, bob)).not.toBe(warm),
    START_MAX_MS,
  )
  // The second time calls for children that load it.
  const again = run('hold', 20, ann)
  expect(await run('hold', 1, bob)).not.toBe(warm)
  expect(await again).toBe(warm)
  const started = lines.filter(({ msg }) => msg === 'a sandbox child is started')
  expect(started.length).toBeLessThan(6)
})

test('an idle child ends, and the next job gets another', async () => {
  const { run } = hostilePool({ limits: { idleMs: 150 } })
  const pid = (await run('pid')) as number
  expect(await processGone(pid)).toBe(true)
  expect(await run('pid')).not.toBe(pid)
})

test('close ends running and waiting jobs and their children, for good', async () => {
  const { run, fail, pool } = hostilePool({ limits: { maxRunning: 1 } })
  const pid = (await run('pid')) as number
  const jobs = [fail('spin'), fail('pid')]
  pool.close()
  expect((await Promise.all(jobs)).map(({ code }) => code)).toEqual(['unavailable', 'unavailable'])
  expect(await processGone(pid)).toBe(true)
  expect((await fail('pid')).code).toBe('unavailable')
})

test('close ends idle children', async () => {
  const { run, pool } = hostilePool()
  const pid = (await run('pid')) as number
  pool.close()
  expect(await processGone(pid)).toBe(true)
})

test('a parent that is done ends although its children idle, and they end with it', async () => {
  const parent = spawn(process.execPath, [PARENT], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed, [code]] = await Promise.all([text(parent.stdout), once(parent, 'exit')])
  expect(code).toBe(0)
  // Nothing of what the child prints may reach the stdout of its parent.
  expect(printed).toMatch(/^\d+ [a-z ]+\n$/)
  expect(await processGone(Number.parseInt(printed, 10))).toBe(true)
})

test('children end when their parent is killed', async () => {
  const parent = spawn(process.execPath, [PARENT, 'wait'], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [printed] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string]
  parent.kill('SIGKILL')
  expect(await processGone(Number.parseInt(printed, 10))).toBe(true)
})

test('a child that cannot start is unavailable, and the log says why', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const entry = join(folder, 'sandbox-child.mjs')
  writeFileSync(entry, 'throw new Error("broken")')
  const { fail, pool, lines } = hostilePool({ entry: pathToFileURL(entry) })
  expect((await fail('pid')).code).toBe('internal')
  await expect(pool.isolation()).rejects.toMatchObject({ code: 'internal' })
  expect(lines.filter(({ level }) => level === 50).length).toBeGreaterThan(0)
})

test('while jobs take much memory only the children that have worked most are kept without work', async () => {
  const { run, pool } = hostilePool({
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
  const held = run('hold', 700)
  const gone = await Promise.all([...pids].map(async (pid) => processGone(pid as number, 600)))
  expect(gone.filter(Boolean).length).toBeGreaterThan(0)
  expect(gone.filter((isGone) => !isGone).length).toBeGreaterThan(1)
  expect(await held).toBe(most)
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
  const { run } = hostilePool({
    limits: { maxRunning: 2, allMaxBytes: 400_000_000, recycleRssBytes: 2_000_000_000 },
  })
  await twoWith(60, run)
  const large = await run('grow', 300)
  expect(await run('hold', 500)).toBe(large)
})

test('such a job leaves one child to others that come with quick ones, or ends: busy only when it was done twice', async () => {
  const { run, fail, lines } = hostilePool({
    limits: { maxRunning: 3, allMaxBytes: 400_000_000, recycleRssBytes: 2_000_000_000 },
  })
  const [ann, bob] = ['ann', 'bob'].map((id) => ({ principal: { ...STRANGER, id } }))
  const warm = await run('grow', 60, ann)
  expect((await fail('growAndHold', 350, bob)).code).toBe('unavailable')
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
  const jobs = [run('growFor', [230, 1_500], ann), run('growFor', [200, 100], bob)]
  await Promise.all(jobs.map(async (job, index) => job.then(() => ended.push('ab'.charAt(index)))))
  expect([ended, listEnds(lines)]).toEqual([['a', 'b'], ['crowded']])
})

test('whoever is alone never hears that the server is busy, however much memory their jobs need together', async () => {
  const { run, lines } = hostilePool({
    limits: {
      maxRunning: 4,
      allMaxBytes: 400_000_000,
      jobDeadlineMs: 60_000,
      queueWaitMaxMs: 60_000,
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
  const { run, fail } = hostilePool({
    limits: {
      maxRunning: 3,
      allMaxBytes: 400_000_000,
      recycleRssBytes: 2_000_000_000,
      queueWaitMaxMs: 700,
    },
  })
  const [ann, bob] = ['ann', 'bob'].map((id) => ({ principal: { ...STRANGER, id } }))
  for (let job = 0; job < 10; job++) await run('growFor', [0, 1], ann)
  const abort = new AbortController()
  const held = fail('growFor', [230, 60_000], {
    ...ann,
    deadlineMs: 90_000,
    signal: abort.signal,
  })
  expect((await fail('growFor', [200, 5_000], bob)).message).toContain('too much memory together')
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

test.each([1, 64_000_000, 200_000_000])(
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
  await expect.poll(() => takenAway().length, { timeout: 20_000 }).toBe(1)
  const before = starts()
  expect(await large).toBeTypeOf('number')
  expect(takenAway()).toHaveLength(1)
  for (let round = 0; round < 3; round += 1) await run('growFor', [0, 250], ann)
  expect(starts()).toBe(before)
})

test('the next child loads nothing that only heavy principals ask for', async () => {
  const { run, fail } = hostilePool({ limits: { maxRunning: 4, recycleAfterJobs: 4 } })
  const [ann, bob] = ['ann', 'bob'].map((id) => ({ principal: { ...STRANGER, id } }))
  await fail('spin', undefined, { ...ann, deadlineMs: 1_500 })
  await run('pid', undefined, bob)
  for (let job = 0; job < 3; job++) await run('hold', 1, ann)
  let loaded: unknown = []
  await vi.waitFor(async () => {
    loaded = await run('loaded', undefined, bob)
    expect(loaded).toContain('loaded')
  }, 5_000)
  expect(loaded).not.toContain('hold')
})
