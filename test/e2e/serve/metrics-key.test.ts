import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bellhop, type Served, serveBellhop, tempDir } from '../../support/bellhop.ts'
import { canaries } from '../../support/canaries.ts'

type Headers = Record<string, string>

const KEY = canaries().chatKey
const TEAM_KEY = 'key-of-the-team-for-a-test'
const dir = tempDir()
const keyFile = join(dir.path, 'keys.txt')
writeFileSync(keyFile, `team ${TEAM_KEY}\n`, { mode: 0o600 })

afterAll(() => dir[Symbol.dispose]())

/** An address of its own for each request, so that none is refused for what others tried. */
let visitors = 0
const from = (): Headers => {
  visitors += 1
  return { 'x-forwarded-for': `198.51.${visitors >> 8}.${visitors & 255}` }
}

/** What a server says to a request, whatever Host it names. */
async function ask(url: string, headers: Headers, method = 'GET') {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(url, { method, headers: { ...from(), ...headers } }, (response) => {
      readAll(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject)
    })
    sent.on('error', reject).end(method === 'POST' ? '{}' : undefined)
  })
}

const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` })
const basic = (name: string, key: string): Headers => ({
  authorization: `Basic ${btoa(`${name}:${key}`)}`,
})
const wrong = () => randomBytes(16).toString('hex')

/** Settings of a server for others: with a key file, and by accounts alone as the compose file has it. */
describe.each([
  ['a key file', ['--key-file', keyFile]],
  ['no key file', []],
])('a server for others with %s', (_, flags) => {
  let server: Served
  const at = (path: string) => server.url + path

  beforeAll(async () => {
    const forOthers = ['--trusted-proxies', '1', '--public-url', 'https://bellhop.example.com']
    server = await serveBellhop(
      [...forOthers, '--allowed-hosts', 'bellhop.example.com', ...flags],
      {
        BELLHOP_METRICS_KEY: KEY,
      },
    )
  })
  afterAll(async () => server[Symbol.asyncDispose]())

  test.each(['bellhop.example.com', '127.0.0.1', 'bellhop-1:8402', '10.0.0.7:8402'])(
    'is scraped with the key at %s',
    async (host) => {
      const { status, text } = await ask(at('/metrics'), { host, ...bearer(KEY) })
      expect([status, text]).toEqual([200, expect.stringContaining('bellhop_uptime_seconds')])
    },
  )

  test.each<[string, () => Headers]>([
    ['nothing', () => ({})],
    ['another key', () => bearer(wrong())],
    ['a key of the file', () => bearer(TEAM_KEY)],
    ['a part of the key', () => bearer(KEY.slice(0, -1))],
    ['the key and more', () => bearer(`${KEY}a`)],
    ['the key as a password', () => basic('metrics', KEY)],
    ['the key of the owner', () => bearer(server.owner().key)],
  ])('is not scraped with %s', async (__, headers) => {
    const { status, text } = await ask(at('/metrics'), headers())
    expect([status, text]).toEqual([401, expect.not.stringContaining('bellhop_')])
  })

  test('opens no other route by that key', { tags: 'full' }, async () => {
    const documents = await Promise.all(
      ['/openapi.json', '/api/v1/openapi.json'].map(async (path) =>
        ask(at(path), { host: 'bellhop.example.com' }),
      ),
    )
    const routes = documents.flatMap(({ text }) => {
      const { paths, servers } = JSON.parse(text) as {
        paths: Record<string, object>
        servers: { url: string }[]
      }
      const base = new URL(servers[0]?.url ?? '').pathname.replace(/\/$/, '')
      return Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods)
          .filter((method) => /^(?:get|post|put|patch|delete)$/.test(method))
          .map(
            (method) => [method.toUpperCase(), base + path.replaceAll(/\{[^}]+\}/g, '1')] as const,
          ),
      )
    })
    const others = routes.filter(([, path]) => path !== '/metrics')
    expect(others.length).toBeGreaterThan(150)
    const owner = server.owner().email
    const opened: string[] = []
    for (const [method, path] of [...others, ['POST', '/mcp'], ['GET', '/mcp']] as const) {
      for (const scheme of [bearer, (key: string) => basic(owner, key)]) {
        const [withKey, without] = await Promise.all(
          [KEY, wrong()].map(async (key) => ask(at(path), scheme(key), method)),
        )
        if (withKey?.status !== without?.status) opened.push(`${method} ${path}`)
      }
    }
    expect(opened).toEqual([])
  })

  test('counts wrong keys of an address', async () => {
    const guess = async () =>
      ask(at('/metrics'), { ...bearer(wrong()), 'x-forwarded-for': '192.0.2.1' })
    const statuses = new Set<number>()
    for (let tries = 0; tries < 110 && !statuses.has(429); tries += 1)
      statuses.add((await guess()).status)
    expect([...statuses]).toEqual([401, 429])
    const right = { ...bearer(KEY), 'x-forwarded-for': '192.0.2.1' }
    expect((await ask(at('/metrics'), right)).status).toBe(200)
  })
})

test.each([
  ['short', 'give 24 or more ASCII characters'],
  [`${'a'.repeat(24)} b`, 'without blanks'],
  [`#${'a'.repeat(24)}`, 'without blanks and #'],
  [TEAM_KEY, 'is in the key file too'],
])('no server starts with the key %j', { tags: 'full' }, async (key, words) => {
  const settings = ['serve', '--port', '0', '--data-dir', dir.path, '--key-file', keyFile]
  const { code, stderr } = await bellhop(settings, { env: { BELLHOP_METRICS_KEY: key } })
  expect([code, stderr]).toEqual([2, expect.stringContaining(`BELLHOP_METRICS_KEY: `)])
  expect(stderr).toContain(words)
  expect(stderr).not.toContain(key === 'short' ? '"short"' : key)
})
