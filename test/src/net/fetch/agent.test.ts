import { createServer as createPlainServer, type AddressInfo, type Server, Socket } from 'node:net'
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
} from 'node:tls'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OperationError } from '../../../../src/contract/errors.ts'
import { LOCAL_PRINCIPAL, type Principal, STRANGER } from '../../../../src/contract/principal.ts'
import { principalOfPayer, principalOfUser } from '../../../../src/core/run/principals.ts'
import type { Resolve } from '../../../../src/net/guard/resolve.ts'
import { createLocalFetch, createLocalVet } from '../../../support/local-fetch.ts'
import { selfSignedFor } from '../../../support/net-certificate.ts'
import { interceptDials } from '../../../support/net-dials.ts'
import { startPageServer } from '../../../support/page-server.ts'

const NAME = 'www.bellhop-vectors.com'
const PUBLIC = '93.184.216.34'
const signal = new AbortController().signal
const log = pino({ level: 'silent' })
const resolvePublic: Resolve = async () => [{ address: PUBLIC, family: 4 }]
const fetchWith = (resolve: Resolve, allowHosts: string[] = []) =>
  createLocalFetch({ allowHosts, userAgent: 'Bellhop', log, resolve, deadlineMs: 60_000 })

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

  it('fetches a page by its literal address, whose certificate is for that address alone', async () => {
    answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
    const own = selfSignedFor(PUBLIC)
    const literal = createTlsServer({ key: own.key, cert: own.cert }, (socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(answer))
    })
    setDefaultCACertificates([...trusted, own.cert])
    try {
      using _dials = interceptDials({ port: await listen(literal) })
      const { status } = await fetchWith(resolvePublic)(`https://${PUBLIC}/`, { signal })
      expect(status).toBe(200)
      const other = fetchWith(resolvePublic)('https://93.184.216.35/', { signal })
      await expect(other).rejects.toMatchObject({ code: 'upstream_failed' })
    } finally {
      setDefaultCACertificates([...trusted, cert])
      literal.close()
    }
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

const NOT_FOUND = 'The name of the address could not be found by this machine.'

describe('name lookup', () => {
  const failing =
    (code: string): Resolve =>
    async () => {
      throw Object.assign(new Error(code), { code })
    }

  const answers = [
    failing('ENOTFOUND'),
    async () => [],
    async () => [{ address: '10.0.0.1', family: 4 }],
  ]
  const refusalsFor = async (principal: Principal) =>
    Promise.all(
      answers.map(async (resolve) =>
        fetchWith(resolve)('http://example.com/', { signal, principal }).catch((e: unknown) => e),
      ),
    )

  it.each([
    ['a stranger', STRANGER],
    ['a chat account', principalOfUser(7)],
    ['who pays', principalOfPayer(STRANGER, '0x1')],
  ])(
    'tells %s a name that does not exist from a private one in nothing but the log',
    async (_, principal) => {
      const errors = await refusalsFor(principal)
      const reasons = ['unresolved_name', 'unresolved_name', 'resolved_address']
      expect(errors).toMatchObject(reasons.map((reason) => ({ cause: { reason } })))
      const messages = errors.map((error) => {
        const { code, message, hint, fields } = error as Record<string, unknown>
        return JSON.stringify({ code, message, hint, fields })
      })
      expect(new Set(messages).size).toBe(1)
      expect(messages[0]).toContain('url_not_allowed')
    },
  )

  it('tells whom the operator vouches for which of the two it is', async () => {
    expect(await refusalsFor(LOCAL_PRINCIPAL)).toMatchObject([
      { message: NOT_FOUND, fields: { reason: 'unresolved_name' } },
      { message: NOT_FOUND, fields: { reason: 'unresolved_name' } },
      {
        message: 'The name of the address leads to a private address.',
        fields: { reason: 'resolved_address' },
      },
    ])
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
      message: 'The other server refused the connection: nothing answers at that port.',
    })
  })

  it('that says nothing at all is upstream_failed too, before the deadline', async () => {
    const connect = Reflect.get(Socket.prototype, 'connect') as () => Socket
    // A packet that nobody answers.
    Socket.prototype.connect = function connectNowhere(this: Socket) {
      return this
    }
    try {
      const guarded = createLocalFetch({
        allowHosts: [],
        userAgent: 'Bellhop',
        log,
        resolve: resolvePublic,
        connectMaxMs: 20,
      })
      await expect(guarded(`http://${NAME}/`, { signal })).rejects.toMatchObject({
        code: 'upstream_failed',
        message: 'The other server could not be reached.',
      })
    } finally {
      Socket.prototype.connect = connect
    }
  })
})

describe('what stops a fetch, in words', () => {
  const dead: Resolve = async () => {
    throw Object.assign(new Error('dead'), { code: 'ENOTFOUND' })
  }
  const causes: readonly (readonly [string, Resolve, string])[] = [
    ['a name that cannot be found', dead, `http://${NAME}/`],
    ['a port that is refused', resolvePublic, `http://${NAME}:22/`],
    ['a private address', resolvePublic, 'http://10.0.0.1/'],
    ['a name of a private network', resolvePublic, 'http://printer.local/'],
    ['a user name', resolvePublic, `http://me@${NAME}/`],
    ['another scheme', resolvePublic, `ftp://${NAME}/`],
    ['a dead server', resolvePublic, `http://${NAME}/`],
  ]

  it('has a sentence for each cause, which is the same before a payment', async () => {
    const closed = await startPageServer({})
    await closed.close()
    using _dials = interceptDials({ port: closed.port })
    const sentences = new Set<string>()
    for (const [, resolve, url] of causes) {
      const outcome: unknown = await fetchWith(resolve)(url, { signal }).catch((e: unknown) => e)
      if (!(outcome instanceof OperationError)) throw new Error(`${url} did not fail`)
      sentences.add(outcome.message)
      if (outcome.code !== 'url_not_allowed') continue
      const vet = createLocalVet({ allowHosts: [], resolve })
      await expect(vet(url, { lookup: true })).rejects.toMatchObject({ message: outcome.message })
    }
    expect(sentences.size).toBe(causes.length)
  })
})
