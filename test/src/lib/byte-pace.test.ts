import { describe, expect, test } from 'vitest'
import { BytePace, PACE_BURST_BYTES } from '../../../src/lib/byte-pace.ts'
import { BUSY_MIN_LOAD, createLoopLoad } from '../../../src/lib/loop-load.ts'

const busy = (): number => BUSY_MIN_LOAD
const quiet = (): number => BUSY_MIN_LOAD - 0.01

describe('bytes of one owner', () => {
  test('wait after a burst while the process is busy, and those of others do not', () => {
    const pace = new BytePace(busy)
    expect(pace.count('ann', PACE_BURST_BYTES)).toBe(0)
    const waitMs = pace.count('ann', PACE_BURST_BYTES / 10)
    // As long as it takes until a tenth less than all counts.
    expect(waitMs).toBeGreaterThan(300)
    expect(waitMs).toBeLessThan(500)
    expect(pace.count('ann', PACE_BURST_BYTES)).toBe(1_000)
    expect(pace.count('bob', PACE_BURST_BYTES)).toBe(0)
  })

  test('come as fast as they can while it has time', () => {
    const pace = new BytePace(quiet)
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
    for await (const piece of new BytePace(busy).pass('ann', sent())) {
      arrived.push(piece)
      arrivedMs.push(performance.now())
    }
    expect(arrived.map((piece, at) => piece === pieces[at])).toEqual([true, true, true])
    expect(arrivedMs[2]! - arrivedMs[1]!).toBeGreaterThan(300)
  })
})

test('the load of the event loop is the part of its time that it worked', async () => {
  const loadOf = createLoopLoad()
  const endMs = performance.now() + 400
  while (performance.now() < endMs) await new Promise(setImmediate)
  expect(loadOf()).toBeGreaterThan(0.8)
  // Not looked at again at once.
  await new Promise((resolve) => void setTimeout(resolve, 100))
  expect(loadOf()).toBeGreaterThan(0.8)
  await new Promise((resolve) => void setTimeout(resolve, 300))
  expect(loadOf()).toBeLessThan(0.5)
})
