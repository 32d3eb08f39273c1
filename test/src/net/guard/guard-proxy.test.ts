import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { LOCAL_PRINCIPAL, STRANGER } from '../../../../src/contract/principal.ts'
import {
  createGuardProxies,
  type GuardProxy,
  openBlackHole,
  type ProxyLimits,
} from '../../../../src/net/guard/guard-proxy.ts'
import type { Resolve } from '../../../../src/net/guard/resolve.ts'
import { interceptDials } from '../../../support/net-dials.ts'
import { startPageServer } from '../../../support/page-server.ts'

const LIMITS: ProxyLimits = {
  connectionsMaxCount: 8,
  attemptsMaxCount: 50,
  downMaxBytes: 1_000_000,
  upMaxBytes: 1_000_000,
}

const PAGES = { '/': { body: 'hello' }, '/large': { body: 'x'.repeat(50_000) } }

/** Names of a hostile net: one whose second answer is private, a mixed one, a private one. */
function hostileNames(): Resolve {
  let connects = 0
  return async (name) => {
    connects += 1
    if (name === 'rebind.belltest.com') {
      return [{ address: connects === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }]
    }
    if (name === 'mixed.belltest.com') {
      return [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ]
    }
    if (name === 'private.belltest.com') return [{ address: '10.0.0.1', family: 4 }]
    if (name === 'belltest.com') return [{ address: '93.184.216.34', family: 4 }]
    throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
  }
}

/** What a plain request through a proxy gets; 0 where the connection breaks. */
async function ask(
  { port }: Pick<GuardProxy, 'port'>,
  path: string,
  body = '',
): Promise<{ status: number; text: string }> {
  const answer = Promise.withResolvers<{ status: number; text: string }>()
  const broken = { status: 0, text: '' }
  const sent = request(
    { host: '127.0.0.1', port, path, method: body === '' ? 'GET' : 'POST', agent: false },
    (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => answer.resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', () => answer.resolve(broken))
      response.on('close', () => answer.resolve(broken))
    },
  )
  sent.on('error', () => answer.resolve(broken))
  sent.end(body)
  return answer.promise
}

/** The first bytes that come through a tunnel after `sent`; empty where it breaks. */
async function tunnel(port: number, authority: string, sent: string): Promise<string> {
  const answer = Promise.withResolvers<string>()
  let text = ''
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
  })
  socket.on('data', (chunk) => {
    const isFirst = text === ''
    text += chunk.toString('latin1')
    if (isFirst && text.includes(' 200 ')) socket.write(sent)
  })
  socket.on('error', () => {})
  socket.on('close', () => answer.resolve(text))
  return answer.promise
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

test('a page comes through, plain and through a tunnel, and is counted', async () => {
  await using server = await startPageServer(PAGES)
  const open = createGuardProxies({ allowHosts: [server.host] })
  const proxy = await open({ principal: LOCAL_PRINCIPAL, limits: LIMITS })
  expect(await ask(proxy, server.url)).toEqual({ status: 200, text: 'hello' })
  expect(await tunnel(proxy.port, `127.0.0.1:${server.port}`, GET)).toContain('hello')
  expect(proxy.counts).toMatchObject({ attempts: 2, refused: 0 })
  expect(proxy.counts.down).toBeGreaterThan(2 * 'hello'.length)
  proxy.close()
})

test('hosts that the operator excepted are open to whom they are open', async () => {
  await using server = await startPageServer(PAGES)
  const open = createGuardProxies({ allowHosts: [server.host] })
  const proxy = await open({ principal: STRANGER, limits: LIMITS })
  expect((await ask(proxy, server.url)).status).toBe(403)
  expect(await tunnel(proxy.port, `127.0.0.1:${server.port}`, GET)).toMatch(/^HTTP\/1.1 403/)
  expect(server.requests).toEqual([])
  proxy.close()
})

test.each([
  'http://127.0.0.1/',
  'http://127.0.0.1:8080/',
  'http://[::1]/',
  'http://[::ffff:7f00:1]/',
  'http://2130706433/',
  'http://0177.1/',
  'http://localhost/',
  'http://169.254.169.254/latest/meta-data',
  'http://metadata.google.internal/',
  'http://private.belltest.com/',
  'http://mixed.belltest.com/',
  'http://nowhere.belltest.com/',
  'http://belltest.com:22/',
])('%s is refused, plain and through a tunnel, and nothing is dialled', async (url) => {
  const open = createGuardProxies({ allowHosts: [], resolve: hostileNames() })
  const proxy = await open({ principal: LOCAL_PRINCIPAL, limits: LIMITS })
  using dials = interceptDials({ port: (dialled) => (dialled === proxy.port ? dialled : 9) })
  expect((await ask(proxy, url)).status).toBe(403)
  const { host, port } = new URL(url)
  const answered = await tunnel(proxy.port, port === '' ? `${host}:443` : host, GET)
  expect(answered).toMatch(/^HTTP\/1.1 403/)
  expect(proxy.counts.refused).toBe(2)
  // The two of the test itself, which go to the proxy.
  expect(dials.addresses).toEqual(['127.0.0.1', '127.0.0.1'])
  expect(proxy.failureOf(url)).toMatchObject({ code: 'url_not_allowed' })
  proxy.close()
})

test.each([
  '/',
  'ftp://belltest.com/',
  'https://belltest.com/',
  'http://user:password@belltest.com/',
])('a request for %s, which no client of a proxy makes, is refused', async (path) => {
  const open = createGuardProxies({ allowHosts: [], resolve: hostileNames() })
  const proxy = await open({ principal: LOCAL_PRINCIPAL, limits: LIMITS })
  expect((await ask(proxy, path)).status).toBe(403)
  expect(await tunnel(proxy.port, path, GET)).toMatch(/^HTTP\/1.1 403|^$/)
  proxy.close()
})

test('a name whose second answer is private is refused at its second use', async () => {
  await using server = await startPageServer(PAGES)
  const open = createGuardProxies({ allowHosts: [], resolve: hostileNames() })
  const proxy = await open({ principal: LOCAL_PRINCIPAL, limits: LIMITS })
  const first = await dialledThrough(server.port, proxy, 'http://rebind.belltest.com/')
  expect(first).toEqual({ status: 200, addresses: ['93.184.216.34'] })
  const second = await dialledThrough(server.port, proxy, 'http://rebind.belltest.com/')
  expect(second.status).toBe(403)
  expect(second.addresses).not.toContain('127.0.0.1')
  proxy.close()
})

/** Asks with all dials but that of the asker led to a server of this machine. */
async function dialledThrough(port: number, proxy: GuardProxy, url: string) {
  using dials = interceptDials({ port: (dialled) => (dialled === proxy.port ? dialled : port) })
  const { status } = await ask(proxy, url)
  return { status, addresses: dials.addresses.filter((address) => address !== '127.0.0.1') }
}

test.each([
  ['bytes', { downMaxBytes: 10_000 }, '/large', ''],
  ['upload', { upMaxBytes: 1_000 }, '/', 'y'.repeat(100_000)],
  ['connections', { attemptsMaxCount: 0 }, '/', ''],
  ['connections', { connectionsMaxCount: 0 }, '/', ''],
] as const)('over %s everything ends, for good', async (limit, limits, path, body) => {
  await using server = await startPageServer(PAGES)
  const reported: string[] = []
  const open = createGuardProxies({ allowHosts: [server.host] })
  const proxy = await open({
    principal: LOCAL_PRINCIPAL,
    limits: { ...LIMITS, ...limits },
    onOver: (over) => reported.push(over),
  })
  await ask(proxy, `${server.origin}${path}`, body)
  await expect.poll(() => proxy.over).toBe(limit)
  expect((await ask(proxy, server.url)).status).toBe(0)
  expect(reported).toEqual([limit])
  proxy.close()
})

test('a closed proxy takes nothing more, and its connections end', async () => {
  await using server = await startPageServer({
    '/': { body: (_request, response) => void response.writeHead(200).write('begun') },
  })
  const open = createGuardProxies({ allowHosts: [server.host] })
  const proxy = await open({ principal: LOCAL_PRINCIPAL, limits: LIMITS })
  const pending = ask(proxy, server.url)
  await expect.poll(() => server.requests.length).toBe(1)
  proxy.close()
  expect((await pending).status).toBe(0)
  expect((await ask(proxy, server.url)).status).toBe(0)
})

test('a black hole takes connections and answers nothing', async () => {
  const hole = await openBlackHole()
  expect((await ask(hole, 'http://belltest.com/')).status).toBe(0)
  expect(await tunnel(hole.port, 'belltest.com:443', GET)).toBe('')
  expect(hole.caught).toBe(2)
  hole.close()
})
