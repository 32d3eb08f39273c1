import { beforeEach, describe, expect, test } from 'vitest'
import { decodeChallenge, decodeSettlement, encodeHeader } from '../../../src/pay/protocol/codec.ts'
import type { Gate } from '../../../src/pay/seller/port.ts'
import { verifies } from '../../requirements/verifies.ts'
import { BASE } from '../../support/chain-usdc.ts'
import {
  app,
  coin,
  errorOf,
  gate,
  KEY,
  keys,
  payTo,
  post,
  requirements,
  settlement,
} from '../../support/http-app.ts'
import { runsOfSold } from '../../support/operations.ts'

describe('a sold route', () => {
  beforeEach(() => {
    runsOfSold.count = 0
  })

  test('an unpaid call is challenged, in the header and for version 1 in the body, and no work is done', async () => {
    verifies('utility:3:unpaid', 'utility:5:3', 'utility:7:402', 'utility:4:2:402')
    const response = await app({ gate })('/sold', post({ text: 'a' }))
    expect(response.status).toBe(402)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const body = (await response.json()) as { accepts: object[] }
    const challenge = decodeChallenge(response.headers.get('payment-required') ?? '')
    expect(challenge?.accepts).toEqual([requirements])
    const { amount: maxAmountRequired, ...terms } = requirements ?? {}
    const network = BASE.v1Name
    expect(body.accepts).toMatchObject([{ ...terms, network, maxAmountRequired }])
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
