import { OperationError, toOperationError } from '../contract/errors.ts'
import type { Fetched, GuardedFetch } from '../contract/net.ts'
import type { PaidAnswer, PaidRequest, PayingCaller, Quote } from '../contract/spending.ts'
import { decodeHtml, decodeText } from '../lib/decode.ts'
import { retryAfterMs } from '../lib/retry-after.ts'
import { cleanText } from '../lib/text.ts'
import { type Buyer, policyFor } from '../pay/buyer/buyer.ts'
import { usdToUnits } from '../pay/protocol/money.ts'
import { PAYMENT_REQUIRED_HEADER } from '../pay/protocol/names.ts'
import type { Exchange, PaymentHeader, Purchase } from '../pay/protocol/purchase.ts'
import { paymentRefused, type Policy } from '../pay/wallet/policy.ts'
import { challengeOfHttp, settlementOf } from './http-payment.ts'
import { readQuote, toldByCall } from './quote.ts'

/** Bytes of an answer that are read. */
const ANSWER_MAX_BYTES = 1024 * 1024

/** What pays for requests, and where they may go. */
export interface PayFetchParts {
  buyer: Buyer
  /** Hosts (`host` or `host:port`) that the owner has named. */
  hosts: ReadonlySet<string>
  /** Whether a host was found in a list of services: then the user is asked whatever the price. */
  isListed(host: string): boolean
}

/**
 * Makes a request to any service that is paid by x402, and pays where it asks for money. Throws `payment_refused` for hosts that
 * nobody has named, before anything is dialled, and what `Buyer.buy` throws.
 */
export async function payFetch(
  parts: PayFetchParts,
  request: PaidRequest,
  { fetch, ...payer }: PayingCaller,
): Promise<PaidAnswer> {
  return parts.buyer.buy(purchaseOf(parts, request, fetch), payer)
}

/**
 * What such a request would cost. Only a GET is made for it, without a payment: any other one might be carried out for nothing.
 * Throws what the request throws.
 */
export async function quoteFetch(
  parts: PayFetchParts,
  request: PaidRequest,
  { fetch, signal, policy }: Pick<PayingCaller, 'fetch' | 'signal'> & { policy: Policy },
): Promise<Omit<Quote, 'place'>> {
  const { url, method } = request
  const purchase = purchaseOf(parts, request, fetch)
  if (method !== 'GET') return toldByCall(new URL(url).host)
  const answer = await purchase.exchange(undefined, signal)
  return readQuote(answer, url, policyFor(purchase, policy), parts.buyer)
}

function purchaseOf(
  { hosts, isListed }: PayFetchParts,
  request: PaidRequest,
  fetch: GuardedFetch,
): Purchase<PaidAnswer> {
  const { url, method, body, maxUsd } = request
  const { host } = new URL(url)
  const isUnnamedHost = !hosts.has(host)
  if (isUnnamedHost && !isListed(host)) throw paymentRefused('host_not_allowed')
  return {
    url,
    input: { method, url, body: body ?? null },
    isUnnamedHost,
    ...(maxUsd === undefined ? {} : { maxUnits: usdToUnits(maxUsd) }),
    exchange: async (payment, signal) => exchange(fetch, request, payment, signal),
  }
}

async function exchange(
  fetch: GuardedFetch,
  { url, method, body, contentType }: PaidRequest,
  payment: PaymentHeader | undefined,
  signal: AbortSignal,
): Promise<Exchange<PaidAnswer>> {
  let fetched: Fetched
  try {
    let received = 0
    fetched = await fetch(url, {
      signal,
      accept: 'application/json, text/*;q=0.9, */*;q=0.1',
      maxBytes: 2 * ANSWER_MAX_BYTES,
      enough: ({ byteLength }) => (received += byteLength) >= ANSWER_MAX_BYTES,
      paying: {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': contentType }),
          ...(payment ? { [payment.name.toLowerCase()]: payment.value } : {}),
        },
        body,
      },
    })
  } catch (thrown) {
    // An unpaid request that failed has cost nothing; a paid one may have arrived.
    if (!payment) throw thrown
    return { kind: 'lost', error: toOperationError(thrown), retryAfterMs: undefined }
  }
  return read(fetched, payment !== undefined)
}

function read(fetched: Fetched, isPaid: boolean): Exchange<PaidAnswer> {
  const { status, headers } = fetched
  const settlement = settlementOf(headers)
  const lost = (): Exchange<PaidAnswer> => ({
    kind: 'lost',
    error: unanswered(status),
    retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()),
  })
  if (status === 402) {
    const isPending = settlement?.errorReason === 'settlement_pending'
    if (isPaid && isPending) return lost()
    const header = headers[PAYMENT_REQUIRED_HEADER.toLowerCase()]
    const challenge = challengeOfHttp(header, jsonOf(fetched))
    return { kind: 'challenged', challenge, settlement }
  }
  // Who says that it took the money has answered, whatever the answer is; so has who was not paid.
  const isAnswer = !isPaid || status < 400 || settlement?.success === true
  if (isAnswer) return { kind: 'answered', value: answerOf(fetched), settlement }
  if (status >= 500) return lost()
  return { kind: 'failed', error: unanswered(status) }
}

function answerOf(fetched: Fetched): PaidAnswer {
  const { url, status, headers, body, complete } = fetched
  const contentType = headers['content-type'] ?? ''
  const decode = /\b(?:html|xml)\b/i.test(contentType) ? decodeHtml : decodeText
  const text = cleanText(decode(body, contentType))
  return { url, status, contentType, text, ...(complete ? {} : { truncated: true }) }
}

function jsonOf({ body }: Fetched): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown
  } catch {
    return undefined
  }
}

/** A failure in our own words: foreign text never gets into an error. */
function unanswered(status: number): OperationError {
  return new OperationError('upstream_failed', `The service answered with status ${status}.`, {
    hint: 'Nothing is known to be charged. See wallet_history.',
    fields: { status },
  })
}
