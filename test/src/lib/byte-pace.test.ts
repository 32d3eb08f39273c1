import { describe, expect, test } from 'vitest'
import { BytePace, PACE_BURST_BYTES } from '../../../src/lib/byte-pace.ts'
import { BUSY_MIN_LOAD, createLoopLoad } from '../../../src/lib/loop-load.ts'
import { MovedClock } from '../../support/moved-clock.ts'

const busy = (): number => BUSY_MIN_LOAD
const quiet = (): number => BUSY_MIN_LOAD - 0.01

describe('bytes of one owner', () => {
  test('wait after a burst while the process is busy, and those of others do not', () => {
    const pace = new BytePace(busy, new MovedClock())
    expect(pace.count('ann', PACE_BURST_BYTES)).toBe(0)
    const waitMs = pace.count('ann', PACE_BURST_BYTES / 10)
    // As long as it takes until a tenth less than all counts.
    expect(waitMs).toBeGreaterThan(300)
    expect(waitMs).toBeLessThan(500)
    expect(pace.count('ann', PACE_BURST_BYTES)).toBe(1_000)
    expect(pace.count('bob', PACE_BURST_BYTES)).toBe(0)
  })

  test('come as fast as they can while it has time', () => {
    const pace = new BytePace(quiet, new MovedClock())
    for (let piece = 0; piece < 20; piece++) expect(pace.count('ann', PACE_BURST_BYTES)).toBe(0)
  })

  test('all arrive, in their order, those that came too fast after a while', async () => {
    const pieces = [PACE_BURST_BYTES, PACE_BURST_BYTES / 10, 1].map(
      (bytes) => new Uint8Array(bytes),
    )
    async function* sent(): AsyncGenerator<Uint8Array> {
      for (const piece of pieces) yield await Promise.resolve(piece)
    }
    const arrivedMs: number[] = []
    const arrived: Uint8Array[] = []
    const clock = new MovedClock()
    const receive = async () => {
      for await (const piece of new BytePace(busy, clock).pass('ann', sent())) {
        arrived.push(piece)
        arrivedMs.push(clock.now())
      }
    }
    await clock.run(receive())
    expect(arrived.map((piece, at) => piece === pieces[at])).toEqual([true, true, true])
    expect(arrivedMs[2]! - arrivedMs[1]!).toBeGreaterThan(300)
  })
})

test('the load of the event loop is the part of its time that it worked', () => {
  let nowMs = 0
  const use = { active: 0, idle: 0, utilization: 0 }
  /** Passes time, of which the loop worked a part. */
  const pass = (ms: number, part: number) => {
    nowMs += ms
    use.active += ms * part
    use.idle += ms * (1 - part)
  }
  const loadOf = createLoopLoad({
    now: () => nowMs,
    look: () => ({ ...use }),
  })
  pass(400, 0.9)
  expect(loadOf()).toBeCloseTo(0.9)
  // Not looked at again at once.
  pass(100, 0.1)
  expect(loadOf()).toBeCloseTo(0.9)
  pass(300, 0.1)
  expect(loadOf()).toBeCloseTo(0.1)
})

test('a loop that only works is at full load, by the figures of Node', () => {
  let nowMs = 0
  const loadOf = createLoopLoad({ now: () => nowMs })
  for (let sum = 0; sum < 1e6;) sum += 1
  nowMs = 1_000
  expect(loadOf()).toBeGreaterThan(BUSY_MIN_LOAD)
})
