import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { STRANGER } from '../../../src/contract/principal.ts'
import { ByteBudget } from '../../../src/lib/byte-budget.ts'
import type { Interval } from '../../support/sandbox-hostile-child.ts'
import { causeOf, hostilePool, openHostilePool, processGone } from '../../support/sandbox-pool.ts'

const PARENT = fileURLToPath(new URL('../../support/sandbox-parent.ts', import.meta.url))

const shared = openHostilePool()
afterAll(() => shared.pool.close())

function childProcesses(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
}

test('starts nothing until the first job', async () => {
  const before = childProcesses()
  const { run, pool } = hostilePool()
  await nextTurn()
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
  expect(causeOf(await fail('foreignProgress', undefined, { deadlineMs: 60_000 }))).toContain(
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

test('abort kills the child of the job, and only that', { tags: 'full' }, async () => {
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

test('concurrent jobs run apart: a crash leaves the other alone', { tags: 'full' }, async () => {
  const { run, fail } = hostilePool({ limits: { maxRunning: 3 } })
  const [slept, exited, spun] = await Promise.all([
    run('sleep', 400),
    fail('exit'),
    fail('spin', undefined, { deadlineMs: 200 }),
  ])
  expect(slept).toBe(400)
  expect([exited.code, spun.code]).toEqual(['unparsable', 'unparsable'])
})

test('runs at most maxRunning jobs at a time, and so many', { tags: 'full' }, async () => {
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

test('the queue is bounded in jobs, bytes and time', { tags: 'full' }, async () => {
  const { run, fail, pool } = hostilePool({
    limits: { maxRunning: 1, queueMaxJobs: 2, queueMaxBytes: 1_500_000, queueWaitMaxMs: 300 },
  })
  await pool.isolation()
  const megabyte = new Uint8Array(1_000_000)
  const others = { principal: { ...STRANGER, id: 'somebody else' } }
  const end = new AbortController()
  const running = fail('sleep', 600_000, { ...others, signal: end.signal })
  const waits = fail('echo', megabyte)
  expect(await fail('echo', megabyte)).toMatchObject({ code: 'unavailable', retryable: true })
  const waitsToo = fail('echo', 1)
  expect((await fail('echo', 2)).message).toContain('too many documents wait')
  expect((await waits).message).toContain('no parser became free')
  expect((await waitsToo).code).toBe('unavailable')
  end.abort()
  expect((await running).code).toBe('cancelled')
  // The next child takes its time to start, where the machine is busy.
  await vi.waitFor(async () => expect(await run('echo', megabyte, others)).toHaveLength(1_000_000))
})

test(
  'a child is replaced after so many jobs when another one is ready, and when it has grown',
  { tags: 'full' },
  async () => {
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
  },
)

test(
  'a job that comes again and again is loaded by the next child before it is ready',
  { tags: 'full' },
  async () => {
    const { run } = hostilePool({ limits: { recycleAfterJobs: 4 } })
    expect(await run('loaded')).toEqual([])
    expect(await run('pid')).toBeTypeOf('number')
    // From its second time on.
    let loaded = await run('loaded')
    while ((loaded as string[]).length === 0) loaded = await run('loaded')
    expect(loaded).toEqual(['loaded'])
  },
)

test(
  'a heavy principal gets a child of its own while light ones are there',
  { tags: 'full' },
  async () => {
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
  },
)

test(
  'whoever is new leaves the last child with loaded engines to those whose jobs are quick',
  { tags: 'full' },
  async () => {
    const { run, fail } = hostilePool({ limits: { maxRunning: 3 } })
    const [ann, bob] = ['ann', 'bob'].map((id) => ({ principal: { ...STRANGER, id } }))
    const warm = await run('pid', undefined, ann)
    const spinning = fail('spin', undefined, { ...bob, deadlineMs: 900 })
    for (let job = 0; job < 5; job++) expect(await run('pid', undefined, ann)).toBe(warm)
    expect((await spinning).code).toBe('unparsable')
    expect(await run('pid', undefined, ann)).toBe(warm)
  },
)

test(
  'a job of whoever is quick waits for an engine rather than load it, and not for long',
  { tags: 'full' },
  async () => {
    const { run } = hostilePool({ limits: { maxRunning: 4 } })
    const warm = await run('hold', 1)
    // Others are idle now, and have loaded nothing.
    const other = { principal: { ...STRANGER, id: 'bob' } }
    await vi.waitFor(async () => expect(await run('pid', undefined, other)).not.toBe(warm))
    const first = run('hold', 20)
    expect(await run('hold', 1)).toBe(warm)
    expect(await first).toBe(warm)
    const long = run('hold', 2_000)
    expect(await run('hold', 1)).not.toBe(warm)
    expect(await long).toBe(warm)
  },
)

test(
  'a job that may have no idle child gets the next that starts, whatever that has loaded',
  { tags: 'full' },
  async () => {
    const { run, lines } = hostilePool({ limits: { maxRunning: 4 } })
    const [ann, bob] = ['ann', 'bob'].map((id) => ({ principal: { ...STRANGER, id } }))
    const warm = await run('hold', 1, ann)
    await vi.waitFor(async () => expect(await run('pid', undefined, bob)).not.toBe(warm))
    // The second time calls for children that load it.
    const again = run('hold', 20, ann)
    expect(await run('hold', 1, bob)).not.toBe(warm)
    expect(await again).toBe(warm)
    const started = lines.filter(({ msg }) => msg === 'a sandbox child is started')
    expect(started.length).toBeLessThan(6)
  },
)

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

test(
  'a parent that is done ends although its children idle, and they end with it',
  { tags: 'full' },
  async () => {
    const parent = spawn(process.execPath, [PARENT], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [printed, [code]] = await Promise.all([text(parent.stdout), once(parent, 'exit')])
    expect(code).toBe(0)
    // Nothing of what the child prints may reach the stdout of its parent.
    expect(printed).toMatch(/^\d+ [a-z ]+\n$/)
    expect(await processGone(Number.parseInt(printed, 10))).toBe(true)
  },
)

test('children end when their parent is killed', { tags: 'full' }, async () => {
  const parent = spawn(process.execPath, [PARENT, 'wait'], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [printed] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string]
  parent.kill('SIGKILL')
  expect(await processGone(Number.parseInt(printed, 10))).toBe(true)
})

test(
  'a child that cannot start is unavailable, and the log says why',
  { tags: 'full' },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const entry = join(folder, 'sandbox-child.mjs')
    writeFileSync(entry, 'throw new Error("broken")')
    const { fail, pool, lines } = hostilePool({ entry: pathToFileURL(entry) })
    expect((await fail('pid')).code).toBe('internal')
    await expect(pool.isolation()).rejects.toMatchObject({ code: 'internal' })
    expect(lines.filter(({ level }) => level === 50).length).toBeGreaterThan(0)
  },
)

test(
  'the next child loads nothing that only heavy principals ask for',
  { tags: 'full' },
  async () => {
    const { run, fail } = hostilePool({ limits: { maxRunning: 4, recycleAfterJobs: 4 } })
    const [ann, bob] = ['ann', 'bob'].map((id) => ({ principal: { ...STRANGER, id } }))
    await fail('spin', undefined, { ...ann, deadlineMs: 1_500 })
    await run('pid', undefined, bob)
    for (let job = 0; job < 3; job++) await run('hold', 1, ann)
    let loaded: unknown = []
    await vi.waitFor(async () => {
      loaded = await run('loaded', undefined, bob)
      expect(loaded).toContain('loaded')
    })
    expect(loaded).not.toContain('hold')
  },
)
