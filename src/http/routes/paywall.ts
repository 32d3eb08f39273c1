import type { AnyOperation } from '../../contract/operation.ts'
import { TOLD_REASON_MAX_CHARS } from '../../pay/limits.ts'
import { challengeV1, makeChallenge } from '../../pay/protocol/challenge.ts'
import { decodePayment, decodePaymentV1, encodeHeader } from '../../pay/protocol/codec.ts'
import type { Payment, Settlement } from '../../pay/protocol/messages.ts'
import {
  PAYMENT_REQUIRED_HEADER,
  PAYMENT_RESPONSE_HEADER,
  PAYMENT_SIGNATURE_HEADER,
  V1_PAYMENT_HEADER,
  V1_RESPONSE_HEADER,
} from '../../pay/protocol/names.ts'
import { paymentNetwork } from '../../pay/protocol/networks.ts'
import type { PriceTable } from '../../pay/protocol/terms.ts'
import {
  type Gate,
  type GateOutcome,
  type PaidWork,
  settlementPending,
} from '../../pay/seller/port.ts'
import { errorBody } from '../bodies/envelope.ts'

/** A call of a priced operation for the seller's gate. */
export interface PricedCall {
  operation: AnyOperation
  request: Request
  /** The validated input; undefined for a probe (an empty body that asks for the price). */
  input: Record<string, unknown> | undefined
  /** Address of the caller. */
  peer: string | undefined
}

/** The gate's outcome as an HTTP response. */
export interface GateAnswer {
  status: 200 | 402 | 503
  headers: Readonly<Record<string, string>>
  body: object
}

/** Bytes of the head of a 402 beside challenge and receipt: the status line, and headers that say nothing of the payment. */
const HEAD_REST_BYTES = 489

/** Bytes of a receipt that says of a payment why it was refused, in its header. */
const REFUSAL_BYTES = 310

/** The sold operation whose 402 has the largest head, and how many bytes it may have: proxies keep a buffer of one size for all heads. */
export function largestChallenge(
  prices: PriceTable,
  baseUrl: string,
): { operation: string; bytes: number } {
  const error = 'x'.repeat(TOLD_REASON_MAX_CHARS)
  const heads = [...prices.values()].map((tag) => {
    const challenge = encodeHeader(makeChallenge(tag, { transport: 'http', baseUrl, error }))
    const bytes = HEAD_REST_BYTES + REFUSAL_BYTES + challenge.length
    return { operation: tag.offer.name, bytes }
  })
  return heads.reduce((a, b) => (b.bytes > a.bytes ? b : a))
}

/** Says that an answer was bought by an earlier, identical call. */
export const REPLAYED_HEADER = 'Idempotent-Replayed'

/** Whether a request carries a payment, valid or not. */
export function carriesPayment({ headers }: Request): boolean {
  return headers.has(PAYMENT_SIGNATURE_HEADER) || headers.has(V1_PAYMENT_HEADER)
}

/**
 * Takes a call through the seller's gate (x402, HTTP transport). Input is validated before (spec 3: 400 in any state). Throws
 * `invalid_input` for a payment header that is none, and what the gate throws.
 */
export async function passPaywall(
  gate: Gate,
  { operation, request, input, peer }: PricedCall,
  work: PaidWork,
): Promise<GateAnswer> {
  const { signal, headers } = request
  const call = {
    operation: operation.name,
    transport: 'http',
    input,
    payment: paymentOf(headers, gate, operation.name),
    peer,
    signal,
  } as const
  return inHttp(await gate.pass(call, work), isOfV1(headers))
}

/** Some buyers send one payment under the names of both versions, so only the newer one counts: there is never a second one to charge. */
function isOfV1(headers: Headers): boolean {
  return !headers.has(PAYMENT_SIGNATURE_HEADER) && headers.has(V1_PAYMENT_HEADER)
}

function paymentOf(headers: Headers, { prices }: Gate, operation: string): Payment | undefined {
  const terms = prices.get(operation)?.requirements
  const name = isOfV1(headers) ? V1_PAYMENT_HEADER : PAYMENT_SIGNATURE_HEADER
  const header = headers.get(name)
  if (header === null || !terms) return undefined
  return name === V1_PAYMENT_HEADER ? decodePaymentV1(header, terms) : decodePayment(header)
}

/** The header that says what became of a payment, in the words of its version. */
function receiptHeader(settlement: Settlement, isV1: boolean): Record<string, string> {
  if (!isV1) return { [PAYMENT_RESPONSE_HEADER]: encodeHeader(settlement) }
  const network = paymentNetwork(settlement.network)?.v1Name ?? settlement.network
  return { [V1_RESPONSE_HEADER]: encodeHeader({ ...settlement, network }) }
}

function inHttp(outcome: GateOutcome, isV1: boolean): GateAnswer {
  const { settlement } = outcome
  const receipt = settlement ? receiptHeader(settlement, isV1) : {}
  if (outcome.kind === 'challenge') {
    const { paymentRequired } = outcome
    const challenge = { [PAYMENT_REQUIRED_HEADER]: encodeHeader(paymentRequired) }
    const headers = { ...challenge, ...receipt, 'cache-control': 'no-store' }
    return { status: 402, headers, body: challengeV1(paymentRequired) }
  }
  if (outcome.kind === 'sold') {
    const replayed = outcome.replayed ? { [REPLAYED_HEADER]: 'true' } : {}
    const headers = { ...receipt, ...replayed, 'cache-control': 'private' }
    return { status: 200, headers, body: outcome.answer }
  }
  const retry = { 'retry-after': String(outcome.retryAfterSeconds) }
  const headers = { ...receipt, ...retry, 'cache-control': 'no-store' }
  return { status: 503, headers, body: errorBody(settlementPending()) }
}
