import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createPlainServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Secret } from '../../../../src/lib/secret.ts'
import { createGuardProxies } from '../../../../src/net/guard/guard-proxy.ts'
import { readOutgoingProxy } from '../../../../src/net/guard/outgoing-proxy.ts'
import type { Resolve } from '../../../../src/net/guard/resolve.ts'
import { createOperatorFetch } from '../../../../src/net/operator/operator-fetch.ts'
import { canaries } from '../../../support/canaries.ts'
import {
  type ConnectProxy,
  type ProxyRules,
  startConnectProxy,
} from '../../../support/connect-proxy.ts'
import { createLocalFetch, createLocalVet } from '../../../support/local-fetch.ts'
import { selfSignedFor } from '../../../support/net-certificate.ts'
import { startPageServer } from '../../../support/page-server.ts'

const NAME = 'www.bellhop-vectors.com'
const PUBLIC = '93.184.216.34'
const OTHER_PUBLIC = '2606:2800:220:1:248:1893:25c8:1946'
const { signal } = new AbortController()
const log = pino({ level: 'silent' })
const resolvePublic: Resolve = async () => [{ address: PUBLIC, family: 4 }]
const neverAsked: Resolve = async () => {
  throw new Error('a name was looked up')
}

const trusted = getCACertificates('default')
const { key, cert } = selfSignedFor(NAME)
const secure = createTlsServer({ key, cert }, (_request, response) => response.end('secure page'))
let securePort = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
  securePort = (secure.address() as AddressInfo).port
  setDefaultCACertificates([...trusted, cert])
})
afterAll(() => {
  setDefaultCACertificates(trusted)
  secure.close()
})

interface Through {
  resolves?: boolean
  login?: string
  except?: string[]
}

const settingsOf = (
  { address }: { address: string },
  { resolves = false, login, except = [] }: Through = {},
) => readOutgoingProxy({ address, resolves, except, login: login ? new Secret(login) : undefined })

function fetchThrough(
  proxy: ConnectProxy,
  {
    resolve = resolvePublic,
    allowHosts = [],
    ...how
  }: Through & { resolve?: Resolve; allowHosts?: string[] } = {},
) {
  const settings = { allowHosts, userAgent: 'Bellhop/test', log, resolve, deadlineMs: 5_000 }
  const fetch = createLocalFetch({ ...settings, proxy: settingsOf(proxy, how) })
  return async (url: string) => {
    const { body, status } = await fetch(url, { signal })
    return `${status} ${Buffer.from(body).toString()}`
  }
}

const secureProxy = async (refuse?: ProxyRules['refuse']) =>
  startConnectProxy({ target: securePort, ...(refuse ? { refuse } : {}) })

describe('a fetch behind a proxy', () => {
  test('asks it for the address that was looked up and vetted here', async () => {
    await using proxy = await secureProxy()
    expect(await fetchThrough(proxy)(`https://${NAME}/page`)).toBe('200 secure page')
    expect(proxy.targets).toEqual([`CONNECT ${PUBLIC}:443`])
    expect(proxy.logins).toEqual([undefined])
  })

  test('tunnels plain requests too', async () => {
    await using pages = await startPageServer({ '/a?b': { body: 'plain page' } })
    await using proxy = await startConnectProxy({ target: pages.port })
    expect(await fetchThrough(proxy)(`http://${NAME}/a?b`)).toBe('200 plain page')
    expect(proxy.targets).toEqual([`CONNECT ${PUBLIC}:80`])
    expect(pages.requests[0]?.headers.host).toBe(NAME)
  })

  test('tries the addresses of a name in turn', async () => {
    await using proxy = await secureProxy((target) => (target.includes('[') ? 503 : undefined))
    const resolve: Resolve = async () => [
      { address: OTHER_PUBLIC, family: 6 },
      { address: PUBLIC, family: 4 },
    ]
    expect(await fetchThrough(proxy, { resolve })(`https://${NAME}/`)).toBe('200 secure page')
    expect(proxy.targets).toEqual([`CONNECT [${OTHER_PUBLIC}]:443`, `CONNECT ${PUBLIC}:443`])
  })

  test('leaves names to it where only it can look them up', async () => {
    await using proxy = await secureProxy()
    const fetch = fetchThrough(proxy, { resolves: true, resolve: neverAsked })
    expect(await fetch(`https://${NAME}/`)).toBe('200 secure page')
    expect(proxy.targets).toEqual([`CONNECT ${NAME}:443`])
  })

  test('hands plain requests to such a proxy whole', async () => {
    await using pages = await startPageServer({ '/a?b': { body: 'plain page' } })
    await using proxy = await startConnectProxy({ target: pages.port })
    const fetch = fetchThrough(proxy, {
      resolves: true,
      resolve: neverAsked,
      login: canaries().password,
    })
    expect(await fetch(`http://${NAME}/a?b`)).toBe('200 plain page')
    expect(proxy.targets).toEqual([`GET http://${NAME}/a?b`])
    expect(pages.requests[0]?.headers).not.toHaveProperty('proxy-authorization')
  })

  test('reaches allowed hosts without it', async () => {
    await using pages = await startPageServer({ '/': { body: 'own page' } })
    await using proxy = await secureProxy()
    const fetch = fetchThrough(proxy, { allowHosts: [`127.0.0.1:${pages.port}`] })
    expect(await fetch(pages.url)).toBe('200 own page')
    expect(proxy.targets).toEqual([])
  })

  test('signs in, and shows its login to the proxy only', async () => {
    const login = `bellhop:${canaries().password}`
    const value = `Basic ${Buffer.from(login).toString('base64')}`
    await using proxy = await secureProxy((_asked, given) => (given === value ? undefined : 407))
    expect(await fetchThrough(proxy, { login })(`https://${NAME}/`)).toBe('200 secure page')
    await expect(fetchThrough(proxy)(`https://${NAME}/`)).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining('asks for a user name and a password') as string,
      hint: expect.stringContaining('operator') as string,
    })
  })

  test.each([
    [403, 'refuses this address (HTTP 403)', 'Repeating the call does not help.'],
    [502, 'The other server could not be reached.', 'Try again later'],
  ])('says whose fault it is that the proxy answers %d', async (status, message, hint) => {
    await using proxy = await secureProxy(() => status)
    await expect(fetchThrough(proxy)(`https://${NAME}/`)).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining(message) as string,
      hint: expect.stringContaining(hint) as string,
    })
  })

  test('says that the proxy cannot be reached', async () => {
    const proxy = await secureProxy()
    await proxy[Symbol.asyncDispose]()
    await expect(fetchThrough(proxy)(`https://${NAME}/`)).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining('The proxy by which this server reaches others') as string,
    })
  })

  test('ends with its deadline where the proxy says nothing', async () => {
    const silent = createPlainServer((socket) => socket.on('error', () => {}).resume())
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const proxy = settingsOf({ address: `http://127.0.0.1:${port}` })
    const fetch = createLocalFetch({
      allowHosts: [],
      userAgent: 'Bellhop/test',
      log,
      resolve: resolvePublic,
      proxy,
      deadlineMs: 100,
    })
    await expect(fetch(`https://${NAME}/`, { signal })).rejects.toMatchObject({
      code: 'upstream_timeout',
    })
    await new Promise((resolve) => silent.close(resolve))
  })
})

describe('the guard behind a proxy', () => {
  const privateOnes = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1']
  test.each(privateOnes)('asks it for no name that leads to %s', async (address) => {
    await using proxy = await secureProxy()
    const resolve: Resolve = async () => [
      { address: PUBLIC, family: 4 },
      { address, family: address.includes(':') ? 6 : 4 },
    ]
    const fetched = fetchThrough(proxy, { resolve })(`https://${NAME}/`)
    await expect(fetched).rejects.toMatchObject({ cause: { reason: 'resolved_address' } })
    expect(proxy.targets).toEqual([])
  })

  test.each([
    ['http://127.0.0.1/', 'literal_address'],
    ['http://[::1]/', 'literal_address'],
    ['http://0x7f.1/', 'literal_address'],
    ['http://localhost/', 'name'],
    ['http://printer/', 'name'],
    ['http://wiki.internal/', 'name'],
    [`https://${NAME}:22/`, 'port'],
    [`https://u:p@${NAME}/`, 'userinfo'],
  ])('refuses %s where only the proxy can look names up', async (url, reason) => {
    await using proxy = await secureProxy()
    const fetched = fetchThrough(proxy, { resolves: true, resolve: neverAsked })(url)
    await expect(fetched).rejects.toMatchObject({ cause: { reason } })
    expect(proxy.targets).toEqual([])
  })

  test('looks no name up to vet an address where only the proxy can', async () => {
    const proxy = settingsOf({ address: 'http://127.0.0.1:3128' }, { resolves: true })
    const vet = createLocalVet({ allowHosts: [], resolve: neverAsked, proxy })
    await vet(`https://${NAME}/`, { lookup: true })
    await expect(vet('http://10.0.0.1/', { lookup: true })).rejects.toMatchObject({
      code: 'url_not_allowed',
    })
  })
})

describe('what else goes through it', () => {
  test('are the proxies of pages in a browser', async () => {
    await using pages = await startPageServer({ '/a': { body: 'plain page' } })
    await using proxy = await startConnectProxy({ target: pages.port })
    const limits = {
      connectionsMaxCount: 4,
      attemptsMaxCount: 8,
      downMaxBytes: 1_000_000,
      upMaxBytes: 1_000_000,
    }
    for (const resolves of [false, true]) {
      const resolve = resolves ? neverAsked : resolvePublic
      const open = createGuardProxies({
        allowHosts: [],
        resolve,
        proxy: settingsOf(proxy, { resolves }),
      })
      const own = await open({ principal: undefined, limits })
      const answer = await ask(own.port, `http://${NAME}/a`)
      expect(answer).toBe('200 plain page')
      own.close()
    }
    expect(proxy.targets).toEqual([`CONNECT ${PUBLIC}:80`, `GET http://${NAME}/a`])
  })

  test('are services that the operator named, but for this machine and those excepted', async () => {
    await using pages = await startPageServer({ '/rpc': { body: 'service' } })
    await using proxy = await startConnectProxy({ target: pages.port })
    const login = `bellhop:${canaries().password}`
    const through = settingsOf(proxy, { login, except: ['own.example:9000'] })
    const fetch = createOperatorFetch({ userAgent: 'Bellhop/test', proxy: through })
    const { body } = await fetch(`http://rpc.example.org/rpc`, { signal })
    expect(Buffer.from(body).toString()).toBe('service')
    expect(proxy.targets.length).toBe(1)
    expect(proxy.targets[0]).toContain('rpc.example.org')
    expect(proxy.logins).toEqual([`Basic ${Buffer.from(login).toString('base64')}`])
    await fetch(`${pages.origin}/rpc`, { signal })
    expect(proxy.targets.length).toBe(1)
    expect(through.isPassedBy('own.example', 9000)).toBe(true)
    expect(through.isPassedBy('own.example', 443)).toBe(false)
  })
})

/** What an HTTP proxy on this machine answers. */
async function ask(port: number, url: string): Promise<string> {
  const { request } = await import('node:http')
  const connected = Promise.withResolvers<string>()
  request(
    { host: '127.0.0.1', port, path: url, headers: { host: new URL(url).host } },
    (answer) => {
      let text = `${answer.statusCode} `
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => connected.resolve(text))
    },
  )
    .on('error', connected.reject)
    .end()
  return connected.promise
}
