import { describe, expect, test } from 'vitest'
import { toOperationError } from '../../../src/contract/errors.ts'
import type { Principal } from '../../../src/contract/principal.ts'
import { limitsOf, thisMachine } from '../../../src/sandbox/capacity.ts'
import {
  JobTurns,
  type Standing,
  type RunningTurn,
  type Turn,
} from '../../../src/sandbox/job-turns.ts'
import { hostilePool } from '../../support/sandbox-pool.ts'

const someone = (id: string, weight = 1): Principal => ({ id, weight, reachesAllowedHosts: false })

interface Named extends Turn {
  name: string
}

const named = (name: string, isShort = false): Named => ({
  name,
  principal: someone(name.split(' ')[0] ?? ''),
  job: 'page',
  isShort,
  bytes: 1_000,
  report: undefined,
})

const turnsOf = (limits: object = {}): JobTurns<Named> =>
  new JobTurns({ ...limitsOf(thisMachine()), maxRunning: 2, expressMaxRunning: 1, ...limits })

const runningFor = (name: string, seconds: number): RunningTurn => ({
  principal: someone(name),
  job: 'page',
  bytes: 1_000,
  startedMs: performance.now() - seconds * 1_000,
})

describe('the next job', () => {
  test('is of whoever has used the parsers least lately', () => {
    const turns = turnsOf()
    turns.charge(runningFor('ann', 20))
    turns.charge(runningFor('bob', 10))
    for (const name of ['ann 1', 'bob 1', 'cy 1', 'bob 2']) turns.add(named(name))
    const order = [1, 2, 3, 4].map(() => turns.take([])?.name)
    expect(order).toEqual(['cy 1', 'bob 1', 'bob 2', 'ann 1'])
  })

  test('counts what runs now, and the weight of its principal', () => {
    const turns = turnsOf({ maxRunning: 4 })
    turns.add({ ...named('ann 1'), principal: someone('ann', 4) })
    turns.add(named('bob 1'))
    const running = [runningFor('ann', 30), runningFor('bob', 10)]
    expect(turns.take(running)?.name).toBe('ann 1')
  })

  test('runs on all parsers where nobody else needs one', () => {
    const turns = turnsOf()
    turns.charge(runningFor('ann', 60))
    turns.add(named('ann 1'))
    expect(turns.take([runningFor('ann', 5)])?.name).toBe('ann 1')
  })

  test('leaves one parser to others that were there lately', () => {
    const turns = turnsOf()
    turns.charge(runningFor('bob', 1))
    turns.charge(runningFor('ann', 60))
    turns.add(named('ann 1'))
    expect(turns.take([runningFor('ann', 5)])).toBeUndefined()
    expect(turns.take([])?.name).toBe('ann 1')
  })

  test('of somebody who has hardly used a parser does not wait for long ones', () => {
    const turns = turnsOf()
    const busy = [runningFor('ann', 9), runningFor('bob', 9)]
    turns.add(named('cy 1'))
    turns.add(named('cy 2'))
    expect(turns.take(busy)?.name).toBe('cy 1')
    const express = [...busy, runningFor('cy', 0)]
    expect(turns.take(express)).toBeUndefined()
    turns.charge(runningFor('cy', 5))
    expect(turns.take(busy)).toBeUndefined()
  })

  test('of such a one does not wait for jobs that began before it was known how long they take', () => {
    const turns = turnsOf()
    const busy = [runningFor('ann', 9), runningFor('bob', 9), runningFor('dan', 9)]
    turns.add(named('cy 1'))
    expect(turns.countPlaces(busy)).toBe(4)
    expect(turns.countNext(busy, 1)).toBe(1)
    expect(turns.take(busy)?.name).toBe('cy 1')
    turns.add(named('eve 1'))
    const all = [...busy, runningFor('cy', 0)]
    expect(turns.take(all)).toBeUndefined()
    // Whoever has many names does not get a child for each.
    const many = ['ann', 'bob', 'dan', 'fay', 'gus'].map((name) => runningFor(name, 9))
    expect(turns.countPlaces(many)).toBe(4)
    expect(turns.take(many)).toBeUndefined()
  })

  test('waits where its document is large, whoever it is of', () => {
    const turns = turnsOf()
    turns.add({ ...named('cy 1', true), bytes: 3_000_000 })
    expect(turns.take([runningFor('ann', 9), runningFor('bob', 9)])).toBeUndefined()
    expect(turns.take([runningFor('ann', 9)])?.name).toBe('cy 1')
  })

  test('waits for other large documents where they would not fit together', () => {
    const turns = turnsOf({ runningInputMaxBytes: 10_000_000 })
    turns.add({ ...named('ann 1'), bytes: 6_000_000 })
    turns.add(named('bob 1'))
    const large = { ...runningFor('cy', 1), bytes: 5_000_000 }
    expect(turns.take([large])?.name).toBe('bob 1')
    expect(turns.take([large])).toBeUndefined()
    expect(turns.take([])?.name).toBe('ann 1')
  })

  test('of heavy principals leaves one parser to light ones that were there lately', () => {
    const turns = turnsOf({ expressMaxRunning: 0 })
    turns.charge(runningFor('ann', 60))
    turns.charge(runningFor('bob', 50))
    turns.add(named('bob 1'))
    expect(turns.take([runningFor('ann', 5)])?.name).toBe('bob 1')
    turns.charge(runningFor('cy', 3))
    turns.add(named('bob 2'))
    expect(turns.take([runningFor('ann', 5)])).toBeUndefined()
    turns.add(named('cy 1'))
    expect(turns.take([runningFor('ann', 5)])?.name).toBe('cy 1')
    expect(turns.take([])?.name).toBe('bob 2')
  })

  test('of somebody who has used little beside the heaviest does not wait for theirs', () => {
    const turns = turnsOf()
    turns.charge(runningFor('cy', 4))
    const busy = [runningFor('ann', 9), runningFor('bob', 9)]
    turns.add(named('cy 1'))
    expect(turns.take([runningFor('ann', 7), runningFor('bob', 7)])).toBeUndefined()
    expect(turns.take(busy)?.name).toBe('cy 1')
  })

  test('of a principal that used much needs a child of its own', () => {
    const turns = turnsOf()
    turns.charge(runningFor('ann', 60))
    turns.add(named('ann 1'))
    const hasOthers = (_: Named, standing: Standing) => standing !== 'heavy'
    turns.charge(runningFor('bob', 0.1))
    turns.add(named('bob 1'))
    expect(turns.standingOf(named('ann'), [])).toBe('heavy')
    expect(turns.standingOf(named('bob'), [])).toBe('quick')
    expect(turns.take([], hasOthers)?.name).toBe('bob 1')
    expect(turns.take([], hasOthers)).toBeUndefined()
    expect(turns.take([])?.name).toBe('ann 1')
  })

  test('of somebody whose jobs are not known to be quick leaves a child to those whose jobs are', () => {
    const turns = turnsOf()
    expect(turns.standingOf(named('ann'), [])).toBe('quick')
    turns.charge(runningFor('bob', 0.1))
    expect(turns.standingOf(named('bob'), [])).toBe('quick')
    expect(turns.standingOf(named('ann'), [])).toBe('unknown')
    turns.charge(runningFor('ann', 0.6))
    expect(turns.standingOf(named('ann'), [])).toBe('long')
    for (let job = 0; job < 3; job++) turns.charge(runningFor('ann', 0.01))
    expect(turns.standingOf(named('ann'), [])).toBe('quick')
    expect(turns.standingOf(named('ann'), [runningFor('ann', 0.9)])).toBe('heavy')
  })

  test('is known to be quick only by others of its name, and where it is small', () => {
    const turns = turnsOf()
    for (const name of ['ann', 'bob']) turns.charge(runningFor(name, 0.1))
    expect(turns.standingOf({ ...named('ann'), job: 'book' }, [])).toBe('unknown')
    expect(turns.standingOf({ ...named('ann'), bytes: 500_000 }, [])).toBe('quick')
    expect(turns.standingOf({ ...named('ann'), bytes: 500_001 }, [])).toBe('long')
  })

  test('that a limit ended is not known to be quick, however soon that was, until some more were', () => {
    const turns = turnsOf()
    const paceOf = () => turns.standingOf(named('ann'), [])
    for (const name of ['ann', 'bob']) {
      for (let job = 0; job < 20; job += 1) turns.charge(runningFor(name, 0.01))
    }
    expect(paceOf()).toBe('quick')
    turns.charge(runningFor('ann', 0.01))
    turns.noteEnded(runningFor('ann', 0.01))
    expect(paceOf()).toBe('long')
    for (let job = 0; job < 20; job += 1) turns.charge(runningFor('ann', 0.01))
    expect(paceOf()).toBe('quick')
  })

  test('has any child where all quick jobs are its own', () => {
    const turns = turnsOf()
    turns.charge(runningFor('ann', 0.1))
    expect(turns.standingOf({ ...named('ann'), job: 'book', bytes: 1_000_000 }, [])).toBe('quick')
  })

  test('does not count among those that need a child where it waits for one', () => {
    const turns = turnsOf()
    for (const name of ['ann 1', 'bob 1']) turns.add(named(name))
    expect(turns.countNext([], 2, ({ name }) => name === 'ann 1')).toBe(1)
  })

  test('has any child where nobody else is', () => {
    const turns = turnsOf()
    turns.charge(runningFor('ann', 60))
    turns.add(named('ann 1'))
    expect(turns.standingOf(named('ann'), [])).toBe('quick')
  })

  test('counts the processor time that it took, never more than the time since it began', () => {
    const turns = turnsOf()
    turns.charge(runningFor('ann', 20), 1_000)
    turns.charge(runningFor('bob', 2), 9_000_000)
    for (const name of ['bob 1', 'ann 1']) turns.add(named(name))
    expect([turns.take([])?.name, turns.take([])?.name]).toEqual(['ann 1', 'bob 1'])
  })

  test('that is short has the last place for itself', () => {
    const turns = turnsOf({ expressMaxRunning: 2 })
    const busy = [runningFor('ann', 9), runningFor('dee', 0), runningFor('eve', 0)]
    turns.add(named('cy long'))
    expect(turns.take(busy)).toBeUndefined()
    expect(turns.take(busy.slice(1))?.name).toBe('cy long')
    turns.add(named('cy short', true))
    expect(turns.take(busy)?.name).toBe('cy short')
  })

  test('that is short does not wait either, unless there are very many of them', () => {
    const turns = turnsOf()
    turns.charge(runningFor('ann', 6))
    const busy = [runningFor('bob', 9), runningFor('dee', 9)]
    turns.add(named('ann long'))
    turns.add(named('ann short', true))
    expect(turns.take(busy)?.name).toBe('ann short')
    turns.charge(runningFor('ann', 6))
    turns.add(named('ann short', true))
    expect(turns.take(busy)).toBeUndefined()
  })
})

test('tells how many of those that wait may run together, beside those that run', () => {
  const turns = turnsOf()
  turns.charge(runningFor('ann', 60))
  turns.charge(runningFor('cy', 0.1))
  for (const name of ['ann 1', 'ann 2', 'ann 3', 'bob 1']) turns.add(named(name))
  expect(turns.countNext([], 4)).toBe(2)
  expect(turns.countNext([], 1)).toBe(1)
  expect(turns.countNext([runningFor('ann', 5)], 4)).toBe(1)
  expect(turns.size).toBe(4)
})

test('a principal over its share of waiting places is refused, others are not', () => {
  const turns = turnsOf({ queuePerPrincipalMaxJobs: 2, queueMaxJobs: 3 })
  const add = (name: string): string => {
    try {
      turns.add(named(name))
      return 'waits'
    } catch (thrown) {
      return toOperationError(thrown).code
    }
  }
  expect(['ann 1', 'ann 2', 'ann 3', 'bob 1', 'bob 2'].map(add)).toEqual([
    'waits',
    'waits',
    'rate_limited',
    'waits',
    'unavailable',
  ])
})

/** A job that takes longer than all that happens meanwhile, however busy the machine. */
const LONG_MS = 600_000

describe('a pool', () => {
  const ann = { principal: someone('ann') }
  const bob = { principal: someone('bob') }

  test('serves others while one takes all parsers with long jobs', { tags: 'full' }, async () => {
    const { run, fail } = hostilePool({ limits: { maxRunning: 2, expressMaxRunning: 1 } })
    const end = new AbortController()
    const long = Array.from({ length: 4 }, async () =>
      fail('sleep', LONG_MS, { ...ann, signal: end.signal }),
    )
    expect([await run('echo', 1, bob), await run('echo', 2, bob)]).toEqual([1, 2])
    end.abort()
    // None of them was over before.
    for (const { code } of await Promise.all(long)) expect(code).toBe('cancelled')
  })

  test('blames a principal for waiting for its own jobs only', async () => {
    const { fail, pool } = hostilePool({ limits: { maxRunning: 1, queueWaitMaxMs: 200 } })
    await pool.isolation()
    const end = new AbortController()
    const held = fail('sleep', LONG_MS, { ...ann, signal: end.signal })
    const own = fail('echo', 1, ann)
    const other = fail('echo', 1, bob)
    expect([await own, await other]).toMatchObject([
      { code: 'rate_limited', fields: { 'retry-after': 5 } },
      { code: 'unavailable' },
    ])
    end.abort()
    expect((await held).code).toBe('cancelled')
  })

  test('lets who is alone wait for its own jobs as long as these take', async () => {
    const { run } = hostilePool({ limits: { maxRunning: 1, queueWaitMaxMs: 1 } })
    const jobs = [run('sleep', 100, ann), run('sleep', 100, ann), run('echo', 1, ann)]
    expect((await Promise.all(jobs)).at(-1)).toBe(1)
  })

  test('tells a waiting job how many are before it', async () => {
    const { run } = hostilePool({ limits: { maxRunning: 1 } })
    const positions: number[] = []
    await run('echo', 0, ann)
    await Promise.all([
      run('sleep', 50, ann),
      run('sleep', 50, ann),
      run('echo', 1, { ...ann, waiting: (ahead) => positions.push(ahead) }),
    ])
    expect(positions).toEqual([1, 0])
  })
})
