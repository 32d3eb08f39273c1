import { describe, expect, test } from 'vitest'
import { OperationError } from '../../../../src/contract/errors.ts'
import { Breaker, type Fault } from '../../../../src/pay/seller/breaker.ts'
import { seeds } from '../../../support/full.ts'
import { seededRandom } from '../../../support/seeded-random.ts'

/** A breaker with a clock that the test moves, and what it has said. */
function open() {
  const clock = { ms: 1_000_000 }
  const heard: (string | undefined)[] = []
  const breaker = new Breaker(
    () => clock.ms,
    (reason) => heard.push(reason),
  )
  const isLetIn = (): boolean => {
    try {
      breaker.admit()
      return true
    } catch (thrown) {
      if (!(thrown instanceof OperationError) || thrown.code !== 'unavailable') throw thrown
      if (!(Number(thrown.fields['retry-after']) > 0))
        throw new Error('no time is told', { cause: thrown })
      return false
    }
  }
  return { clock, heard, breaker, isLetIn }
}

const told: Fault = { kind: 'told', reason: 'quota' }
const silent: Fault = { kind: 'silent', reason: 'no_answer' }
const strange = (payer: string): Fault => ({ kind: 'strange', reason: 'odd', payer })

describe('selling', () => {
  test.each<[string, readonly Fault[], boolean]>([
    ['who settles says that it does not', [told], false],
    ['two attempts were not answered', [silent, silent], true],
    ['three attempts were not answered', [silent, silent, silent], false],
    ['one payer’s settlements fail for odd reasons', Array(9).fill(strange('a')), true],
    ['those of two payers do', [strange('a'), strange('b'), strange('a')], true],
    ['those of three payers do', [strange('a'), strange('b'), strange('c')], false],
  ])('when %s', (_, faults, isSold) => {
    const { breaker, isLetIn, heard } = open()
    for (const fault of faults) breaker.failed(fault)
    expect([isLetIn(), heard.length]).toEqual([isSold, isSold ? 0 : 1])
  })

  test('a settlement in between makes the count begin anew', () => {
    const { breaker, isLetIn } = open()
    for (const fault of [silent, silent, strange('a'), strange('b')]) breaker.failed(fault)
    breaker.settled()
    for (const fault of [silent, silent, strange('c'), strange('d')]) breaker.failed(fault)
    expect(isLetIn()).toBe(true)
  })

  test('goes on by one call after a pause, and for all once that one is settled', () => {
    const { breaker, clock, isLetIn, heard } = open()
    breaker.failed(told)
    clock.ms += 9_999
    expect(isLetIn()).toBe(false)
    clock.ms += 1
    expect([isLetIn(), isLetIn()]).toEqual([true, false])
    breaker.settled()
    expect([isLetIn(), isLetIn(), heard]).toEqual([true, true, ['quota', undefined]])
  })

  test('waits twice as long when that call is not settled either, five minutes at most', () => {
    const { breaker, clock, isLetIn, heard } = open()
    breaker.failed(told)
    for (const pause of [10, 20, 40, 80, 160, 300, 300]) {
      clock.ms += pause * 1_000 - 1
      expect([pause, isLetIn()]).toEqual([pause, false])
      clock.ms += 1
      expect([pause, isLetIn()]).toEqual([pause, true])
      breaker.failed(silent)
    }
    expect(heard).toEqual(['quota'])
  })

  test('is not put off by older payments that are tried in vain meanwhile', () => {
    const { breaker, clock, isLetIn } = open()
    breaker.failed(told)
    clock.ms += 9_000
    breaker.failed(silent)
    clock.ms += 1_000
    expect(isLetIn()).toBe(true)
  })

  test('tries again when the call that was let in came to nothing', () => {
    const { breaker, clock, isLetIn } = open()
    breaker.failed(told)
    clock.ms += 10_000
    expect(isLetIn()).toBe(true)
    clock.ms += 10_000
    expect(isLetIn()).toBe(true)
  })

  test('leaves who settles alone for as long as it asks, an hour at most', () => {
    const { breaker, clock, isLetIn } = open()
    breaker.failed({ ...told, retryAfterMs: 60_000 })
    clock.ms += 59_999
    expect([breaker.leftAloneMs, isLetIn()]).toEqual([1, false])
    clock.ms += 1
    expect([breaker.leftAloneMs, isLetIn()]).toEqual([0, true])
    breaker.failed({ ...told, retryAfterMs: 1e12 })
    expect(breaker.leftAloneMs).toBe(3_600_000)
  })
})

test.each(Array.from({ length: seeds(20, 100) }, (_, n) => n + 1))(
  'whatever happens, little is worked for in vain, and selling goes on once payments are settled (seed %i)',
  (seed) => {
    const random = seededRandom(seed)
    const { breaker, clock, heard, isLetIn } = open()
    let isWorking = random() < 0.5
    let inVain = 0
    let brokenMs = 0
    for (let step = 0; step < 300; step++) {
      if (random() < 0.03) isWorking = !isWorking
      const passed = Math.floor(random() * 4_000)
      clock.ms += passed
      if (!isWorking) brokenMs += passed
      if (!isLetIn()) continue
      if (random() < 0.1) continue
      if (isWorking) breaker.settled()
      else {
        inVain += 1
        const kind = random()
        const payer = String(Math.floor(random() * 50))
        breaker.failed(kind < 0.3 ? told : kind < 0.7 ? silent : strange(payer))
      }
    }
    // A few to notice each breakdown, and then one in ten seconds at most.
    const breakdowns = 1 + heard.filter((reason) => reason !== undefined).length
    expect(inVain).toBeLessThanOrEqual(breakdowns * 8 + brokenMs / 10_000)
    // Stop and go take turns.
    expect(
      heard.every(
        (reason, n) => n === 0 || (reason === undefined) !== (heard[n - 1] === undefined),
      ),
    ).toBe(true)
    clock.ms += 300_000
    expect(isLetIn()).toBe(true)
    breaker.settled()
    expect([isLetIn(), isLetIn(), isLetIn()]).toEqual([true, true, true])
  },
)
