import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { encodeHeader } from '../../src/pay/protocol/codec.ts'
import type { Payment, PaymentRequirements } from '../../src/pay/protocol/messages.ts'
import { PAYMENT_NETWORKS } from '../../src/pay/protocol/networks.ts'
import type { Facilitator } from '../../src/pay/seller/facilitator.ts'

const [BASE] = PAYMENT_NETWORKS

/** One request that a seller of this file got. */
export interface SellerRequest {
  path: string
  body: string
  /** The payment that came with it, of either version. */
  payment: Record<string, unknown> | undefined
  request: IncomingMessage
}

/** A seller that does what a test says, with a memory of what it was sent. */
export interface OddSeller extends AsyncDisposable {
  url: string
  host: string
  requests: SellerRequest[]
  /** Requests that carried a payment. */
  payments(): Record<string, unknown>[]
}

/** Starts a seller on a free port of loopback; the handler writes each answer. */
export async function startOddSeller(
  answer: (call: SellerRequest, response: ServerResponse) => Promise<void> | void,
): Promise<OddSeller> {
  const requests: SellerRequest[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const header = request.headers['payment-signature'] ?? request.headers['x-payment']
      const payment = header
        ? (JSON.parse(Buffer.from(String(header), 'base64').toString()) as Record<string, unknown>)
        : undefined
      const call = { path: request.url ?? '', body: await readAll(request), payment, request }
      requests.push(call)
      await answer(call, response)
    })()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    requests,
    payments: () =>
      requests.map(({ payment }) => payment).filter((payment) => payment !== undefined),
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => {
        server.close(resolve)
      })
      server.closeAllConnections()
      await closed
    },
  }
}

/** Terms as an honest seller writes them, with what a test changes. */
export function offer(
  payTo: `0x${string}`,
  changes: Partial<Record<keyof PaymentRequirements, unknown>> = {},
): Record<string, unknown> {
  return {
    scheme: 'exact',
    network: BASE.id,
    amount: '2000',
    asset: BASE.asset.address,
    payTo,
    maxTimeoutSeconds: 60,
    extra: { ...BASE.asset.domain },
    ...changes,
  }
}

/** Responds with a 402 and a version 2 challenge, in header and body. */
export function challenge(
  response: ServerResponse,
  accepts: readonly object[],
  extra: object = {},
): void {
  const message = { x402Version: 2, resource: { url: 'http://seller/' }, accepts, ...extra }
  response
    .writeHead(402, {
      'content-type': 'application/json',
      'PAYMENT-REQUIRED': encodeHeader(message),
    })
    .end(JSON.stringify(message))
}

/** Responds with JSON, and with a settlement where one is given. */
export function reply(
  response: ServerResponse,
  body: object,
  { status = 200, settlement }: { status?: number; settlement?: object | undefined } = {},
): void {
  const receipt = settlement ? { 'PAYMENT-RESPONSE': encodeHeader(settlement) } : {}
  response
    .writeHead(status, { 'content-type': 'application/json', ...receipt })
    .end(JSON.stringify(body))
}

/** Settles a payment that one of these sellers was shown. */
export async function settle(facilitator: Facilitator, payment: object) {
  const paid = payment as Payment
  return facilitator.settle(paid, paid.accepted)
}

/**
 * A small seller of protocol version 1, written from its description: the challenge is the body of the
 * 402, the network has a plain name, the payment comes in X-PAYMENT and the receipt in X-PAYMENT-RESPONSE.
 */
export async function startV1Seller(
  payTo: `0x${string}`,
  facilitator: Facilitator,
): Promise<OddSeller> {
  return startOddSeller(async ({ body, payment }, response) => {
    if (!payment) {
      const terms = {
        scheme: 'exact',
        network: 'base',
        maxAmountRequired: '2000',
        resource: 'http://seller/middling',
        description: '',
        mimeType: 'application/json',
        payTo,
        maxTimeoutSeconds: 60,
        asset: BASE.asset.address,
        extra: { ...BASE.asset.domain },
      }
      const challenged = { x402Version: 1, error: 'X-PAYMENT header is required', accepts: [terms] }
      response
        .writeHead(402, { 'content-type': 'application/json' })
        .end(JSON.stringify(challenged))
      return
    }
    const { x402Version, scheme, network, payload } = payment as {
      x402Version: number
      scheme: string
      network: string
      payload: Payment['payload']
    }
    if (x402Version !== 1 || scheme !== 'exact' || network !== 'base') {
      response.writeHead(402).end('{"x402Version":1,"error":"invalid","accepts":[{}]}')
      return
    }
    // The facilitator at hand speaks version 2 of the same authorization.
    const accepted = offer(payTo) as unknown as PaymentRequirements
    const settled = await facilitator.settle({ x402Version: 2, accepted, payload }, accepted)
    const receipt = { ...settled, network: 'base' }
    const { text } = JSON.parse(body) as { text: string }
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'X-PAYMENT-RESPONSE': encodeHeader(receipt),
      })
      .end(JSON.stringify({ text, run: 1 }))
  })
}
