import { expect, test } from 'vitest'
import { BytePace, PACE_BURST_BYTES } from '../../../src/lib/byte-pace.ts'
import { createLog } from '../../../src/lib/log.ts'
import { BodyRoom } from '../../../src/net/body-room.ts'

test('a body that comes too fast while the process is busy waits outside of its deadline, and is whole', async () => {
  const room = new BodyRoom({ log: createLog('silent'), pace: new BytePace(() => 1) })
  let waits = 0
  const body = room.keep({
    principalId: 'ann',
    hold: false,
    signal: new AbortController().signal,
    waitFor: async (work) => {
      waits += 1
      return work
    },
  })
  const size = { maxBytes: 2 * PACE_BURST_BYTES, totalBytes: undefined }
  await body.add(Buffer.alloc(PACE_BURST_BYTES, 1), size)
  expect(waits).toBe(0)
  await body.add(Buffer.alloc(1_000_000, 2), size)
  expect(waits).toBe(1)
  const { bytes } = await body.finish()
  expect(bytes.byteLength).toBe(PACE_BURST_BYTES + 1_000_000)
  expect([bytes[0], bytes.at(-1)]).toEqual([1, 2])
  body.discard()
})

test('nothing waits for its pace any more once its call is gone', async () => {
  const room = new BodyRoom({ log: createLog('silent'), pace: new BytePace(() => 1) })
  const gone = new AbortController()
  const body = room.keep({
    principalId: 'ann',
    hold: false,
    signal: gone.signal,
    waitFor: async (work) => work,
  })
  const size = { maxBytes: 2 * PACE_BURST_BYTES, totalBytes: undefined }
  await body.add(Buffer.alloc(PACE_BURST_BYTES), size)
  const late = body.add(Buffer.alloc(PACE_BURST_BYTES), size)
  gone.abort()
  await expect(late).rejects.toThrow()
  body.discard()
})
