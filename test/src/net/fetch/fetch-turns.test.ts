import { describe, expect, test } from 'vitest'
import { type OperationError, toOperationError } from '../../../../src/contract/errors.ts'
import type { Principal } from '../../../../src/contract/principal.ts'
import { type FetchLimits, FetchTurns } from '../../../../src/net/fetch/fetch-turns.ts'
import { seededRandom } from '../../../support/seeded-random.ts'

const LIMITS: FetchLimits = {
  maxCount: 8,
  perPrincipalMaxCount: 4,
  reservedCount: 2,
  waitingMaxCount: 20,
  waitingPerPrincipalMaxCount: 6,
  waitMaxMs: 60_000,
}

const someone = (id: string, weight = 1): Principal => ({ id, weight, reachesAllowedHosts: false })

/** Fetches that begin and end when the test says so. */
function startFetches(limits: Partial<FetchLimits> = {}) {
  const turns = new FetchTurns({ ...LIMITS, ...limits })
  const running: { id: string; end(): void }[] = []
  const begin = async (
    principal: Principal,
    {
      signal = new AbortController().signal,
      waiting,
    }: { signal?: AbortSignal; waiting?: (ahead: number) => void } = {},
  ): Promise<'done' | OperationError> =>
    turns
      .run({ principal, signal, ...(waiting ? { waiting } : {}) }, async () => {
        const over = Promise.withResolvers<'done'>()
        running.push({ id: principal.id, end: () => over.resolve('done') })
        return over.promise
      })
      .catch((thrown: unknown) => toOperationError(thrown))
  const settle = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const countOf = (id: string): number => running.filter((one) => one.id === id).length
  const endFirst = async (id: string): Promise<void> => {
    const at = running.findIndex((one) => one.id === id)
    running.splice(at, 1)[0]?.end()
    await settle()
  }
  return { turns, running, begin, settle, countOf, endFirst }
}

describe('fetches of one principal', () => {
  test('wait over its share, and are refused over its share of waiting places', async () => {
    const { begin, settle, countOf, turns, endFirst } = startFetches()
    const ann = someone('ann')
    const outcomes = Array.from({ length: 10 }, () => begin(ann))
    await settle()
    expect(countOf('ann')).toBe(4)
    expect(turns.counts).toMatchObject({ running: 4, waiting: 6 })
    expect(await begin(ann)).toMatchObject({
      code: 'rate_limited',
      retryable: true,
      fields: { 'retry-after': expect.any(Number) },
    })
    for (let left = 10; left > 0; left -= 1) {
      await endFirst('ann')
      expect(countOf('ann')).toBe(Math.min(4, left - 1))
    }
    expect(await Promise.all(outcomes)).toEqual(Array<string>(10).fill('done'))
    expect(turns.counts).toEqual({ running: 0, waiting: 0, refused: 1 })
  })

  test('leave places for those who have none', async () => {
    const { begin, settle, countOf } = startFetches()
    for (const id of ['ann', 'bob', 'cy']) for (let at = 0; at < 4; at += 1) void begin(someone(id))
    await settle()
    expect([countOf('ann'), countOf('bob'), countOf('cy')]).toEqual([4, 2, 1])
    void begin(someone('dee'))
    await settle()
    expect(countOf('dee')).toBe(1)
  })

  test('tell how many are before them', async () => {
    const { begin, settle, endFirst } = startFetches({ perPrincipalMaxCount: 1 })
    const positions: number[] = []
    const ann = someone('ann')
    void begin(ann)
    void begin(ann)
    void begin(ann, { waiting: (ahead) => positions.push(ahead) })
    await settle()
    expect(positions).toEqual([1])
    await endFirst('ann')
    expect(positions).toEqual([1, 0])
  })

  test('may be given up while they wait', async () => {
    const { begin, settle, turns } = startFetches({ perPrincipalMaxCount: 1 })
    const stop = new AbortController()
    void begin(someone('ann'))
    const waiting = begin(someone('ann'), { signal: stop.signal })
    await settle()
    stop.abort()
    expect(await waiting).toMatchObject({ code: 'cancelled' })
    expect(await begin(someone('ann'), { signal: stop.signal })).toMatchObject({
      code: 'cancelled',
    })
    expect(turns.counts).toMatchObject({ running: 1, waiting: 0 })
  })

  test('that wait too long end with who is to blame', async () => {
    const { begin } = startFetches({
      maxCount: 2,
      reservedCount: 0,
      perPrincipalMaxCount: 1,
      waitMaxMs: 20,
    })
    void begin(someone('ann'))
    expect(await begin(someone('ann'))).toMatchObject({ code: 'rate_limited' })
    void begin(someone('bob'))
    expect(await begin(someone('cy'))).toMatchObject({ code: 'unavailable' })
  })
})

test('places go by weight', async () => {
  const { begin, settle, countOf, endFirst } = startFetches({
    maxCount: 5,
    reservedCount: 0,
    waitingMaxCount: 200,
    waitingPerPrincipalMaxCount: 100,
    perPrincipalMaxCount: 5,
  })
  for (let at = 0; at < 40; at += 1) void begin(someone('stranger', 1))
  for (let at = 0; at < 40; at += 1) void begin(someone('known', 4))
  await settle()
  for (let at = 0; at < 5; at += 1) await endFirst('stranger')
  expect([countOf('stranger'), countOf('known')]).toEqual([1, 4])
})

test('all waiting places taken is nobody’s own fault', async () => {
  const { begin, settle } = startFetches({ perPrincipalMaxCount: 1, waitingMaxCount: 3 })
  for (const id of ['ann', 'bob', 'cy']) for (let at = 0; at < 2; at += 1) void begin(someone(id))
  await settle()
  expect(await begin(someone('ann'))).toMatchObject({ code: 'unavailable' })
})

test.each([11, 12, 13, 14])('nobody is starved, whatever others do (seed %i)', async (seed) => {
  expect(await starve(seed)).toEqual({ faults: [], wasServed: true })
})

/** What went wrong while some took all they could get, and somebody modest came now and then. */
async function starve(seed: number): Promise<{ faults: string[]; wasServed: boolean }> {
  const random = seededRandom(seed)
  const faults: string[] = []
  const claim = (holds: boolean, what: string): void => void (holds || faults.push(what))
  const { begin, settle, running, turns, countOf } = startFetches({ waitingMaxCount: 500 })
  const ids = ['greedy 1', 'greedy 2', 'greedy 3', 'greedy 4', 'greedy 5']
  let wasServed = false
  for (let round = 0; round < 300; round += 1) {
    const id = ids[Math.floor(random() * ids.length)] ?? ''
    const stop = new AbortController()
    void begin(someone(id), { signal: stop.signal })
    if (random() < 0.2) stop.abort()
    if (random() < 0.4) running.splice(Math.floor(random() * running.length), 1)[0]?.end()
    await settle()
    claim(turns.counts.running === running.length, `${round}: count`)
    claim(running.length <= LIMITS.maxCount, `${round}: too many`)
    const counts = ids.map((greedy) => countOf(greedy))
    claim(Math.max(...counts) <= LIMITS.perPrincipalMaxCount, `${round}: too many of one`)
    // Five who have one each and share what is reserved may fill all places: then one of them is next.
    if (running.length === LIMITS.maxCount) continue
    void begin(someone('modest'))
    await settle()
    claim(countOf('modest') === 1, `${round}: starved`)
    wasServed = true
    running
      .splice(
        running.findIndex((one) => one.id === 'modest'),
        1,
      )[0]
      ?.end()
    await settle()
  }
  return { faults, wasServed }
}
