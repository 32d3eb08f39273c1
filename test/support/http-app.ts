import { offersOf } from '../../src/core/select/offers.ts'
import { createHttpApp, type HttpParts } from '../../src/http/app.ts'
import type { ErrorBody } from '../../src/http/bodies/envelope.ts'
import { parseKeyFile } from '../../src/http/callers/bearer.ts'
import { createMetrics } from '../../src/lib/metrics.ts'
import { makeChallenge } from '../../src/pay/protocol/challenge.ts'
import { encodeHeader } from '../../src/pay/protocol/codec.ts'
import { PAYMENT_NETWORKS } from '../../src/pay/protocol/networks.ts'
import { priceTable } from '../../src/pay/protocol/terms.ts'
import type { Gate } from '../../src/pay/seller/port.ts'
import { fetching, sampleOperations, testServices } from './operations.ts'

/** A key, and the callers whose it is. */
export const KEY = 'k'.repeat(32)
export const keys = parseKeyFile(`alice ${KEY}`)

/** Who is paid. */
export const payTo = '0x00000000000000000000000000000000000000aa'
const prices = priceTable(offersOf([...sampleOperations, fetching]), {
  network: PAYMENT_NETWORKS[0],
  payTo,
})
/** What `sold` asks for. */
export const requirements = prices.get('sold')?.requirements
/** How each payment is settled. */
export const settlement = { success: true, transaction: '0x1', network: 'eip155:8453' }

/** A gate that sells to every payment that can be read. */
export const gate: Gate = {
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
export const coin = {
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

/** Requests of a server of sample operations, and of one that is sold besides. */
export function app(parts: Partial<HttpParts> = {}) {
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

/** A request with a value as its body. */
export const post = (value: unknown, headers: Record<string, string> = {}) => ({
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json', ...headers },
})

/** A request, and the address that it comes from. */
export interface Init extends RequestInit {
  headers?: Record<string, string>
  from?: string
}

/** The status and the error of an answer. */
export async function errorOf(response: Response) {
  return { status: response.status, ...((await response.json()) as ErrorBody).error }
}
