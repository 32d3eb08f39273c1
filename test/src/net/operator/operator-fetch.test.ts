import { createServer, type AddressInfo, type Server } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperatorFetch } from '../../../../src/contract/net.ts'
import { serveRequest } from '../../../../src/lib/request.ts'
import { OPERATOR_BODY_MAX_BYTES } from '../../../../src/net/limits.ts'
import { createOperatorFetch } from '../../../../src/net/operator/operator-fetch.ts'
import { type Adversary, attacks, startAdversary } from '../../../support/net-adversary.ts'
import { bodyText } from '../../../support/page-cache.ts'
import { startPageServer } from '../../../support/page-server.ts'

const signal = new AbortController().signal
const operatorFetch = createOperatorFetch({ userAgent: 'Bellhop/test' })

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

describe('a request to an endpoint of the operator', () => {
  it('reaches loopback, posts a body and its headers, and reads any status', async () => {
    const bodies: string[] = []
    await using pages = await startPageServer({
      '/rpc': {
        body: (request, response) => {
          request.setEncoding('utf8').on('data', (chunk: string) => bodies.push(chunk))
          request.on('end', () => response.writeHead(429, { 'retry-after': '7' }).end('slow down'))
        },
      },
    })
    const answer = await operatorFetch(`${pages.origin}/rpc?x=1`, {
      signal,
      body: '{"a":1}',
      headers: { 'content-type': 'application/json', 'x-key': 'k' },
    })
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '7' } })
    expect(bodyText(answer)).toBe('slow down')
    expect(bodies).toEqual(['{"a":1}'])
    expect(pages.requests).toMatchObject([
      {
        method: 'POST',
        path: '/rpc?x=1',
        headers: { 'x-key': 'k', 'user-agent': 'Bellhop/test', 'content-length': '7' },
      },
    ])
  })

  it('is a GET without a body, and turns user info of the address into credentials', async () => {
    await using pages = await startPageServer({
      '/': { body: gzipSync('hello'), headers: { 'content-encoding': 'gzip' } },
    })
    const answer = await operatorFetch(`http://ann:p%40ss@${pages.host}:${pages.port}/`, { signal })
    expect(bodyText(answer)).toBe('hello')
    expect(pages.requests).toMatchObject([
      { method: 'GET', headers: { authorization: `Basic ${btoa('ann:p@ss')}` } },
    ])
  })

  it('does not say for which request of a caller it is made', async () => {
    await using pages = await startPageServer({ '/': { body: 'hello' } })
    const mark = { id: 'caller-1', trace: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` }
    await serveRequest(mark, async () => operatorFetch(pages.url, { signal }))
    const [{ headers } = { headers: {} }] = pages.requests
    const known = ['accept-encoding', 'connection', 'host', 'user-agent']
    expect(Object.keys(headers).toSorted()).toEqual(known)
  })

  it('keeps its connection for the next request', async () => {
    const ports = new Set<number | undefined>()
    await using pages = await startPageServer({
      '/': {
        body: (request, response) => {
          ports.add(request.socket.remotePort)
          response.end('ok')
        },
      },
    })
    for (let turn = 0; turn < 8; turn += 1) await operatorFetch(pages.url, { signal })
    // The agent may open a second one before it has noticed that the first is free again.
    expect(ports.size).toBeLessThanOrEqual(2)
  })

  it('follows no redirect', async () => {
    await using pages = await startPageServer({
      '/': { status: 307, headers: { location: '/secret' }, body: '' },
      '/secret': { body: 'secret' },
    })
    await expect(operatorFetch(pages.url, { signal, body: 'x' })).rejects.toMatchObject({
      code: 'upstream_failed',
    })
    expect(pages.requests.map(({ path }) => path)).toEqual(['/'])
  })

  it('is never sent twice, not even when the connection breaks', async () => {
    let requests = 0
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        requests += 1
        socket.destroy()
      })
    })
    const port = await listen(server)
    for (const method of ['GET', 'POST'] as const) {
      await expect(
        operatorFetch(`http://127.0.0.1:${port}/`, { signal, method }),
      ).rejects.toMatchObject({ code: 'upstream_failed' })
    }
    expect(requests).toBe(2)
    server.close()
  })
})

describe('limits on the operator’s endpoints', () => {
  it('has a cap on the body that blames the service, not the caller', async () => {
    const body = 'x'.repeat(OPERATOR_BODY_MAX_BYTES)
    await using pages = await startPageServer({
      '/fits': { body },
      '/over': { body: `${body}y` },
      '/small': { body: 'abcd' },
    })
    expect((await operatorFetch(`${pages.origin}/fits`, { signal })).body.length).toBe(body.length)
    await expect(operatorFetch(`${pages.origin}/over`, { signal })).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining(String(OPERATOR_BODY_MAX_BYTES)),
    })
    await expect(
      operatorFetch(`${pages.origin}/small`, { signal, maxBytes: 3 }),
    ).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  it('ends at its deadline and at the caller’s signal, even before a connection stands', async () => {
    // Takes the connection, and never says hello in TLS.
    const controller = new AbortController()
    let hears = (): void => {}
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => hears())
    })
    const port = await listen(server)
    await expect(
      operatorFetch(`https://127.0.0.1:${port}/`, { signal, deadlineMs: 100 }),
    ).rejects.toMatchObject({ code: 'upstream_timeout' })
    hears = () => controller.abort()
    await expect(
      operatorFetch(`https://127.0.0.1:${port}/`, { signal: controller.signal }),
    ).rejects.toMatchObject({ code: 'cancelled' })
    await expect(
      operatorFetch(`https://127.0.0.1:${port}/`, { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'cancelled' })
    server.close()
  })

  describe('against a hostile server', () => {
    let adversary: Adversary
    // The adversary answers once per connection, so each attack is met on a new one.
    const attacked: OperatorFetch = (url, request) =>
      createOperatorFetch({ userAgent: 'Bellhop/test' })(url, request)
    beforeAll(async () => {
      adversary = await startAdversary()
    })
    afterAll(async () => adversary[Symbol.asyncDispose]())

    it.each(Object.entries(attacks))(
      '%s ends in an error of the service',
      { tags: 'full' },
      async (name, { code }) => {
        // Nothing is followed, so a slow chain of redirects ends at its first.
        const timeout = code === 'upstream_timeout' && name !== 'slow-redirects'
        for (let deadlineMs = timeout ? 300 : 60_000; !adversary.wasAsked(name); deadlineMs *= 4) {
          await expect(
            attacked(`${adversary.origin}/${name}`, { signal, deadlineMs }),
          ).rejects.toMatchObject({ code: timeout ? 'upstream_timeout' : 'upstream_failed' })
        }
        // A whole answer leaves its connection open for the next request.
        if (!/^(endless|slow-[bhu]|silent|huge-length)/.test(name)) return
        expect(await adversary.isSoonClosed(name)).toBe(true)
      },
    )
  })
})
