import { expect, test } from 'vitest'
import { BytePace, PACE_BURST_BYTES } from '../../../../src/lib/byte-pace.ts'
import { createLog } from '../../../../src/lib/log.ts'
import { BodyRoom } from '../../../../src/net/fetch/body-room.ts'
import { MovedClock } from '../../../support/moved-clock.ts'

const size = { maxBytes: 2 * PACE_BURST_BYTES, totalBytes: undefined }

/** A body that is kept where the process is busy; `waits` counts what was no fault of the other server. */
function keepBusily(signal = new AbortController().signal) {
  const clock = new MovedClock()
  const room = new BodyRoom({ log: createLog('silent'), pace: new BytePace(() => 1, clock) })
  const seen = { waits: 0 }
  const body = room.keep({
    principalId: 'ann',
    hold: false,
    signal,
    waitFor: async (work) => {
      seen.waits += 1
      return work
    },
  })
  return { body, clock, seen }
}

test('a body that comes too fast while the process is busy waits outside of its deadline, and is whole', async () => {
  const { body, clock, seen } = keepBusily()
  await body.add(Buffer.alloc(PACE_BURST_BYTES, 1), size)
  expect(seen.waits).toBe(0)
  const startedMs = clock.now()
  await clock.run(body.add(Buffer.alloc(1_000_000, 2), size))
  expect(seen.waits).toBe(1)
  expect(clock.now()).toBeGreaterThan(startedMs + 100)
  const { bytes } = await body.finish()
  expect(bytes.byteLength).toBe(PACE_BURST_BYTES + 1_000_000)
  expect([bytes[0], bytes.at(-1)]).toEqual([1, 2])
  body.discard()
})

test('nothing waits for its pace any more once its call is gone', async () => {
  const gone = new AbortController()
  const { body, seen } = keepBusily(gone.signal)
  await body.add(Buffer.alloc(PACE_BURST_BYTES), size)
  const late = body.add(Buffer.alloc(PACE_BURST_BYTES), size)
  expect(seen.waits).toBe(1)
  gone.abort()
  await expect(late).rejects.toThrow()
  body.discard()
})
