import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { toOperationError } from '../../../../src/contract/errors.ts'
import { createHttpApp, type HttpParts } from '../../../../src/http/app.ts'
import { mayBeLarge, readLargeBody, RequestRoom } from '../../../../src/http/bodies/request-body.ts'
import { parseKeyFile } from '../../../../src/http/callers/bearer.ts'
import {
  LARGE_BODIES_PER_PRINCIPAL_MAX_COUNT,
  SMALL_BODIES_PER_PRINCIPAL_MAX_BYTES,
  SMALL_BODY_MAX_BYTES,
} from '../../../../src/http/limits.ts'
import { listen } from '../../../../src/http/listen.ts'
import { ByteBudget } from '../../../../src/lib/byte-budget.ts'
import { createMetrics } from '../../../../src/lib/metrics.ts'
import { startChatWorld } from '../../../support/chat-world.ts'
import { sampleOperations, testServices } from '../../../support/operations.ts'
import { quietLog } from '../../../support/store-backend.ts'

const ANN = 'a'.repeat(32)
const BOB = 'b'.repeat(32)
const BODY_BYTES = 63_000
/** As many bodies of that size find room. */
const FITTING_COUNT = Math.floor(SMALL_BODIES_PER_PRINCIPAL_MAX_BYTES / BODY_BYTES)

const cleanUps: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

const announcing = (headers: Record<string, string>): Request =>
  new Request('http://a.test/', { method: 'POST', headers })

describe('room for small bodies', () => {
  const codeOf = (take: () => unknown): string => {
    try {
      take()
      return 'taken'
    } catch (thrown) {
      return toOperationError(thrown).code
    }
  }

  test('is taken by what is announced, until the lease ends', () => {
    const room = new RequestRoom()
    const request = announcing({ 'content-length': String(BODY_BYTES) })
    const leases = Array.from({ length: FITTING_COUNT }, () => room.take(request, 'ann'))
    expect(codeOf(() => room.take(request, 'ann'))).toBe('rate_limited')
    expect(codeOf(() => room.take(request, 'bob'))).toBe('taken')
    leases[0]?.shrinkTo()
    expect(codeOf(() => room.take(request, 'ann'))).toBe('taken')
  })

  test.each([
    ['of unknown length', { 'transfer-encoding': 'chunked' }],
    ['that are large', { 'content-length': '4000000' }],
  ])('holds the beginning of bodies %s', (_, headers: Record<string, string>) => {
    const room = new RequestRoom()
    const request = announcing(headers)
    expect(mayBeLarge(request)).toBe(true)
    const count = Math.floor(SMALL_BODIES_PER_PRINCIPAL_MAX_BYTES / SMALL_BODY_MAX_BYTES)
    for (let n = 0; n < count; n += 1) room.take(request, 'ann')
    expect(codeOf(() => room.take(request, 'ann'))).toBe('rate_limited')
    expect(codeOf(() => room.take(announcing({}), 'ann'))).toBe('taken')
  })
})

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

interface Held {
  head: string
  count: number
  announcedBytes: number
  sentBytes: number
}

/** Sends requests whose bodies do not arrive whole. */
async function hold(
  url: string,
  { head, count, announcedBytes, sentBytes }: Held,
): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    cleanUps.push(() => void socket.destroy())
    socket.on('error', () => {})
    return socket
  })
  await Promise.all(sockets.map(async (socket) => once(socket, 'connect')))
  for (const socket of sockets) {
    socket.write(`${head}host: localhost\r\ncontent-length: ${announcedBytes}\r\n\r\n`)
    socket.write('x'.repeat(sentBytes))
  }
  return sockets
}

async function serve(parts: Partial<HttpParts>): Promise<string> {
  const app = createHttpApp({
    operations: sampleOperations,
    services: testServices(),
    metrics: createMetrics(() => 0),
    mcp: async (request, _, __, read) =>
      Response.json({ length: (read ? await read(4_000_000) : await request.text()).length }),
    allowedHosts: [],
    publicUrl: 'http://localhost:1',
    ...parts,
  })
  const server = await listen((request, env) => app.fetch(request, env), {
    host: '127.0.0.1',
    port: 0,
    log: quietLog,
  })
  cleanUps.push(async () => server.close(async () => {}))
  return server.url
}

/** Bodies of which the next one finds no room. */
const SMALL = { count: FITTING_COUNT, announcedBytes: BODY_BYTES, sentBytes: 0 }
const LARGE = {
  count: LARGE_BODIES_PER_PRINCIPAL_MAX_COUNT,
  announcedBytes: 2 * SMALL_BODY_MAX_BYTES,
  sentBytes: 1.5 * SMALL_BODY_MAX_BYTES,
}

describe.each([
  ['small', '/echo', SMALL],
  ['small', '/mcp', SMALL],
  ['large', '/echo', LARGE],
  ['large', '/mcp', LARGE],
])('%s bodies that do not arrive at %s', (_, path, held) => {
  test(
    'take the room of their sender, and of nobody else, until they are gone',
    { tags: 'full' },
    async () => {
      const url = await serve({ keys: parseKeyFile(`ann ${ANN}\nbob ${BOB}`) })
      const call = async (key: string) => {
        const body = JSON.stringify({ text: 'x'.repeat(held.announcedBytes - 100) })
        const headers = { authorization: `Bearer ${key}` }
        const { status } = await fetch(`${url}${path}`, { method: 'POST', headers, body })
        return status
      }
      const head = `POST ${path} HTTP/1.1\r\nauthorization: Bearer ${ANN}\r\n`
      const sockets = await hold(url, { head, ...held })
      const callOnceFull = async () => {
        // A call that came first may have had the room of one of them.
        sockets.push(...(await hold(url, { head, ...held, count: 1 })))
        return call(ANN)
      }
      await expect.poll(callOnceFull, { interval: 100 }).toBe(429)
      expect(await call(BOB)).toBe(200)
      for (const socket of sockets) socket.destroy()
      await expect.poll(async () => call(ANN)).toBe(200)
    },
  )
})

test.each([
  ['small', SMALL],
  ['large', LARGE],
])(
  'a chat account has its room for %s requests that do not arrive',
  { tags: 'full' },
  async (_, held) => {
    await using world = await startChatWorld()
    const { owner } = world
    const other = await world.add('Bob')
    const { app } = world
    const server = await listen((request, env) => app.fetch(request, env), {
      host: '127.0.0.1',
      port: 0,
      log: quietLog,
    })
    cleanUps.push(async () => server.close(async () => {}))
    const basic = ({ email, key }: { email: string; key: string }) => btoa(`${email}:${key}`)
    const draft = async (person: typeof owner) => {
      const headers = { authorization: `Basic ${basic(person)}` }
      const body = new URLSearchParams({ emails: 'x'.repeat(held.announcedBytes) })
      const init = { method: 'POST', headers, body }
      return (await fetch(`${server.url}/api/v1/typing`, init)).status
    }
    const head = `POST /api/v1/typing HTTP/1.1\r\nauthorization: Basic ${basic(owner)}\r\n`
    await hold(server.url, { head, ...held })
    const draftOnceFull = async () => {
      await hold(server.url, { head, ...held, count: 1 })
      return draft(owner)
    }
    await expect.poll(draftOnceFull, { interval: 100 }).toBe(429)
    expect(await draft(other)).toBe(400)
  },
)
