import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RequestTurns } from '../../../../src/http/fairness/request-turns.ts'
import {
  REFUSALS_FREE_COUNT,
  REFUSED_REQUEST_DELAY_MAX_MS,
  REQUESTS_HELD_MAX_COUNT,
  REQUESTS_TURN_MAX_MS,
} from '../../../../src/http/limits.ts'

let nowMs = 0

/** Uses up the time of a turn. */
function work(): void {
  nowMs += REQUESTS_TURN_MAX_MS
}

const from = (address: string, credential = '') => ({ address, credential })

describe('requests', () => {
  test('begin at once while there is time', () => {
    const turns = new RequestTurns(() => nowMs)
    const begun: number[] = []
    for (const n of [1, 2, 3]) turns.add(from('10.0.0.1'), () => begun.push(n))
    expect(begun).toEqual([1, 2, 3])
  })

  test('begin in later turns where each takes a whole one, those of the quietest address first', async () => {
    const turns = new RequestTurns(() => nowMs)
    const begun: string[] = []
    const add = (address: string, name: string): void =>
      turns.add(from(address), () => {
        begun.push(name)
        work()
      })
    for (const name of ['a', 'b', 'c']) add('10.0.0.1', `loud ${name}`)
    add('10.0.0.2', 'quiet')
    expect(begun).toEqual(['loud a'])
    await nextTurn()
    expect(begun).toEqual(['loud a', 'quiet'])
    await nextTurn()
    await nextTurn()
    expect(begun).toEqual(['loud a', 'quiet', 'loud b', 'loud c'])
  })

  test('of one address are told apart by what they show; showing something new is of no use beside other addresses', async () => {
    const turns = new RequestTurns(() => nowMs)
    const begun: string[] = []
    const add = (address: string, credential: string): void =>
      turns.add(from(address, credential), () => {
        begun.push(`${address} ${credential}`)
        work()
      })
    add('10.0.0.1', 'first')
    for (const credential of ['loud', 'loud', 'shy', 'new']) add('10.0.0.1', credential)
    add('10.0.0.2', 'other')
    add('10.0.0.2', 'other')
    for (let turn = 0; turn < 7; turn += 1) await nextTurn()
    expect(begun).toEqual([
      '10.0.0.1 first',
      '10.0.0.2 other',
      '10.0.0.2 other',
      '10.0.0.1 shy',
      '10.0.0.1 new',
      '10.0.0.1 loud',
      '10.0.0.1 loud',
    ])
  })

  test('let everything else that is ready come between them', async () => {
    const turns = new RequestTurns(() => nowMs)
    const seen: string[] = []
    for (const n of [1, 2, 3]) {
      turns.add(from('10.0.0.1'), () => {
        seen.push(`request ${n}`)
        work()
        setImmediate(() => seen.push(`other work ${n}`))
      })
    }
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    expect(seen).toEqual([
      'request 1',
      'request 2',
      'other work 1',
      'request 3',
      'other work 2',
      'other work 3',
    ])
  })

  test('none is lost and none begins twice, however many come', async () => {
    const turns = new RequestTurns(() => nowMs)
    const begun: number[] = []
    for (let n = 0; n < 500; n += 1) {
      turns.add(from(`10.0.0.${n % 7}`, String(n % 3)), () => void begun.push(n))
      if (n % 50 === 0) work()
    }
    while (begun.length < 500) await nextTurn()
    await nextTurn()
    expect(begun.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, n) => n))
  })
})

describe('a request of a caller who was refused', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Turns in which a caller was refused so often just now; what begins is counted. */
  function refused(times: number) {
    const turns = new RequestTurns()
    const begun: string[] = []
    for (let count = 0; count < times; count += 1) turns.noteRefusal(from('loud'))
    return { turns, begun, add: (who: string) => turns.add(from(who), () => begun.push(who)) }
  }

  test('begins at once after a few refusals, and so do those of others', () => {
    const { begun, add } = refused(REFUSALS_FREE_COUNT)
    add('loud')
    expect(begun).toEqual(['loud'])
    const many = refused(1_000)
    many.add('quiet')
    expect(many.begun).toEqual(['quiet'])
  })

  test('waits after many, the longer the more there were, but never longer than said', () => {
    const { begun, add, turns } = refused(REFUSALS_FREE_COUNT + 5)
    add('loud')
    vi.advanceTimersByTime(99)
    expect(begun).toEqual([])
    vi.advanceTimersByTime(1)
    expect(begun).toEqual(['loud'])
    for (let count = 0; count < 10_000; count += 1) turns.noteRefusal(from('loud'))
    add('loud')
    vi.advanceTimersByTime(REFUSED_REQUEST_DELAY_MAX_MS - 1)
    expect(begun).toEqual(['loud'])
    vi.advanceTimersByTime(1)
    expect(begun).toEqual(['loud', 'loud'])
  })

  test('begins at once again when its caller was quiet for a while', () => {
    const { begun, add } = refused(100)
    vi.advanceTimersByTime(20_000)
    add('loud')
    expect(begun).toEqual(['loud'])
  })

  test('begins at once where many wait already', () => {
    const { begun, add } = refused(1_000)
    for (let count = 0; count <= REQUESTS_HELD_MAX_COUNT; count += 1) add('loud')
    expect(begun).toEqual(['loud'])
  })
})
