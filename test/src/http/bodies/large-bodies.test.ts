import { describe, expect, test } from 'vitest'
import { toOperationError } from '../../../../src/contract/errors.ts'
import { readLargeBody } from '../../../../src/http/bodies/read-body.ts'
import { ByteBudget } from '../../../../src/lib/byte-budget.ts'

const PIECE = new Uint8Array(50_000)

const budget = (): ByteBudget =>
  new ByteBudget({ maxBytes: 400_000, shareMaxBytes: 200_000, waitMaxMs: 50 })

/** A request whose body is sent piece by piece, when the test says so. */
function dripping(): { request: Request; send(): void; end(): void } {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const init = { method: 'POST', body: readable, duplex: 'half' as const }
  return {
    request: new Request('http://a.test/', init),
    send: () => void writer.write(PIECE).catch(() => {}),
    end: () => void writer.close().catch(() => {}),
  }
}

const ofSize = (bytes: number): Request =>
  new Request('http://a.test/', {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { 'content-length': String(bytes) },
  })

const outcome = async (reading: Promise<Buffer>): Promise<number | string> =>
  reading.then(
    ({ byteLength }) => byteLength,
    (thrown: unknown) => toOperationError(thrown).code,
  )

describe('a large body', () => {
  test('has its room until its call has ended', { tags: 'full' }, async () => {
    const room = budget()
    using first = room.lease('ann')
    expect(await outcome(readLargeBody(ofSize(150_000), 1_000_000, first))).toBe(150_000)
    expect(room.usedBytes).toBeGreaterThan(0)
    using second = room.lease('ann')
    expect(await outcome(readLargeBody(ofSize(150_000), 1_000_000, second))).toBe('rate_limited')
    using other = room.lease('bob')
    expect(await outcome(readLargeBody(ofSize(150_000), 1_000_000, other))).toBe(150_000)
    first.shrinkTo()
    second.shrinkTo()
    expect(await outcome(readLargeBody(ofSize(150_000), 1_000_000, second))).toBe(150_000)
    for (const lease of [first, second, other]) lease.shrinkTo()
    expect(room.usedBytes).toBe(0)
  })

  test('takes room for what has arrived only', async () => {
    const room = budget()
    using lease = room.lease('ann')
    const { request, send, end } = dripping()
    const reading = outcome(readLargeBody(request, 1_000_000, lease))
    send()
    send()
    await expect.poll(() => room.usedBytes).toBe(PIECE.byteLength)
    end()
    expect(await reading).toBe(2 * PIECE.byteLength)
  })

  test('is not read over its cap, announced or not', async () => {
    const room = budget()
    expect(await outcome(readLargeBody(ofSize(101), 100, room.lease('ann')))).toBe('too_large')
    const { request, send } = dripping()
    send()
    send()
    expect(await outcome(readLargeBody(request, 60_000, room.lease('bob')))).toBe('too_large')
  })
})

test('a small body needs no room', async () => {
  const room = new ByteBudget({ maxBytes: 0, shareMaxBytes: 0, waitMaxMs: 50 })
  expect(await outcome(readLargeBody(ofSize(64 * 1024), 1_000_000, room.lease('ann')))).toBe(65_536)
})
