import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { answerJson } from '../../../../src/http/bodies/answer-json.ts'
import { packingFor } from '../../../../src/http/bodies/compress.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

const SMALL = { list: ['x'.repeat(1_000)] }
const LARGE = { list: Array.from({ length: 200 }, (_, index) => `item ${index} of many`) }
const HUGE = { list: Array.from({ length: 400 }, (_, index) => `${index}`.repeat(3_000)) }

async function respond(
  body: Record<string, unknown>,
  headers: Record<string, string>,
  remoteAddress = '198.51.100.7',
) {
  const app = new Hono()
  app.get('/', async (c) => answerJson(c, body, { mayRepeat: true }))
  return app.request('/', { headers }, { incoming: { socket: { remoteAddress } } })
}

const unpack = async (response: Response): Promise<string> => {
  const bytes = Buffer.from(await response.arrayBuffer())
  const encoding = response.headers.get('content-encoding')
  if (encoding === 'gzip') return gunzipSync(bytes).toString()
  return encoding === 'br' ? brotliDecompressSync(bytes).toString() : bytes.toString()
}

describe('an answer', () => {
  test.each([
    ['small', SMALL, 'gzip, br', null],
    ['large', LARGE, 'gzip', 'gzip'],
    ['large', LARGE, 'gzip, deflate, br', 'br'],
    ['large', LARGE, 'br;q=0.5, gzip;q=0.8', 'gzip'],
    ['large', LARGE, 'identity', null],
    ['large', LARGE, 'gzip;q=0', null],
    ['that comes in pieces', HUGE, 'gzip, br', 'gzip'],
    ['that comes in pieces', HUGE, 'br', null],
  ])('%s is packed as the client takes it (%#)', async (_, body, accepted, encoding) => {
    const response = await respond(body, { 'accept-encoding': accepted })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe(encoding === null ? null : 'accept-encoding')
    expect(await unpack(response)).toBe(JSON.stringify(body))
  })

  test.each([
    ['127.0.0.1', {}, null],
    ['::1', {}, null],
    ['::ffff:127.0.0.1', {}, null],
    ['127.0.0.1', { 'x-forwarded-for': '198.51.100.7' }, 'br'],
    ['::1', { via: '1.1 proxy' }, 'br'],
    ['10.0.0.2', {}, 'br'],
  ])('to %s with %j is packed as %s', async (from, more, encoding) => {
    for (const [body, coding] of [
      [LARGE, encoding],
      [HUGE, encoding && 'gzip'],
    ] as const) {
      const response = await respond(body, { 'accept-encoding': 'gzip, br', ...more }, from)
      expect(response.headers.get('content-encoding')).toBe(coding)
      expect(await unpack(response)).toBe(JSON.stringify(body))
    }
  })

  test('that did not change is not sent again', async () => {
    const first = await respond(LARGE, {})
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/)
    const again = await respond(LARGE, { 'if-none-match': `"x", ${tag}`, 'accept-encoding': 'br' })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const other = await respond({ list: [...LARGE.list, 'new'] }, { 'if-none-match': tag })
    expect(other.status).toBe(200)
    expect((await respond(SMALL, {})).headers.has('etag')).toBe(false)
  })
})

test.each([
  [undefined, undefined],
  ['', undefined],
  ['*', 'br'],
  ['*;q=0, gzip', 'gzip'],
  ['br;q=0.001', 'br'],
  ['gzip;q=nonsense', undefined],
  [`${'x,'.repeat(10_000)}gzip`, undefined],
])('a client that says %s takes %s', (accepted, encoding) => {
  expect(packingFor(accepted)).toBe(encoding)
})

test('lists have tags where they are fetched, and events and changes have none', async () => {
  await using world = await startChatWorld()
  const { owner } = world
  for (let count = 0; count < 12; count += 1) await world.add(`Person ${count}`)
  const headers = { authorization: `Basic ${btoa(`${owner.email}:${owner.key}`)}` }
  const users = await world.request('/users', { headers })
  const tag = users.headers.get('etag') ?? ''
  expect(users.headers.get('cache-control')).toBe('private, no-cache')
  const know = { ...headers, 'if-none-match': tag }
  expect((await world.request('/users', { headers: know })).status).toBe(304)
  await world.add('Newcomer')
  expect((await world.request('/users', { headers: know })).status).toBe(200)
  const queue = ok(await owner.post('/register'))
  await owner.say('x'.repeat(4_000))
  const poll = `/events?queue_id=${queue['queue_id']}&last_event_id=-1`
  const events = await world.request(poll, { headers })
  expect(events.headers.has('etag')).toBe(false)
  expect((await events.text()).length).toBeGreaterThan(4_000)
  const registered = await world.request('/register', { method: 'POST', headers })
  expect(registered.headers.has('etag')).toBe(false)
})
