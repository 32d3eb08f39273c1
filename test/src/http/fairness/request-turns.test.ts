import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { RequestTurns } from '../../../../src/http/fairness/request-turns.ts'
import { REQUESTS_TURN_MAX_MS } from '../../../../src/http/limits.ts'

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
