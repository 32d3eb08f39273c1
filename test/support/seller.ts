import { setTimeout as delay } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { OperationError } from '../../src/contract/errors.ts'
import { type AnyOperation, defineOperation, type Services } from '../../src/contract/operation.ts'
import { offersOf } from '../../src/core/select/offers.ts'
import { createOperatorFetch } from '../../src/net/operator/operator-fetch.ts'
import { decodeChallenge, decodeSettlement, encodeHeader } from '../../src/pay/protocol/codec.ts'
import type { Payment, PaymentRequired, Settlement } from '../../src/pay/protocol/messages.ts'
import {
  PAYMENT_REQUIRED_HEADER,
  PAYMENT_RESPONSE_HEADER,
  PAYMENT_SIGNATURE_HEADER,
  V1_RESPONSE_HEADER,
} from '../../src/pay/protocol/names.ts'
import { openSeller, type Seller } from '../../src/pay/seller/seller.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/port.ts'
import type { SellerPaymentTable } from '../../src/store/tables/schema.ts'
import type { TestFacilitator } from './chain-facilitator.ts'
import type { UsdcChain } from './chain-usdc.ts'
import type { Hex } from './chain.ts'
import { type HttpServer, startHttpServer } from './http-server.ts'
import { keepOutput } from './outputs.ts'
import { quietLog } from './store-backend.ts'

/** Work that is sold, counted and steered by a test. */
export interface Workshop {
  /** Prices 0.001, 0.002 and 0.003. */
  operations: readonly AnyOperation[]
  runs: number
  delayMs: number
  /** Makes the work fail in this way. */
  failure: 'none' | 'typed' | 'untyped'
  /** Called in the middle of the work. */
  meanwhile: () => Promise<void>
}

/** Three operations at the three prices of the specification, which answer how often they ran. */
export function workshop(): Workshop {
  const shop: Workshop = {
    operations: [],
    runs: 0,
    delayMs: 0,
    failure: 'none',
    meanwhile: async () => {},
  }
  const make = (name: string, price: string): AnyOperation =>
    defineOperation({
      name,
      title: name,
      description: `Answer the text, for ${price} dollars.`,
      toolset: 'web',
      http: { method: 'POST', path: `/${name}` },
      price,
      effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
      input: z.object({ text: z.string(), url: z.string().optional() }),
      output: z.object({ text: z.string(), run: z.int() }),
      async run({ input, signal }) {
        shop.runs += 1
        const run = shop.runs
        await delay(shop.delayMs, undefined, { signal })
        await shop.meanwhile()
        if (shop.failure === 'typed') throw new OperationError('upstream_failed', 'It failed.')
        if (shop.failure === 'untyped') throw new TypeError('secret-cause')
        return { text: input.text, run }
      },
    })
  shop.operations = [make('cheap', '0.001'), make('middling', '0.002'), make('dear', '0.003')]
  return shop
}

/** Longest wait for an answer of a route. */
const ANSWER_MAX_MS = 100_000

/** What a seller under test is made of. */
export interface TestSellerParts {
  usdc: UsdcChain
  payTo: Hex
  facilitator: TestFacilitator
  operations: readonly AnyOperation[]
  /** Default: a store of its own. Sellers that share one are given the same. */
  store?: Store
  settleWaitMs?: number
  /** Prices that differ from those of the operations, in USD. Default none. */
  prices?: Readonly<Record<string, string>>
  /** Proxies before it. Default none. */
  trustedProxies?: number
  /** Default: `testServices()`. */
  services?: Services
  /** Its clock runs ahead of the real one by so much, which the test may change. Default 0. */
  aheadMs?: number | (() => number)
}

/** The product's seller behind its own HTTP wiring, in this process. */
export interface TestSeller extends AsyncDisposable {
  http: HttpServer
  seller: Seller
  store: Store
  rows(): Promise<SellerPaymentTable[]>
  /** One call of a route. */
  call(
    path: string,
    body: unknown,
    payment?: Payment | string | PaymentHeaders,
  ): Promise<SellerAnswer>
}

/** Payments under the names of their headers, as they are. */
export interface PaymentHeaders {
  headers: Readonly<Record<string, string>>
}

/** An answer of a route, with what it says of payment. */
export interface SellerAnswer {
  status: number
  headers: Headers
  text: string
  body: Record<string, unknown>
  challenge: PaymentRequired | undefined
  settlement: Settlement | undefined
}

/** Starts it on a free port of loopback. */
export async function startSeller(parts: TestSellerParts): Promise<TestSeller> {
  const { usdc, payTo, facilitator, operations, aheadMs = 0 } = parts
  const store = parts.store ?? (await openStore({ location: ':memory:', log: quietLog }))
  const operatorFetch = createOperatorFetch({ userAgent: 'Bellhop/test' })
  const seller = openSeller({
    offers: offersOf(operations),
    payee: { network: usdc.network, payTo },
    prices: parts.prices ?? {},
    facilitator: { kind: 'hosted', url: facilitator.url, fetch: operatorFetch },
    rpc: usdc.rpc,
    store: async () => store,
    log: quietLog,
    now: () => new Date(Date.now() + (typeof aheadMs === 'number' ? aheadMs : aheadMs())),
    ...(parts.settleWaitMs === undefined ? {} : { settleWaitMs: parts.settleWaitMs }),
  })
  const { trustedProxies = 0 } = parts
  const http = await startHttpServer({
    operations,
    gate: seller.gate,
    http: { trustedProxies },
    ...(parts.services ? { services: parts.services } : {}),
  })
  seller.announce(http.url)
  return {
    http,
    seller,
    store,
    rows: async () => store.db.selectFrom('seller_payment').selectAll().execute(),
    call: async (path, body, payment) => callRoute(`${http.url}${path}`, body, payment),
    async [Symbol.asyncDispose]() {
      await http[Symbol.asyncDispose]()
      await seller.close()
      if (!parts.store) await store.close()
    },
  }
}

/** Calls a route of any seller; a string stands for the payment header as it is. */
export async function callRoute(
  url: string,
  body: unknown,
  payment?: Payment | string | PaymentHeaders,
): Promise<SellerAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    signal: AbortSignal.timeout(ANSWER_MAX_MS),
    headers: { 'content-type': 'application/json', ...headersOf(payment) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  keepOutput(text)
  const { headers, status } = response
  return {
    status,
    headers,
    text,
    body: JSON.parse(text || '{}') as Record<string, unknown>,
    challenge: decodeChallenge(headers.get(PAYMENT_REQUIRED_HEADER) ?? ''),
    settlement: decodeSettlement(
      headers.get(PAYMENT_RESPONSE_HEADER) ?? headers.get(V1_RESPONSE_HEADER) ?? '',
    ),
  }
}

function headersOf(
  payment: Payment | string | PaymentHeaders | undefined,
): Readonly<Record<string, string>> {
  if (payment === undefined) return {}
  if (typeof payment === 'string') return { [PAYMENT_SIGNATURE_HEADER]: payment }
  if ('headers' in payment) return payment.headers
  return { [PAYMENT_SIGNATURE_HEADER]: encodeHeader(payment) }
}

/** A new address to be paid at. */
export function newAddress(): Hex {
  return privateKeyToAccount(generatePrivateKey()).address
}
