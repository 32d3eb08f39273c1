import { createServer as createPlainServer, type AddressInfo, type Server } from 'node:net'
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
} from 'node:tls'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Resolve } from '../../../src/net/resolve.ts'
import { createLocalFetch } from '../../support/local-fetch.ts'
import { selfSignedFor } from '../../support/net-certificate.ts'
import { interceptDials } from '../../support/net-dials.ts'
import { startPageServer } from '../../support/page-server.ts'

const NAME = 'www.bellhop-vectors.com'
const PUBLIC = '93.184.216.34'
const signal = new AbortController().signal
const log = pino({ level: 'silent' })
const resolvePublic: Resolve = async () => [{ address: PUBLIC, family: 4 }]
const fetchWith = (resolve: Resolve, allowHosts: string[] = []) =>
  createLocalFetch({ allowHosts, userAgent: 'Bellhop', log, resolve, deadlineMs: 5000 })

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

describe('over TLS', () => {
  const trusted = getCACertificates('default')
  const { key, cert } = selfSignedFor(NAME)
  const names: unknown[] = []
  let answer = ''
  const server = createTlsServer({ key, cert }, (socket) => {
    names.push((socket as { servername?: string | false }).servername)
    socket.on('error', () => {})
    socket.once('data', () => socket.end(answer))
  })
  const silent = createPlainServer()
  let port = 0
  beforeAll(async () => {
    port = await listen(server)
    setDefaultCACertificates([...trusted, cert])
  })
  afterAll(() => {
    setDefaultCACertificates(trusted)
    server.close()
  })

  it('fetches a page by its name from the address that was vetted', async () => {
    answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
    using dials = interceptDials({ port })
    const { url, body } = await fetchWith(resolvePublic)(`https://${NAME}./page#part`, { signal })
    expect({ url, body: Buffer.from(body).toString() }).toEqual({
      url: `https://${NAME}/page`,
      body: 'ok',
    })
    expect(dials.addresses).toEqual([PUBLIC])
    expect(names.at(-1)).toBe(NAME)
  })

  it('refuses a redirect from https to http, to a public host too', async () => {
    answer = 'HTTP/1.1 301 Moved\r\nlocation: http://example.com/\r\ncontent-length: 0\r\n\r\n'
    using dials = interceptDials({ port })
    const fetched = fetchWith(resolvePublic)(`https://${NAME}/`, { signal })
    await expect(fetched).rejects.toMatchObject({
      code: 'url_not_allowed',
      cause: { reason: 'downgrade' },
    })
    expect(dials.addresses).toEqual([PUBLIC])
  })

  it('fails on a certificate for another name or of an unknown issuer', async () => {
    using _dials = interceptDials({ port })
    const failure = { code: 'upstream_failed', message: 'No secure connection could be made.' }
    const other = fetchWith(resolvePublic)('https://other.bellhop-vectors.com/', { signal })
    await expect(other).rejects.toMatchObject(failure)
    setDefaultCACertificates(trusted)
    try {
      const unknown = fetchWith(resolvePublic)(`https://${NAME}/`, { signal })
      await expect(unknown).rejects.toMatchObject(failure)
    } finally {
      setDefaultCACertificates([...trusted, cert])
    }
  })

  it('closes a connection that is cancelled before it stands', async () => {
    const abort = new AbortController()
    const closed = new Promise<void>((resolve) => {
      silent.once('connection', (socket) => {
        socket.on('error', () => {}).once('close', () => resolve())
        socket.once('data', () => abort.abort())
      })
    })
    const silentPort = await listen(silent)
    const fetched = fetchWith(resolvePublic, ['127.0.0.1'])(`https://127.0.0.1:${silentPort}/`, {
      signal: abort.signal,
    })
    await expect(fetched).rejects.toMatchObject({ code: 'cancelled' })
    await expect(closed).resolves.toBeUndefined()
    silent.close()
  })

  it('says nothing, not even hello, to a peer that is not public', async () => {
    let received = 0
    const sink = createPlainServer((socket) =>
      socket.on('data', (data) => (received += data.length)),
    )
    using _dials = interceptDials({ port: await listen(sink), peer: '10.0.0.1' })
    const fetched = fetchWith(resolvePublic)(`https://${NAME}/`, { signal })
    await expect(fetched).rejects.toMatchObject({ cause: { reason: 'peer_address' } })
    await new Promise((resolve) => sink.close(resolve))
    expect(received).toBe(0)
  })
})

describe('name lookup', () => {
  const failing =
    (code: string): Resolve =>
    async () => {
      throw Object.assign(new Error(code), { code })
    }

  it('tells a name that does not exist from a private one in nothing but the log', async () => {
    const errors = await Promise.all(
      [failing('ENOTFOUND'), async () => [], async () => [{ address: '10.0.0.1', family: 4 }]].map(
        (resolve) => fetchWith(resolve)('http://example.com/', { signal }).catch((e: unknown) => e),
      ),
    )
    const reasons = ['unresolved_name', 'unresolved_name', 'resolved_address']
    expect(errors).toMatchObject(reasons.map((reason) => ({ cause: { reason } })))
    const told = errors.map((error) => {
      const { code, message, hint, fields } = error as Record<string, unknown>
      return JSON.stringify({ code, message, hint, fields })
    })
    expect(new Set(told).size).toBe(1)
    expect(told[0]).toContain('url_not_allowed')
  })

  it.each(['EAI_AGAIN', 'ESERVFAIL', 'ETIMEOUT'])('%s may pass: upstream_failed', async (code) => {
    const fetched = fetchWith(failing(code))('http://example.com/', { signal })
    await expect(fetched).rejects.toMatchObject({ code: 'upstream_failed', retryable: true })
  })

  it('tries the next address when the first is dead', async () => {
    await using pages = await startPageServer({ '/': { body: 'here' } })
    const resolve: Resolve = async () => [
      { address: '127.0.0.2', family: 4 },
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]
    const guarded = fetchWith(resolve, ['docs.internal'])
    const { body } = await guarded(`http://docs.internal:${pages.port}/`, { signal })
    expect(Buffer.from(body).toString()).toBe('here')
  })

  it('uses the resolver of the system unless told otherwise', async () => {
    await using pages = await startPageServer({ '/': { body: 'here' } })
    const guarded = createLocalFetch({ allowHosts: ['localhost'], userAgent: 'Bellhop', log })
    const { status } = await guarded(`http://localhost:${pages.port}/`, { signal })
    expect(status).toBe(200)
  })
})

describe('a dead server', () => {
  it('that refuses connections is upstream_failed', async () => {
    const pages = await startPageServer({})
    await pages.close()
    const guarded = fetchWith(resolvePublic, ['127.0.0.1'])
    await expect(guarded(pages.url, { signal })).rejects.toMatchObject({
      code: 'upstream_failed',
      message: 'The other server could not be reached.',
    })
  })
})
