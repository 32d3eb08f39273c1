import { beforeAll, describe, expect, test } from 'vitest'
import { offersOf } from '../../../../src/core/select/offers.ts'
import { makeChallenge } from '../../../../src/pay/protocol/challenge.ts'
import { PAYMENT_NETWORKS } from '../../../../src/pay/protocol/networks.ts'
import { priceTable } from '../../../../src/pay/protocol/terms.ts'
import type { Gate } from '../../../../src/pay/seller/port.ts'
import { type HttpServer, startHttpServer } from '../../../support/http-server.ts'
import { sampleOperations } from '../../../support/operations.ts'

const ORIGIN = 'https://shop.example.com'
const payTo = '0x00000000000000000000000000000000000000aa'
const prices = priceTable(offersOf(sampleOperations), { network: PAYMENT_NETWORKS[0], payTo })
const gate: Gate = {
  prices,
  baseUrl: () => undefined,
  async pass({ operation }) {
    const tag = prices.get(operation)
    if (!tag) throw new Error('not for sale')
    const options = { transport: 'http', baseUrl: 'http://localhost', error: 'pay' } as const
    return { kind: 'challenge', paymentRequired: makeChallenge(tag, options) }
  },
}
let server: HttpServer
let free: HttpServer

beforeAll(async () => {
  server = await startHttpServer({ operations: sampleOperations, gate })
  free = await startHttpServer({ operations: sampleOperations })
  return async () => {
    await server[Symbol.asyncDispose]()
    await free[Symbol.asyncDispose]()
  }
})

interface Init extends RequestInit {
  headers?: Record<string, string>
}

const ask = async (url: string, init: Init = {}) =>
  fetch(url, { ...init, headers: { origin: ORIGIN, ...init.headers } })

describe('a page of another origin', () => {
  test('may pay for a sold route, and reads the challenge', async () => {
    const preflight = await ask(`${server.url}/sold`, {
      method: 'OPTIONS',
      headers: { 'access-control-request-headers': 'content-type,payment-signature' },
    })
    expect([preflight.status, Object.fromEntries(preflight.headers)]).toMatchObject([
      204,
      {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers':
          'content-type, PAYMENT-SIGNATURE, X-PAYMENT, Access-Control-Expose-Headers',
      },
    ])
    for (const [body, status] of [
      [undefined, 402],
      ['{"text":1}', 400],
    ] as const) {
      const answer = await ask(`${server.url}/sold`, { method: 'POST', body: body ?? null })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
        status,
        '*',
      ])
      expect(answer.headers.get('access-control-expose-headers')).toContain('PAYMENT-REQUIRED')
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  test.each(['/echo', '/mcp', '/metrics', '/pricing', '/sold/', '/nothing'])(
    'may not ask for %s',
    async (path) => {
      for (const method of ['OPTIONS', 'POST']) {
        const answer = await ask(server.url + path, { method })
        expect(answer.status).toBe(403)
        expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      }
    },
  )

  test('is told nothing of routes that are not sold', async () => {
    const answer = await fetch(`${server.url}/echo`, { method: 'OPTIONS' })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([405, null])
  })

  test('may ask for nothing where nothing is sold', async () => {
    const answer = await ask(`${free.url}/sold`, { method: 'POST', body: '{"text":"a"}' })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null])
  })

  test('may not name another host', async () => {
    const { hostname, port } = new URL(server.url)
    const { get } = await import('node:http')
    const status = await new Promise((resolve, reject) => {
      const headers = { host: 'evil.example.com', origin: ORIGIN }
      get({ hostname, port, path: '/sold', method: 'POST', headers }, ({ statusCode }) =>
        resolve(statusCode),
      ).on('error', reject)
    })
    expect(status).toBe(403)
  })
})
