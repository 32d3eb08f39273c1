import { describe, expect, test } from 'vitest'
import { AnswerPace } from '../../../../src/http/fairness/answer-pace.ts'
import { MovedClock } from '../../../support/moved-clock.ts'

const { signal } = new AbortController()
const BURST_CHARS = 200_000
const CHARS_PER_SECOND = 4_000_000
/** What may begin before any of it was counted. */
const UNCOUNTED_CHARS = 200_000

function newPace(loadOf = () => 1) {
  const clock = new MovedClock()
  const rate = { burstChars: BURST_CHARS, charsPerSecond: CHARS_PER_SECOND }
  return { pace: new AnswerPace({ ...rate, loadOf, clock }), clock }
}

describe('large answers of one caller', () => {
  test.each([1, 2, 3, 4, 5])(
    'are never more than the burst and the even rate, however they are asked for (seed %i)',
    async (seed) => {
      const { pace, clock } = newPace()
      const startedMs = clock.now()
      const lengthOf = (n: number) => ((n * 7_919 + seed * 104_729) % 90_000) + 40_000
      let written = 0
      const faults: string[] = []
      const write = async (n: number) => {
        await pace.take('a', signal)
        const allowed =
          BURST_CHARS +
          UNCOUNTED_CHARS +
          UNCOUNTED_CHARS +
          ((clock.now() - startedMs) / 1_000) * CHARS_PER_SECOND
        if (written > allowed) faults.push(`${written} of ${Math.round(allowed)}`)
        pace.charge('a', lengthOf(n))
        written += lengthOf(n)
      }
      // Those that come at once, before any was counted, and those that follow.
      await write(0)
      await clock.run(Promise.all(Array.from({ length: 24 }, async (_, n) => write(n + 1))))
      expect(faults).toEqual([])
      expect(written).toBeGreaterThan(BURST_CHARS)
    },
  )

  test('wait in the order in which they were asked for, and nobody else waits', async () => {
    const { pace, clock } = newPace()
    pace.charge('a', BURST_CHARS + 100_000)
    const order: string[] = []
    const first = pace.take('a', signal).then(() => order.push('first'))
    const second = pace.take('a', signal).then(() => order.push('second'))
    await pace.take('b', signal)
    expect(order).toEqual([])
    await clock.run(Promise.all([first, second]))
    expect(order).toEqual(['first', 'second'])
  })

  test('that are given up wait no longer and hold up none', async () => {
    const { pace, clock } = newPace()
    pace.charge('a', BURST_CHARS + 100_000)
    const gone = new AbortController()
    const left = pace.take('a', gone.signal)
    const next = pace.take('a', signal)
    gone.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    await clock.run(next)
    await expect(pace.take('a', gone.signal)).rejects.toThrow('gone')
  })

  test.each([7, 8])('wait only while the server is busy (seed %i)', async (seed) => {
    let load = 0
    const { pace, clock } = newPace(() => load)
    const lengthOf = (n: number) => ((n * 7_919 + seed * 104_729) % 900_000) + 100_000
    const startedMs = clock.now()
    let written = 0
    for (let n = 0; written < 200 * BURST_CHARS; n += 1) {
      await clock.run(pace.take('a', signal))
      pace.charge('a', lengthOf(n))
      written += lengthOf(n)
    }
    expect(clock.now()).toBe(startedMs)
    load = 1
    expect(pace.isBehind('a')).toBe(true)
    const busyMs = clock.now()
    await clock.run(pace.take('a', signal))
    const waitedMs = clock.now() - busyMs
    expect(waitedMs).toBeGreaterThan(500)
    // However much was written before.
    expect(waitedMs).toBeLessThan(2_000)
  })

  test('that turn out to be short cost nothing', async () => {
    const { pace } = newPace()
    pace.charge('a', BURST_CHARS - 1)
    for (let n = 0; n < 100; n += 1) {
      await pace.take('a', signal)
      pace.charge('a', 1_000)
      expect(pace.isBehind('a')).toBe(false)
    }
  })
})
