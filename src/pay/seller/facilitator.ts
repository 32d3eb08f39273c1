import { Buffer } from 'node:buffer'
import { z } from 'zod'
import type { OperatorFetch } from '../../contract/net.ts'
import { retryAfterMs } from '../../lib/retry-after.ts'
import { cleanLine } from '../../lib/text.ts'
import {
  type Payment,
  type PaymentRequirements,
  type Settlement,
  settlementSchema,
} from '../protocol/messages.ts'

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
  /** What it can do, and takes part in; absent where it is this process. */
  supported?(): Promise<Supported>
  verify(payment: Payment, requirements: PaymentRequirements): Promise<Verification>
  settle(payment: Payment, requirements: PaymentRequirements): Promise<Settlement>
}

/** A facilitator that answered with no verdict: whether it did what it was asked is unknown. */
export class FacilitatorFailure extends Error {
  readonly status: number
  /** For how long it asked to be left alone. */
  readonly retryAfterMs: number | undefined

  constructor(path: string, status: number, retryAfter?: string) {
    super(`The facilitator answered ${path} with status ${status}.`)
    this.status = status
    this.retryAfterMs = retryAfterMs(retryAfter, Date.now())
  }
}

/** Too many questions, or none for now: words beside it are no verdict on a payment. */
const OVERLOADED = new Set([429, 503])

/** What a facilitator says of itself (x402 v2, `GET /supported`). */
export interface Supported {
  kinds: readonly { x402Version: number; scheme: string; network: string }[]
  /** Names of extensions, such as `bazaar`, by which it lists what it is paid for. */
  extensions: readonly string[]
}

/** What a facilitator made of the listing of what was paid for (x402 extension `bazaar`). */
export interface ListingOutcome {
  status: 'success' | 'processing' | 'rejected'
  /** Why it was rejected, in its words: text of a stranger, shortened. */
  reason?: string
}

/** Longest wait for what it says of itself. */
const SUPPORTED_MAX_MS = 10_000

/** Longest header about extensions that is read, in characters of base64. */
const EXTENSIONS_MAX_CHARS = 8 * 1024

/** Longest reason that is kept. */
const REASON_MAX_CHARS = 200

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
  authHeaders?:
    | ((method: 'GET' | 'POST', url: string) => Readonly<Record<string, string>>)
    | undefined
  /** Told what became of the listing of a payment, where the facilitator says so. */
  onListing?: ((outcome: ListingOutcome) => void) | undefined
}

const verificationSchema = z.object({
  isValid: z.boolean(),
  invalidReason: z.string().max(256).nullish(),
})

const supportedSchema = z.object({
  kinds: z
    .array(
      z.object({
        x402Version: z.number(),
        scheme: z.string().max(64),
        network: z.string().max(64),
      }),
    )
    .max(1_000),
  extensions: z
    .array(z.string().max(64))
    .max(100)
    .nullish()
    .transform((names) => names ?? []),
})

const listingSchema = z.object({
  bazaar: z.object({
    status: z.enum(['success', 'processing', 'rejected']),
    rejectedReason: z.string().nullish(),
    reason: z.string().nullish(),
  }),
})

/** A third-party facilitator: two POSTs (x402 v2, facilitator interface). */
export function openHostedFacilitator({
  url,
  fetch: post,
  authHeaders,
  onListing,
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
    const { status, headers, body } = await post(address, {
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
    const listing = readListing(headers['extension-responses'])
    if (listing) onListing?.(listing)
    if (parsed.success && !OVERLOADED.has(status)) return parsed.data
    throw new FacilitatorFailure(path, status, headers['retry-after'])
  }
  return {
    async supported() {
      const address = `${base}/supported`
      const { status, body } = await post(address, {
        signal: AbortSignal.timeout(SUPPORTED_MAX_MS),
        headers: { accept: 'application/json', ...authHeaders?.('GET', address) },
        deadlineMs: SUPPORTED_MAX_MS,
        maxBytes: ANSWER_MAX_BYTES,
      })
      const parsed = supportedSchema.safeParse(parseJson(body))
      if (parsed.success) return parsed.data
      throw new FacilitatorFailure('/supported', status)
    },
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

/** What the header `EXTENSION-RESPONSES` says of the listing; undefined where it says nothing that can be read. */
function readListing(header: string | undefined): ListingOutcome | undefined {
  if (header === undefined || header.length > EXTENSIONS_MAX_CHARS) return undefined
  const { data } = listingSchema.safeParse(parseJson(Buffer.from(header, 'base64')))
  if (!data) return undefined
  const { status, rejectedReason, reason = rejectedReason } = data.bazaar
  const rejection = status === 'rejected' && cleanLine(reason ?? '', REASON_MAX_CHARS)
  return { status, ...(rejection ? { reason: rejection } : {}) }
}
