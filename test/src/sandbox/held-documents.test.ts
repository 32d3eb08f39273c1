import { expect, test } from 'vitest'
import type { HeldBody } from '../../../src/contract/held-body.ts'
import { causeOf, hostilePool } from '../../support/sandbox-pool.ts'

const PIECE_BYTES = 100_000

/** A document of equal pieces, and how many of them were asked for; the piece is written anew each time. */
function heldOf(pieces: number, beforeEach: () => void | Promise<void> = () => {}) {
  const uses = { count: 0, ended: 0 }
  const held: HeldBody = {
    byteLength: pieces * PIECE_BYTES,
    async *pieces() {
      const piece = Buffer.alloc(PIECE_BYTES)
      try {
        for (let index = 0; index < pieces; index += 1) {
          uses.count += 1
          await beforeEach()
          yield piece.fill(index)
        }
      } finally {
        uses.ended += 1
      }
    },
    release: () => {},
  }
  const bytes = Buffer.concat(
    Array.from({ length: pieces }, (_, index) => Buffer.alloc(PIECE_BYTES, index)),
  )
  return { held, uses, bytes }
}

test('a held document arrives whole, beside the rest of the input', async () => {
  const { run } = hostilePool()
  const { held, bytes } = heldOf(50)
  const output = (await run('echo', { before: 1, bytes: held, after: 'é' })) as typeof input
  const input = { before: 1, bytes: new Uint8Array(), after: 'é' }
  expect(bytes.equals(output.bytes)).toBe(true)
  expect({ ...output, bytes: input.bytes }).toEqual(input)
  // The child is ready for the next job.
  expect(await run('echo', { bytes: heldOf(0).held })).toMatchObject({
    bytes: { byteLength: 0 },
  })
  expect(await run('echo', 1)).toBe(1)
})

test('a held document counts for the input cap, but not for the bytes that wait in memory', async () => {
  const limits = { maxRunning: 1, inputMaxBytes: 1_050_000, queueMaxBytes: 1_000 }
  const { run, fail } = hostilePool({ limits })
  expect((await fail('echo', { bytes: heldOf(11).held })).code).toBe('too_large')
  const jobs = [1, 2, 3].map(async () => run('echo', { bytes: heldOf(10).held }))
  expect(await Promise.all(jobs)).toHaveLength(3)
})

test(
  'a child that does not read is sent no more than the pipe takes',
  { tags: 'full' },
  async () => {
    const { run, fail } = hostilePool({ limits: { maxRunning: 1 } })
    const pid = (await run('pid')) as number
    process.kill(pid, 'SIGSTOP')
    const { held, uses } = heldOf(400)
    expect((await fail('echo', { bytes: held }, { deadlineMs: 500 })).code).toBe('unparsable')
    expect(uses.count).toBeLessThan(20)
    await expect.poll(() => uses.ended).toBe(1)
    expect(await run('echo', 1)).toBe(1)
  },
)

test('abort while a document is sent ends its reading', { tags: 'full' }, async () => {
  const { run, fail } = hostilePool()
  await run('pid')
  const abort = new AbortController()
  const fourth = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const { held, uses } = heldOf(400, async () => {
    if (uses.count < 4) return
    fourth.resolve()
    await goOn.promise
  })
  const outcome = fail('echo', { bytes: held }, { signal: abort.signal })
  await fourth.promise
  abort.abort()
  expect((await outcome).code).toBe('cancelled')
  goOn.resolve()
  await expect.poll(() => uses.ended).toBe(1)
  expect(uses.count).toBe(4)
})

test(
  'a document that cannot be read is unavailable, and its child ends',
  { tags: 'full' },
  async () => {
    const { run, fail } = hostilePool()
    const pid = await run('pid')
    const { held, uses } = heldOf(10, () => {
      if (uses.count === 5) throw new Error('a bad sector')
    })
    const error = await fail('echo', { bytes: held })
    expect(error).toMatchObject({ code: 'unavailable', retryable: true })
    expect(causeOf(error)).toContain('a bad sector')
    expect(await run('pid')).not.toBe(pid)
  },
)

test('in a thread it arrives as well', async () => {
  const { run, pool } = hostilePool({ execPath: '/no/such/node' })
  expect(await pool.isolation()).toMatchObject({ kind: 'thread' })
  const { held, bytes } = heldOf(5)
  const output = (await run('echo', { bytes: held })) as { bytes: Uint8Array }
  expect(bytes.equals(output.bytes)).toBe(true)
})
