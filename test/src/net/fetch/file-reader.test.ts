import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { FetchOptions } from '../../../../src/contract/net.ts'
import { KNOWN_WEIGHT } from '../../../../src/contract/principal.ts'
import { createLog } from '../../../../src/lib/log.ts'
import { DEFAULT_FETCH_LIMITS, FetchTurns } from '../../../../src/net/fetch/fetch-turns.ts'
import { createFileReader } from '../../../../src/net/fetch/file-reader.ts'
import type { ReadableFile } from '../../../../src/net/fetch/keep-file.ts'
import { sharedBudget } from '../../../../src/net/fetch/shared-budget.ts'
import { HTML_BODY_MAX_BYTES } from '../../../../src/net/limits.ts'
import { tempDir } from '../../../support/bellhop.ts'

const log = createLog('silent')
const principal = { id: 'key ann', weight: KNOWN_WEIGHT, reachesAllowedHosts: false }
const { signal } = new AbortController()
const options: FetchOptions = { signal, principal }

const fileOf = (...chunks: Uint8Array[]): ReadableFile => ({
  bytes: chunks.reduce((sum, { byteLength }) => sum + byteLength, 0),
  open: async () => Readable.from(chunks),
})

const unsized = ({ open }: ReadableFile): ReadableFile => ({ open })

function readerWith({
  memoryBytes = 100_000_000,
  folder = undefined as string | undefined,
  turns = new FetchTurns(DEFAULT_FETCH_LIMITS),
} = {}) {
  const memory = sharedBudget(memoryBytes)
  const disk = sharedBudget(40_000_000)
  return { read: createFileReader({ turns, bodies: { memory, folder, disk }, log }), turns }
}

describe('a file that is read in place of a fetch', () => {
  test('comes whole', async () => {
    const { read } = readerWith()
    const bytes = randomBytes(300_000)
    const half = [bytes.subarray(0, 100_000), bytes.subarray(100_000)]
    for (const file of [fileOf(...half), unsized(fileOf(...half))]) {
      const { body, complete, held } = await read(file, options)
      expect({ isEqual: bytes.equals(body), complete, held }).toEqual({
        isEqual: true,
        complete: true,
        held: undefined,
      })
    }
  })

  test('is too large where a fetched document would be', async () => {
    const { read } = readerWith()
    const file = fileOf(Buffer.alloc(HTML_BODY_MAX_BYTES), Buffer.alloc(1))
    for (const one of [file, unsized(file)]) {
      await expect(read(one, options)).rejects.toMatchObject({ code: 'too_large' })
    }
    await expect(read(fileOf(Buffer.alloc(11)), { ...options, maxBytes: 10 })).rejects.toThrow(
      /larger than 10 bytes/,
    )
  })

  test('is held outside of memory where its reader can take it so', async () => {
    using dir = tempDir()
    const { read } = readerWith({ folder: dir.path })
    const bytes = randomBytes(3_000_000)
    const { body, held } = await read(fileOf(bytes), { ...options, hold: true })
    expect(body.byteLength).toBeLessThan(20_000)
    const pieces: Buffer[] = []
    for await (const piece of held?.pieces() ?? []) pieces.push(Buffer.from(piece))
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
    held?.release()
  })

  test('is refused where there is no room for it, and gives back what it took', async () => {
    const { read } = readerWith({ memoryBytes: 1_000_000 })
    const large = fileOf(Buffer.alloc(900_000))
    await expect(read(large, options)).rejects.toMatchObject({ code: 'unavailable' })
    const growing = unsized(fileOf(Buffer.alloc(100_000), Buffer.alloc(100_000)))
    await expect(read(growing, { ...options, maxBytes: 150_000 })).rejects.toMatchObject({
      code: 'too_large',
    })
    await expect(read(fileOf(Buffer.alloc(200_000)), options)).resolves.toBeDefined()
  })

  test('takes a turn among the fetches of its principal', async () => {
    const limits = { ...DEFAULT_FETCH_LIMITS, maxCount: 1, reservedCount: 0, waitMaxMs: 60_000 }
    const { read, turns } = readerWith({ turns: new FetchTurns(limits) })
    const fetched = Promise.withResolvers<void>()
    const running = turns.run(options, async () => fetched.promise)
    const reading = read(fileOf(Buffer.from('x')), options)
    expect(turns.counts).toMatchObject({ running: 1, waiting: 1 })
    fetched.resolve()
    await running
    expect(String((await reading).body)).toBe('x')
    expect(turns.counts).toMatchObject({ running: 0, waiting: 0 })
  })

  test('is let go of when the call is cancelled, and when it is broken off', async () => {
    const { read } = readerWith()
    const endless = new Readable({ read() {} })
    const closed = once(endless, 'close')
    const leaving = new AbortController()
    const reading = read(
      {
        async open() {
          setImmediate(() => leaving.abort())
          return endless
        },
      },
      { ...options, signal: leaving.signal },
    )
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' })
    await closed.catch(() => {})
    expect(endless.destroyed).toBe(true)
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('x')
        throw Object.assign(new Error('gone'), { code: 'EIO' })
      })(),
    )
    await expect(read({ open: async () => broken }, options)).rejects.toMatchObject({
      code: 'upstream_failed',
    })
  })
})
