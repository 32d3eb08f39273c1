// @module-tag full
import { writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { serveBellhop, tempDir } from '../../support/bellhop.ts'

const KEY = 'key-of-the-operator-for-a-test'

type Headers = Record<string, string>

/** What a proxy makes of the headers of a request. */
type Rewrite = (target: URL, from: string) => Headers

/** Proxies as they come: what each passes on. */
const caddy: Rewrite = (_, from) => ({
  'x-forwarded-for': from,
  'x-forwarded-host': 'bellhop.example.com',
  'x-forwarded-proto': 'https',
  host: 'bellhop.example.com',
})
const nginxWithAddress: Rewrite = ({ host }, from) => ({ host, 'x-forwarded-for': from })
const nginxAsItComes: Rewrite = ({ host }) => ({ host })
const rfc7239: Rewrite = ({ host }, from) => ({ host, forwarded: `for=${from};proto=https` })

/** A reverse proxy on this machine, in front of a server. */
async function startProxy(target: string, rewrite: Rewrite) {
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', target)
    const headers = { ...incoming.headers, ...rewrite(url, '203.0.113.7') }
    const forwarded = request(url, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const convert = async (url: string, headers: Headers = {}) =>
  fetch(`${url}/convert`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ data: 'a,b\n1,2', from: 'csv', to: 'json' }),
  })

const ping = async (url: string, headers: Headers = {}) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  })

/** Statuses of everything that needs a key where keys are needed. */
async function statusesAt(url: string, headers: Headers = {}): Promise<Set<number>> {
  const answers = [await convert(url, headers), await ping(url, headers)]
  return new Set(answers.map(({ status }) => (status === 401 ? 401 : 200)))
}

const OPEN = new Set([200])
const CLOSED = new Set([401])

const times = (text: string, part: string) => text.split(part).length - 1

describe('an open server on loopback', () => {
  test('asks who comes through a proxy for a key, and says so once', async () => {
    await using server = await serveBellhop()
    using withAddress = await startProxy(server.url, nginxWithAddress)
    using standard = await startProxy(server.url, rfc7239)
    using unknownName = await startProxy(server.url, caddy)
    expect(await statusesAt(server.url)).toEqual(OPEN)
    expect(server.stderr()).not.toContain('--trusted-proxies')
    for (const proxy of [withAddress, standard]) {
      expect(await statusesAt(proxy.url)).toEqual(CLOSED)
      expect(await statusesAt(proxy.url, { authorization: `Bearer ${KEY}` })).toEqual(CLOSED)
      expect((await fetch(`${proxy.url}/metrics`)).status).toBe(401)
      expect((await fetch(`${server.url}/metrics`)).status).toBe(200)
      // The chat has keys of its own, which also open its tools.
      const authorization = `Bearer ${server.owner().key}`
      const me = await fetch(`${proxy.url}/api/v1/users/me`, { headers: { authorization } })
      expect(me.status).toBe(200)
      expect((await ping(proxy.url, { authorization })).status).toBe(200)
      expect(await statusesAt(server.url)).toEqual(OPEN)
      expect(times(server.stderr(), '--trusted-proxies')).toBe(1)
    }
    expect(server.stderr()).toContain('--key-file')
    // A name that it was not told of.
    expect((await convert(unknownName.url)).status).toBe(403)
  })
})

describe('a server on loopback whose settings tell of others', () => {
  test.each([
    ['--allowed-hosts', 'bellhop.example.com'],
    ['--allowed-hosts', 'localhost,bellhop.example.com:443'],
    ['--public-url', 'https://bellhop.example.com'],
    ['--trusted-proxies', '1'],
  ])('asks everybody for a key, for a proxy may hide itself: %s %s', async (...setting) => {
    await using server = await serveBellhop(setting)
    using proxy = await startProxy(server.url, nginxAsItComes)
    for (const url of [server.url, proxy.url]) {
      expect(await statusesAt(url)).toEqual(CLOSED)
      expect((await fetch(`${url}/metrics`)).status).toBe(401)
    }
    expect(server.stderr()).toContain('there is no --key-file')
  })

  test('lets in who has one', async () => {
    using dir = tempDir()
    const file = join(dir.path, 'keys')
    writeFileSync(file, `helper ${KEY}\n`)
    const settings = ['--allowed-hosts', 'bellhop.example.com', '--trusted-proxies', '1']
    await using server = await serveBellhop([...settings, '--key-file', file])
    using proxy = await startProxy(server.url, caddy)
    expect(await statusesAt(proxy.url)).toEqual(CLOSED)
    const authorization = `Bearer ${KEY}`
    expect((await convert(proxy.url, { authorization })).status).toBe(200)
    expect((await fetch(`${proxy.url}/metrics`, { headers: { authorization } })).status).toBe(200)
    expect(server.stderr()).not.toContain('through a proxy')
  })

  test('but only of names of this machine, stays open', async () => {
    const names = [
      '--allowed-hosts',
      'localhost,127.0.0.1',
      '--public-url',
      'http://localhost:8402',
    ]
    await using server = await serveBellhop(names)
    expect(await statusesAt(server.url)).toEqual(OPEN)
  })
})
