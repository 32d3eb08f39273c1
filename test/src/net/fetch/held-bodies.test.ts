import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Fetched, FetchOptions } from '../../../../src/contract/net.ts'
import { ByteBudget } from '../../../../src/lib/byte-budget.ts'
import { createLog } from '../../../../src/lib/log.ts'
import { pagesOnDemand } from '../../../../src/net/cache/open.ts'
import { createLocalFetch } from '../../../support/local-fetch.ts'
import { type PageServer, startPageServer } from '../../../support/page-server.ts'
import { mountSmallDisk, unmountDisk } from '../../../support/small-disk.ts'

const LARGE_BYTES = 3_000_000
const large = Buffer.alloc(LARGE_BYTES, 'large body ')
const tiny = Buffer.from('tiny')
const log = createLog('silent')
const announced = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-length': LARGE_BYTES })

let server: PageServer
beforeAll(async () => {
  server = await startPageServer({
    '/large': {
      headers: { 'cache-control': 'max-age=100', 'content-length': String(LARGE_BYTES) },
      body: large,
    },
    '/chunked': {
      body: (_, response) => {
        response.write(large)
        response.end()
      },
    },
    '/coded': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(large) },
    '/tiny': { body: tiny },
    '/cut': {
      body: (_, response) => {
        announced(response)
        response.write(large.subarray(0, 2_000_000), () => response.destroy())
      },
    },
    '/hangs': {
      body: (_, response) => {
        announced(response)
        response.write(large.subarray(0, 2_000_000))
      },
    },
  })
})
afterAll(() => server.close())

/** A fetch with a folder of its own, and what it has taken. */
function fetching({
  folder,
  deadlineMs,
  shareMaxBytes = 8_000_000,
  waitMaxMs = 200,
}: {
  folder?: string
  deadlineMs?: number
  shareMaxBytes?: number
  waitMaxMs?: number
} = {}) {
  const parent = mkdtempSync(join(tmpdir(), 'bellhop-held-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const budget = (): ByteBudget =>
    new ByteBudget({ maxBytes: 20_000_000, shareMaxBytes, waitMaxMs })
  const bodies = { folder: folder ?? join(parent, 'spool'), memory: budget(), disk: budget() }
  const fetch = createLocalFetch({
    allowHosts: ['127.0.0.1'],
    userAgent: 'Bellhop/test',
    log,
    bodies,
    deadlineMs,
    pages: pagesOnDemand({ now: () => 0, log }),
  })
  const get = async (path: string, options: Partial<FetchOptions> = {}): Promise<Fetched> =>
    fetch(server.origin + path, {
      signal: new AbortController().signal,
      hold: true,
      maxBytes: 4_000_000,
      ...options,
    })
  return { ...bodies, get }
}

async function wholeOf({ held }: Fetched): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of held?.pieces() ?? []) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

describe('a large body', () => {
  test.each(['/large', '/chunked', '/coded'])('is held in a file: %s', async (path) => {
    const { get, disk, memory, folder } = fetching()
    const fetched = await get(path)
    expect((await wholeOf(fetched)).equals(large)).toBe(true)
    expect(fetched.body).toEqual(large.subarray(0, 16_384))
    expect([disk.usedBytes, memory.usedBytes]).toEqual([LARGE_BYTES, 0])
    expect(readdirSync(folder)).toEqual([])
    fetched.held?.release()
    await expect.poll(() => disk.usedBytes).toBe(0)
  })

  test('comes in memory where its reader does not ask for a held one', async () => {
    const { get, disk } = fetching()
    const { body, held } = await get('/large', { hold: false })
    expect(held).toBeUndefined()
    expect(large.equals(body)).toBe(true)
    expect(disk.usedBytes).toBe(0)
  })

  test('stays in memory where there is no folder to write to', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'bellhop-held-'))
    onTestFinished(() => rmSync(parent, { recursive: true }))
    writeFileSync(join(parent, 'file'), '')
    const { get, disk, memory } = fetching({ folder: join(parent, 'file', 'spool') })
    for (const _ of [1, 2]) {
      const { body, held } = await get('/large')
      expect(held).toBeUndefined()
      expect(large.equals(body)).toBe(true)
    }
    expect([disk.usedBytes, memory.usedBytes]).toEqual([0, 0])
  })

  test('is unavailable while its folder cannot be opened, and held afterwards', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'bellhop-held-'))
    onTestFinished(() => rmSync(parent, { recursive: true }))
    const folder = join(parent, 'spool')
    symlinkSync(folder, folder)
    const { get } = fetching({ folder })
    await expect(get('/large')).rejects.toMatchObject({ code: 'unavailable' })
    rmSync(folder)
    const { held } = await get('/large')
    expect(held?.byteLength).toBe(LARGE_BYTES)
    held?.release()
  })

  test('is stored by the cache, and comes back from it', async () => {
    const { get } = fetching()
    const cache = { maxAgeS: 50, owner: '' }
    const first = await get('/large', { cache })
    first.held?.release()
    const again = await get('/large', { cache })
    expect(again.stored).toBeDefined()
    expect(large.equals(again.body)).toBe(true)
  })
})

test('a small body is never held', async () => {
  const { get } = fetching()
  const { body, held } = await get('/tiny')
  expect([Buffer.from(body), held]).toEqual([tiny, undefined])
})

describe('room is given back', () => {
  test.each([
    ['the server breaks off', '/cut', {}, 'upstream_failed'],
    ['the deadline passes', '/hangs', { deadlineMs: 300 }, 'upstream_timeout'],
  ])('when %s', async (_, path, settings, code) => {
    const { get, disk, memory } = fetching(settings)
    await expect(get(path)).rejects.toMatchObject({ code })
    await expect.poll(() => disk.usedBytes).toBe(0)
    expect(memory.usedBytes).toBe(0)
  })

  test('when the caller goes away', async () => {
    const { get, disk } = fetching()
    const abort = new AbortController()
    const fetched = get('/hangs', { signal: abort.signal })
    await expect.poll(() => disk.usedBytes).toBe(LARGE_BYTES)
    abort.abort()
    await expect(fetched).rejects.toMatchObject({ code: 'cancelled' })
    await expect.poll(() => disk.usedBytes).toBe(0)
  })

  test.each([true, false])('when a body turns out too large (hold: %s)', async (hold) => {
    const { get, disk, memory } = fetching()
    await expect(get('/coded', { maxBytes: 2_000_000, hold })).rejects.toMatchObject({
      code: 'too_large',
    })
    await expect.poll(() => disk.usedBytes).toBe(0)
    expect(memory.usedBytes).toBe(0)
  })
})

describe('without room', () => {
  test('a fetch waits for its turn, and its deadline does not run', { tags: 'full' }, async () => {
    const settings = { shareMaxBytes: 5_000_000, waitMaxMs: 60_000, deadlineMs: 2_000 }
    const { get } = fetching(settings)
    const first = await get('/large')
    const second = get('/large')
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    first.held?.release()
    const fetched = await second
    expect((await wholeOf(fetched)).equals(large)).toBe(true)
    fetched.held?.release()
  })

  test('it is unavailable, for this principal only', async () => {
    const { get } = fetching({ shareMaxBytes: 5_000_000 })
    const principal = { id: 'key:a', weight: 1, reachesAllowedHosts: true }
    const first = await get('/large', { principal })
    await expect(get('/large', { principal })).rejects.toMatchObject({ code: 'unavailable' })
    const other = await get('/large', { principal: { ...principal, id: 'key:b' } })
    expect(other.held?.byteLength).toBe(LARGE_BYTES)
    first.held?.release()
    other.held?.release()
  })

  test('a body in memory is unavailable too', async () => {
    const { get, memory } = fetching({ shareMaxBytes: 2_000_000 })
    await expect(get('/chunked', { hold: false })).rejects.toMatchObject({ code: 'unavailable' })
    expect(memory.usedBytes).toBe(0)
  })

  const disk = mountSmallDisk(1)
  test.skipIf(disk === undefined)('on the disk itself, it is unavailable', async () => {
    onTestFinished(() => unmountDisk(disk ?? ''))
    const { get, disk: budget } = fetching({ folder: join(disk ?? '', 'spool') })
    await expect(get('/large')).rejects.toMatchObject({ code: 'unavailable', retryable: true })
    await expect.poll(() => budget.usedBytes).toBe(0)
  })
})
