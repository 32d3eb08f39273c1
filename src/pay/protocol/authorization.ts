import { createHash } from 'node:crypto'
import { LIFE_MAX_MS, LIFE_MIN_MS } from '../limits.ts'
import { type Payment, type PaymentRequirements, readPaymentId } from './messages.ts'

/** Identity of an authorization on its chain: `network|asset|payer|nonce`, in lower case. */
export function authorizationId({ network, asset }: PaymentRequirements, payment: Payment): string {
  const { from, nonce } = payment.payload.authorization
  return [network, asset, from, nonce].join('|').toLowerCase()
}

/** Digest of what a payment buys: the operation and its input, independent of member order. */
export function requestHash(operation: string, input: unknown): string {
  return sha256(`${operation}\n${canonicalJson(input)}`)
}

/**
 * Digest that proves the right to fetch the result again: of the whole signed payment and its id. The signature is public once
 * settled; an id of `payment-identifier` never goes on chain.
 */
export function hashProof(payment: Payment): string {
  return sha256(`${canonicalJson(payment.payload)}|${paymentId(payment) ?? ''}`)
}

/** Digest of who pays and the id that they gave: what calls with one id share (x402 extension `payment-identifier`). */
export function paymentKey(payment: Payment): string | null {
  const id = paymentId(payment)
  if (id === undefined) return null
  const { network, asset } = payment.accepted
  const { from } = payment.payload.authorization
  return sha256([network, asset, from].join('|').toLowerCase() + `|${id}`)
}

/** The id of the extension `payment-identifier`, if the buyer gave one. */
export function paymentId({ extensions }: Payment): string | undefined {
  return readPaymentId(extensions)
}

/**
 * The reason why a payment cannot satisfy these requirements, as a protocol code; undefined when it may. A payment refused here
 * never reaches a facilitator. `lifeMinMs` must be left of it, so that it outlives the work.
 */
export function flawOf(
  { accepted, payload: { authorization } }: Payment,
  requirements: PaymentRequirements,
  nowMs: number,
  lifeMinMs = LIFE_MIN_MS,
): string | undefined {
  const isSame =
    accepted.scheme === requirements.scheme &&
    accepted.network === requirements.network &&
    accepted.amount === requirements.amount &&
    accepted.asset.toLowerCase() === requirements.asset.toLowerCase() &&
    accepted.payTo.toLowerCase() === requirements.payTo.toLowerCase()
  if (!isSame) return 'no_matching_requirements'
  const { to, value, validAfter, validBefore } = authorization
  const prefix = 'invalid_exact_evm_payload'
  if (to.toLowerCase() !== requirements.payTo.toLowerCase()) return `${prefix}_recipient_mismatch`
  if (value !== requirements.amount) return `${prefix}_authorization_value_mismatch`
  const lifeMs = Number(validBefore) * 1_000 - nowMs
  const outside = `${prefix}_authorization_valid_before`
  if (lifeMs < lifeMinMs) return `${outside}: ${lifeMinMs / 1_000} s must be left`
  if (lifeMs > LIFE_MAX_MS) return `${outside}: ${LIFE_MAX_MS / 1_000} s at most`
  if (Number(validAfter) * 1_000 > nowMs) return `${prefix}_authorization_valid_after`
  return undefined
}

function canonicalJson(input: unknown): string {
  return JSON.stringify(input ?? null, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
