import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { REQUEST_BODY_MAX_BYTES } from '../../../src/http/limits.ts'
import { verifies } from '../../requirements/verifies.ts'
import { app, errorOf, gate, type Init, KEY, keys, post } from '../../support/http-app.ts'
import { testServices } from '../../support/operations.ts'

describe('a free route', () => {
  test('answers a JSON object with 200', async () => {
    verifies('utility:4:2:200')
    const response = await app()('/echo', post({ text: 'hi' }))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ text: 'hi', caller: null })
  })

  test.each<[string, Init]>([
    ['no body', {}],
    ['no JSON', { body: '{' }],
    ['an array', { body: '[]' }],
    ['a string', { body: '"text"' }],
    ['null', { body: 'null' }],
    ['a missing field', post({})],
    ['a field of the wrong type', post({ text: 1 })],
    ['a value out of range', post({ text: 'a', times: 99 })],
  ])('answers 400 for %s, in the documented shape', async (_, init) => {
    verifies('utility:3:invalid', 'utility:4:2:400', 'utility:7:400')
    const error = await errorOf(await app()('/echo', init))
    expect(error).toMatchObject({ status: 400, code: 'invalid_input', retryable: false })
    expect(error.message).toBeTruthy()
    expect(error.hint).toBeTruthy()
  })

  test('answers 413 for a body over the cap, announced or not', async () => {
    const big = post({ text: 'x'.repeat(REQUEST_BODY_MAX_BYTES) })
    expect(await errorOf(await app()('/echo', big))).toMatchObject({
      status: 413,
      code: 'too_large',
    })
    const announced = {
      body: '{}',
      headers: { 'content-length': String(REQUEST_BODY_MAX_BYTES + 1) },
    }
    expect(await errorOf(await app()('/echo', announced))).toMatchObject({ status: 413 })
  })

  test('stops reading a body that does not end', async () => {
    const chunk = new Uint8Array(1024 * 1024)
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += 1
        if (sent > 50) controller.close()
        else controller.enqueue(chunk)
      },
    })
    const endless = { body, duplex: 'half' } as Init
    expect(await errorOf(await app()('/echo', endless))).toMatchObject({ status: 413 })
    expect(sent).toBeLessThan(10)
  })

  test('says so when the body is empty', async () => {
    expect((await errorOf(await app()('/echo'))).message).toMatch(/empty/)
  })

  test('tells a typed failure with its status, hint and fields, and keeps the cause', async () => {
    const error = await errorOf(await app()('/failing', post({ how: 'typed' })))
    expect(error).toEqual({
      status: 502,
      code: 'upstream_failed',
      message: 'The other server failed.',
      retryable: true,
      hint: 'Try another page.',
      fields: { status: 500 },
    })
  })

  test('tells nothing of an untyped failure', async () => {
    const response = await app()('/failing', post({ how: 'untyped' }))
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(text).not.toContain('secret-cause')
  })

  test('answers 405 with Allow to another method and 404 to another path', async () => {
    const response = await app()('/echo', { method: 'GET' })
    expect(response.headers.get('allow')).toBe('POST')
    expect(await errorOf(response)).toMatchObject({ status: 405, code: 'method_not_allowed' })
    expect(await errorOf(await app()('/nothing'))).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('bearer keys', () => {
  test('guard free routes and name the caller', async () => {
    const request = app({ keys })
    const refused = await request('/echo', post({ text: 'a' }))
    expect(refused.headers.get('www-authenticate')).toContain('Bearer')
    expect(await errorOf(refused)).toMatchObject({ status: 401, code: 'unauthorized' })
    const wrong = post({ text: 'a' }, { authorization: 'Bearer wrong' })
    expect((await request('/echo', wrong)).status).toBe(401)
    const right = await request('/echo', post({ text: 'a' }, { authorization: `Bearer ${KEY}` }))
    expect(await right.json()).toEqual({ text: 'a', caller: 'alice' })
  })

  test('guard priced routes where nothing is sold', async () => {
    expect((await app({ keys })('/sold', post({ text: 'a' }))).status).toBe(401)
  })

  test('guard /mcp, unless paying is a way in', async () => {
    expect((await app({ keys })('/mcp')).status).toBe(401)
    expect((await app({ keys, gate })('/mcp')).status).toBe(200)
    const wrong = { headers: { authorization: 'Bearer wrong' } }
    expect((await app({ keys, gate })('/mcp', wrong)).status).toBe(401)
    const right = await app({ keys })('/mcp', { headers: { authorization: `Bearer ${KEY}` } })
    expect(await right.json()).toEqual({ caller: 'alice' })
  })
})

describe('Host and Origin', () => {
  test.each(['/echo', '/mcp', '/openapi.json', '/metrics', '/nothing'])(
    'guard %s',
    async (path) => {
      const foreign = { method: 'GET', headers: { host: 'evil.example' } }
      expect((await app()(path, foreign)).status).toBe(403)
      const origin = { method: 'GET', headers: { origin: 'https://evil.example' } }
      expect((await app()(path, origin)).status).toBe(403)
    },
  )

  test('do not stand in the way of an orchestrator', async () => {
    const probe = { method: 'GET', headers: { host: '10.0.0.7:8402' } }
    expect((await app()('/healthz', probe)).status).toBe(200)
    expect((await app()('/readyz', probe)).status).toBe(200)
  })
})

test('a body in another encoding is refused', async () => {
  const request = app()
  for (const body of [Buffer.from([0x22, 0xff, 0x22]), Buffer.from('{"text":"\xe9"}', 'latin1')]) {
    expect(await errorOf(await request('/echo', { body }))).toMatchObject({ status: 400 })
  }
  const gzip = post({ text: 'a' }, { 'content-encoding': 'gzip' })
  expect(await errorOf(await request('/echo', gzip))).toMatchObject({ status: 400 })
  const marked = Buffer.from('\uFEFF{"text":"a"}')
  expect((await request('/echo', { body: marked })).status).toBe(200)
})

test('/mcp takes the methods of its protocol only', async () => {
  const request = app()
  for (const method of ['PUT', 'OPTIONS', 'PATCH']) {
    const response = await request('/mcp', { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST, DELETE'])
  }
  expect((await request('/mcp', { method: 'DELETE' })).status).toBe(200)
})

test('the log has one line for a refusal, and the stack of a fault', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const request = app({ services: { ...testServices(), log } })
  await request('/failing', post({ how: 'typed' }))
  await request('/failing', post({ how: 'untyped' }))
  expect(lines).toMatchObject([
    { level: 30, path: '/failing', code: 'upstream_failed', cause: 'secret-cause' },
    { level: 50, path: '/failing', err: { message: 'secret-cause', stack: expect.any(String) } },
  ])
  expect(JSON.stringify(lines[0])).not.toContain('    at ')
})

test('a body that ends early counts as a call that was given up', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
  const response = await app()('/echo', { body, duplex: 'half' })
  expect(await errorOf(response)).toMatchObject({ status: 499, code: 'cancelled' })
})

describe('for operators', () => {
  const get = { method: 'GET' }

  test('readyz answers 503 when the database cannot be opened', async () => {
    const services = {
      ...testServices(),
      requireStore: () => Promise.reject(new Error('no database')),
    }
    const response = await app({ services })('/readyz', get)
    const reason = 'Calls cannot be served; the log of the server says why.'
    expect([response.status, await response.json()]).toEqual([503, { status: 'not ready', reason }])
  })

  test('metrics count calls by outcome', async () => {
    const request = app()
    await request('/echo', post({ text: 'a' }))
    await request('/echo', post({}))
    const response = await request('/metrics', get)
    expect(response.headers.get('content-type')).toContain('text/plain')
    const text = await response.text()
    expect(text).toContain('bellhop_calls_total{surface="http",operation="echo",outcome="ok"} 1')
    expect(text).toContain('operation="echo",outcome="invalid_input"} 1')
  })

  test('metrics count a challenge as what it is, and no sale', async () => {
    const request = app({ gate })
    await request('/sold', post({ text: 'a' }))
    const text = await (await request('/metrics', get)).text()
    expect(text).toContain('operation="sold",outcome="payment_required"} 1')
    expect(text).not.toContain('operation="sold",outcome="ok"')
  })

  test('metrics answer nobody whom a trusted proxy has seen elsewhere', async () => {
    const request = app({ trustedProxies: 1 })
    const seen = (forwarded: string) => ({ ...get, headers: { 'x-forwarded-for': forwarded } })
    expect((await request('/metrics', seen('127.0.0.1, 203.0.113.9'))).status).toBe(401)
    expect((await request('/metrics', seen('203.0.113.9, 127.0.0.1'))).status).toBe(200)
    const direct = { ...seen('127.0.0.1'), from: '203.0.113.9' }
    expect((await request('/metrics', direct)).status).toBe(401)
  })

  test('metrics answer loopback, and where there are keys their holders only', async () => {
    const from = '203.0.113.9'
    expect((await app()('/metrics', { ...get, from })).status).toBe(401)
    const request = app({ keys })
    expect((await request('/metrics', get)).status).toBe(401)
    const keyed = { ...get, from, headers: { authorization: `Bearer ${KEY}` } }
    expect((await request('/metrics', keyed)).status).toBe(200)
  })
})
