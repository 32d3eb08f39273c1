import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyOperation } from '../../../../src/contract/operation.ts'
import { offersOf } from '../../../../src/core/select/offers.ts'
import { largestChallenge } from '../../../../src/http/routes/paywall.ts'
import { createOperatorFetch } from '../../../../src/net/operator/operator-fetch.ts'
import { decodeChallenge, encodeHeader } from '../../../../src/pay/protocol/codec.ts'
import { PAYMENT_NETWORKS } from '../../../../src/pay/protocol/networks.ts'
import { priceTable } from '../../../../src/pay/protocol/terms.ts'
import { openSeller, type Seller } from '../../../../src/pay/seller/seller.ts'
import { openStore } from '../../../../src/store/open.ts'
import { type HttpServer, startHttpServer } from '../../../support/http-server.ts'
import { SOLD } from '../../../support/invalid-inputs.ts'
import { testServices } from '../../../support/operations.ts'
import { signPayment } from '../../../support/payments.ts'
import { rehearsed } from '../../../support/rehearsed.ts'
import { newAddress } from '../../../support/seller.ts'
import { quietLog } from '../../../support/store-backend.ts'

/** What the head of a 402 may have, with the longest label of a name as its host, and the longest id of its request. */
const HEAD_MAX_BYTES = 2_600
/** nginx keeps so much for the whole head, unless told otherwise. */
const NGINX_BUFFER_BYTES = 4_096
const NAME_MAX_CHARS = 253
const LABEL_MAX_CHARS = 63

const payTo = newAddress()
/** Reasons as a facilitator words them that is far from the protocol. */
const REASON = `insufficient_balance "${'é漢\\'.repeat(70)}`.slice(0, 250)

const shop = rehearsed(SOLD)

let server: HttpServer
let seller: Seller
let close: () => Promise<void>

beforeAll(async () => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await readAll(request)
    const said =
      request.url === '/settle'
        ? { success: false, transaction: '', network: 'eip155:8453', errorReason: REASON }
        : { isValid: true }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  }
  const facilitator = createServer((request, response) => void answer(request, response))
  facilitator.listen(0, '127.0.0.1')
  await new Promise((listening) => {
    facilitator.once('listening', listening)
  })
  const url = `http://127.0.0.1:${(facilitator.address() as AddressInfo).port}`
  const store = await openStore({ location: ':memory:', log: quietLog })
  const fetch = createOperatorFetch({ userAgent: 'Bellhop/test' })
  seller = openSeller({
    offers: offersOf(shop),
    payee: { network: PAYMENT_NETWORKS[0], payTo },
    prices: {},
    facilitator: { kind: 'hosted', url, fetch },
    rpc: { url, fetch },
    store: async () => store,
    log: quietLog,
    now: () => new Date(),
  })
  const services = { ...testServices(), vetAddress: async () => {} }
  server = await startHttpServer({ operations: shop, gate: seller.gate, services })
  close = async () => {
    await server[Symbol.asyncDispose]()
    await seller.close()
    await store.close()
    facilitator.closeAllConnections()
    facilitator.close()
  }
})

afterAll(async () => close())

/** The head of an answer as it was sent. */
async function headOf(path: string, headers: readonly string[], body: string): Promise<string> {
  const { port } = new URL(server.url)
  const socket = connect(Number(port), '127.0.0.1')
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Origin: https://buyer.example',
    `X-Request-Id: ${'i'.repeat(64)}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Content-Type: application/json',
    ...headers,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk)
    const end = text.indexOf('\r\n\r\n')
    if (end !== -1) return text.slice(0, end + 4)
  }
  return text
}

/** An address whose host has so many characters. */
function addressOf(hostChars: number): string {
  const labels = 'b'.repeat(hostChars).replaceAll(/b{64}/g, `${'b'.repeat(LABEL_MAX_CHARS)}.`)
  return `https://${labels}`
}

/** The heads of both refusals of a call: without a payment, and after one that could not be settled. */
async function headsOf({ name, http, example }: AnyOperation): Promise<string[]> {
  const body = JSON.stringify(example?.input)
  const unpaid = await headOf(http.path, [], body)
  const header = /^payment-required: (.*)$/im.exec(unpaid)?.[1] ?? ''
  const tag = seller.gate.prices.get(name)
  const challenge = decodeChallenge(header)
  if (!tag || !challenge) throw new Error(`no challenge for ${name}`)
  const payment = await signPayment(privateKeyToAccount(generatePrivateKey()), tag.requirements)
  const { resource, extensions = {} } = challenge
  const encoded = encodeHeader({ ...payment, resource, extensions })
  return [unpaid, await headOf(http.path, [`PAYMENT-SIGNATURE: ${encoded}`], body)]
}

test.each([1, 20, 46, 63])(
  'with a host of %i characters every 402 is small',
  { tags: 'full' },
  async (hostChars) => {
    const baseUrl = addressOf(hostChars)
    seller.announce(baseUrl)
    const largest = largestChallenge(seller.gate.prices, baseUrl)
    const sizes = []
    for (const operation of shop) {
      const [unpaid = '', refused = ''] = await headsOf(operation)
      expect([unpaid, refused].map((head) => head.split('\r\n', 1)[0])).toEqual([
        'HTTP/1.1 402 Payment Required',
        'HTTP/1.1 402 Payment Required',
      ])
      expect(unpaid).not.toMatch(/^payment-response/im)
      expect(refused).toMatch(/^payment-response/im)
      sizes.push(Buffer.byteLength(unpaid), Buffer.byteLength(refused))
    }
    const most = Math.max(...sizes)
    expect(sizes).toHaveLength(2 * shop.length)
    expect(most).toBeLessThanOrEqual(HEAD_MAX_BYTES)
    // What `doctor` says is no less than what is sent, and not much more.
    expect(most).toBeLessThanOrEqual(largest.bytes)
    expect(most).toBeGreaterThan(largest.bytes - 40)
  },
)

test('on every network, whatever the name, a head fits into what proxies keep for it', () => {
  for (const network of PAYMENT_NETWORKS) {
    const prices = priceTable(offersOf(SOLD), { network, payTo })
    for (let chars = 1; chars <= NAME_MAX_CHARS; chars += 1) {
      const { bytes } = largestChallenge(prices, addressOf(chars))
      expect(bytes).toBeLessThanOrEqual(
        chars <= LABEL_MAX_CHARS ? HEAD_MAX_BYTES : NGINX_BUFFER_BYTES,
      )
    }
  }
})
