import { z } from 'zod'
import type { OperatorFetch } from '../contract/net.ts'
import {
  type Payment,
  type PaymentRequirements,
  type Settlement,
  settlementSchema,
} from './messages.ts'

/** Whether a payment would settle now. */
export interface Verification {
  isValid: boolean
  /** One of the protocol's reasons, e.g. `invalid_exact_evm_insufficient_balance`. */
  invalidReason?: string | undefined
}

/**
 * Verifies payments and settles them on chain. Both throw without a response: after `settle`, it is then unknown whether the
 * money moved.
 */
export interface Facilitator {
  verify(payment: Payment, requirements: PaymentRequirements): Promise<Verification>
  settle(payment: Payment, requirements: PaymentRequirements): Promise<Settlement>
}

/** Longest wait for a verification. */
const VERIFY_MAX_MS = 10_000

/** Longest wait for a settlement, which takes a block or two; afterwards the chain is asked. */
const SETTLE_MAX_MS = 20_000

/** Longest answer of a facilitator. */
const ANSWER_MAX_BYTES = 64 * 1024

/** Connection to a hosted facilitator. */
export interface HostedSettings {
  /** Address to which `/verify` and `/settle` are appended. */
  url: string
  fetch: OperatorFetch
  /** Authentication headers of the seller, created for each request. */
  authHeaders?: ((method: 'POST', url: string) => Readonly<Record<string, string>>) | undefined
}

const verificationSchema = z.object({
  isValid: z.boolean(),
  invalidReason: z.string().max(256).nullish(),
})

/** A third-party facilitator: two POSTs (x402 v2, facilitator interface). */
export function openHostedFacilitator({
  url,
  fetch: post,
  authHeaders,
}: HostedSettings): Facilitator {
  const base = url.replace(/\/+$/, '')
  async function ask<T>(
    path: '/verify' | '/settle',
    schema: z.ZodType<T>,
    deadlineMs: number,
    payment: Payment,
    requirements: PaymentRequirements,
  ): Promise<T> {
    const address = base + path
    const { status, body } = await post(address, {
      method: 'POST',
      signal: AbortSignal.timeout(deadlineMs),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...authHeaders?.('POST', address),
      },
      body: JSON.stringify({
        x402Version: payment.x402Version,
        paymentPayload: payment,
        paymentRequirements: requirements,
      }),
      deadlineMs,
      maxBytes: ANSWER_MAX_BYTES,
    })
    // A refusal is in the body, under any status; without such a body the outcome is unknown.
    const parsed = schema.safeParse(parseJson(body))
    if (parsed.success) return parsed.data
    throw new Error(`The facilitator answered ${path} with status ${status}.`)
  }
  return {
    async verify(payment, requirements) {
      const answer = await ask('/verify', verificationSchema, VERIFY_MAX_MS, payment, requirements)
      return { isValid: answer.isValid, invalidReason: answer.invalidReason ?? undefined }
    },
    settle: async (payment, requirements) =>
      ask('/settle', settlementSchema, SETTLE_MAX_MS, payment, requirements),
  }
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown
  } catch {
    return undefined
  }
}
