import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { offersOf } from '../../../src/core/select/offers.ts'
import { createHttpApp, type HttpParts } from '../../../src/http/app.ts'
import type { ErrorBody } from '../../../src/http/bodies/envelope.ts'
import { parseKeyFile } from '../../../src/http/callers/bearer.ts'
import { REQUEST_BODY_MAX_BYTES } from '../../../src/http/limits.ts'
import { createMetrics } from '../../../src/lib/metrics.ts'
import { makeChallenge } from '../../../src/pay/protocol/challenge.ts'
import { decodeChallenge, decodeSettlement, encodeHeader } from '../../../src/pay/protocol/codec.ts'
import { PAYMENT_NETWORKS } from '../../../src/pay/protocol/networks.ts'
import { priceTable } from '../../../src/pay/protocol/terms.ts'
import type { Gate } from '../../../src/pay/seller/port.ts'
import { verifies } from '../../requirements/verifies.ts'
import { fetching, runsOfSold, sampleOperations, testServices } from '../../support/operations.ts'

const KEY = 'k'.repeat(32)
const keys = parseKeyFile(`alice ${KEY}`)

const payTo = '0x00000000000000000000000000000000000000aa'
const prices = priceTable(offersOf([...sampleOperations, fetching]), {
  network: PAYMENT_NETWORKS[0],
  payTo,
})
const requirements = prices.get('sold')?.requirements
const settlement = { success: true, transaction: '0x1', network: 'eip155:8453' }

/** A gate that sells to every payment that can be read. */
const gate: Gate = {
  prices,
  baseUrl: () => 'http://localhost:1',
  async pass({ operation, payment, transport }, work) {
    const tag = prices.get(operation)
    if (!tag) throw new Error('not for sale')
    if (!payment) {
      const paymentRequired = makeChallenge(tag, {
        transport,
        baseUrl: gate.baseUrl(),
        error: 'pay',
      })
      return { kind: 'challenge', paymentRequired }
    }
    const answer = await work(new AbortController().signal, payTo)
    return { kind: 'sold', answer, settlement, replayed: false }
  },
}

/** A payment that can be read; nobody checks its signature here. */
const coin = {
  'payment-signature': encodeHeader({
    x402Version: 2,
    accepted: requirements,
    payload: {
      signature: `0x${'11'.repeat(65)}`,
      authorization: {
        from: payTo,
        to: payTo,
        value: '2000',
        validAfter: '0',
        validBefore: '9999999999',
        nonce: `0x${'22'.repeat(32)}`,
      },
    },
  }),
}

function app(parts: Partial<HttpParts> = {}) {
  const metrics = createMetrics(() => 0)
  const services = { ...testServices(), observeCall: metrics.observeCall }
  const built = createHttpApp({
    operations: [...sampleOperations, fetching],
    services,
    metrics,
    mcp: async (_, caller) => Response.json({ caller: caller ?? null }),
    allowedHosts: [],
    publicUrl: 'http://localhost:1',
    ...parts,
  })
  return (path: string, init: Init = {}) =>
    built.request(
      path,
      { method: 'POST', ...init, headers: { host: 'localhost', ...init.headers } },
      { incoming: { socket: { remoteAddress: init.from ?? '127.0.0.1' } } },
    )
}

const post = (value: unknown, headers: Record<string, string> = {}) => ({
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json', ...headers },
})

interface Init extends RequestInit {
  headers?: Record<string, string>
  from?: string
}

async function errorOf(response: Response) {
  return { status: response.status, ...((await response.json()) as ErrorBody).error }
}

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

describe('a sold route', () => {
  beforeEach(() => {
    runsOfSold.count = 0
  })

  test('an unpaid call is challenged, in the header and in the body, and no work is done', async () => {
    verifies('utility:3:unpaid', 'utility:5:3', 'utility:7:402', 'utility:4:2:402')
    const response = await app({ gate })('/sold', post({ text: 'a' }))
    expect(response.status).toBe(402)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const body = (await response.json()) as { accepts: object[] }
    expect(decodeChallenge(response.headers.get('payment-required') ?? '')).toEqual(body)
    expect(body.accepts).toEqual([requirements])
    expect(runsOfSold.count).toBe(0)
  })

  test('a zero-length body is a probe for the price', async () => {
    expect((await app({ gate })('/sold')).status).toBe(402)
    expect((await app({ gate })('/sold', { headers: coin })).status).toBe(400)
  })

  test('every other invalid body is a 400 before anything else, paid or not', async () => {
    for (const headers of [{}, coin]) {
      expect((await app({ gate })('/sold', post({}, headers))).status).toBe(400)
      expect((await app({ gate })('/sold', { body: ' ', headers })).status).toBe(400)
    }
    expect(runsOfSold.count).toBe(0)
  })

  test('an address that would not be fetched is a 400 before anything else, paid or not', async () => {
    verifies('utility:3:invalid')
    const passed: string[] = []
    const watched: Gate = {
      ...gate,
      async pass(call, work) {
        passed.push(call.operation)
        return gate.pass(call, work)
      },
    }
    const request = app({ gate: watched })
    for (const headers of [{}, coin]) {
      const refused = await request('/fetching', post({ url: 'http://10.0.0.1/' }, headers))
      expect(await errorOf(refused)).toMatchObject({ status: 400, code: 'url_not_allowed' })
    }
    expect(passed).toEqual([])
    expect((await request('/fetching', post({ url: 'https://a.dev/' }))).status).toBe(402)
  })

  test('a paid call does the work once and carries the receipt', async () => {
    const response = await app({ gate })('/sold', post({ text: 'a' }, coin))
    expect(await response.json()).toEqual({ text: 'a' })
    expect(decodeSettlement(response.headers.get('payment-response') ?? '')).toEqual(settlement)
    expect(response.headers.get('cache-control')).toBe('private')
    expect(runsOfSold.count).toBe(1)
  })

  test('without a gate a priced route is free, and an empty body is invalid', async () => {
    expect((await app()('/sold', post({ text: 'a' }))).status).toBe(200)
    expect((await app()('/sold')).status).toBe(400)
  })

  test('payment is the only access to a sold route: keys neither help nor hinder', async () => {
    verifies('utility:5:1')
    const request = app({ gate, keys })
    const key = { authorization: `Bearer ${KEY}` }
    expect((await request('/sold', post({ text: 'a' }, key))).status).toBe(402)
    expect((await request('/sold', post({ text: 'a' }, coin))).status).toBe(200)
    const wrong = { ...coin, authorization: 'Bearer wrong' }
    expect((await request('/sold', post({ text: 'a' }, wrong))).status).toBe(200)
  })

  test('what is taken off the price table is not sold', async () => {
    const nothing: Gate = { ...gate, prices: new Map() }
    expect((await app({ gate: nothing })('/sold', post({ text: 'a' }))).status).toBe(200)
    expect((await app({ gate: nothing, keys })('/sold', post({ text: 'a' }))).status).toBe(401)
  })

  test.each([
    ['no base64', '{}'],
    ['no JSON', btoa('{')],
    ['no payment', btoa('{}')],
    ['version 1', encodeHeader({ x402Version: 1, payload: {} })],
    ['too long', btoa(JSON.stringify({ a: 'x'.repeat(20_000) }))],
  ])('a payment header that is %s is a 400', async (_, header) => {
    const paid = post({ text: 'a' }, { 'payment-signature': header })
    const response = await app({ gate })('/sold', paid)
    expect(await errorOf(response)).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(runsOfSold.count).toBe(0)
  })

  test('the price list has the payment terms of every sold route', async () => {
    verifies('utility:2.1:protocols', 'utility:2.1:price.mode', 'utility:2.1:price.currency')
    verifies('utility:2.1:price.amount', 'utility:2.1:network', 'utility:2.1:asset')
    verifies('utility:2.1:payTo', 'utility:4:4')
    const request = app({ gate })
    const get = { method: 'GET' }
    const { routes } = (await (await request('/pricing', get)).json()) as { routes: object[] }
    expect(routes[0]).toEqual({
      operation: 'sold',
      method: 'POST',
      path: '/sold',
      protocols: ['x402'],
      price: { mode: 'fixed', currency: 'USD', amount: '0.002' },
      network: 'eip155:8453',
      asset: 'USDC',
      payTo,
    })
    const known = (await (await request('/.well-known/x402', get)).json()) as object
    expect(known).toMatchObject({
      version: 1,
      resources: ['http://localhost:1/sold', expect.any(String)],
    })
    expect((await app()('/pricing', get)).status).toBe(404)
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
