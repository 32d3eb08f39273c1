import { Buffer } from 'node:buffer'
import type { z } from 'zod'
import { OperationError } from '../../contract/errors.ts'
import {
  type Challenge,
  type MisreadOffer,
  offeredSchema,
  type Payment,
  paymentRequiredSchema,
  paymentRequiredV1Schema,
  type PaymentRequirements,
  paymentSchema,
  paymentV1Schema,
  requirementsV1Schema,
  type Settlement,
  settlementSchema,
  X402_VERSION,
} from './messages.ts'
import { paymentNetwork } from './networks.ts'

/** Longest payment message that is read, in characters of JSON or of its base64. */
export const PAYMENT_MAX_CHARS = 16 * 1024

/** Longest challenge that the buyer reads: sellers put whole input schemas into them. */
export const CHALLENGE_MAX_CHARS = 64 * 1024

type ChallengeV2 = Extract<Challenge, { x402Version: 2 }>

/** Writes one x402 header: standard base64 of UTF-8 JSON. */
export function encodeHeader(message: object): string {
  return Buffer.from(JSON.stringify(message)).toString('base64')
}

/** Reads a PAYMENT-SIGNATURE header. Throws `invalid_input` for anything but a payment. */
export function decodePayment(header: string): Payment {
  return readPayment(decodeHeader(header, PAYMENT_MAX_CHARS))
}

/**
 * Reads an X-PAYMENT header, which buyers of version 1 send; some fill it with a payment of version 2. One of version 1 becomes one
 * of version 2 for these terms, if it names their scheme and network: what is signed is the same. Throws `invalid_input`.
 */
export function decodePaymentV1(header: string, terms: PaymentRequirements): Payment {
  const value = decodeHeader(header, PAYMENT_MAX_CHARS)
  const { data } = paymentV1Schema.safeParse(value)
  if (!data) return readPayment(value)
  const { scheme, network, payload } = data
  const id = paymentNetwork(network)?.id ?? (`unknown:${network}` as const)
  return { x402Version: X402_VERSION, accepted: { ...terms, scheme, network: id }, payload }
}

/** Reads a payment that came as an object, as the MCP transport sends it. Throws `invalid_input`. */
export function readPayment(value: unknown): Payment {
  if (lengthOf(value) > PAYMENT_MAX_CHARS) throw malformed()
  const parsed = paymentSchema.safeParse(value)
  if (!parsed.success) throw malformed(parsed.error)
  return parsed.data
}

/** Reads a PAYMENT-REQUIRED header; undefined unless it is a version 2 challenge. */
export function decodeChallenge(header: string): ChallengeV2 | undefined {
  try {
    const value = decodeHeader(header, CHALLENGE_MAX_CHARS)
    return lengthOf(value) > CHALLENGE_MAX_CHARS ? undefined : readV2(value)
  } catch {
    return undefined
  }
}

/**
 * Reads a challenge that came as JSON: the body of a 402, or the result of an unpaid MCP call. Undefined when it is none. Payment
 * options that cannot be read are in `misread`, so `accepts` may be empty.
 */
export function readChallenge(value: unknown): Challenge | undefined {
  // Parts of it are repeated to the seller, so they must be possible to write.
  if (lengthOf(value) > CHALLENGE_MAX_CHARS) return undefined
  return readV2(value) ?? readV1(value)
}

/** Reads a PAYMENT-RESPONSE header of either version; undefined when it is no settlement. */
export function decodeSettlement(header: string): Settlement | undefined {
  try {
    return readSettlement(decodeHeader(header, PAYMENT_MAX_CHARS))
  } catch {
    return undefined
  }
}

/** Reads a settlement that came as JSON; undefined when it is none. */
export function readSettlement(value: unknown): Settlement | undefined {
  return settlementSchema.safeParse(value).data
}

function readV2(value: unknown): ChallengeV2 | undefined {
  const { data } = paymentRequiredSchema.safeParse(value)
  if (!data) return undefined
  const { error, extensions, accepts, ...rest } = data
  return {
    ...rest,
    ...(error === undefined ? {} : { error }),
    ...(extensions === undefined ? {} : { extensions }),
    ...readOffers(offeredSchema, accepts),
  }
}

function readV1(value: unknown): Challenge | undefined {
  const { data } = paymentRequiredV1Schema.safeParse(value)
  if (!data) return undefined
  return {
    x402Version: 1,
    ...(data.error === undefined ? {} : { error: data.error }),
    ...readOffers(requirementsV1Schema, data.accepts),
  }
}

/** A seller may offer payment options that are not known here: they are no reason to read none. */
function readOffers<T>(
  schema: z.ZodType<T> & { shape: Record<'scheme' | 'network', z.ZodType<string>> },
  values: readonly unknown[],
): { accepts: T[]; misread?: MisreadOffer[] } {
  const accepts: T[] = []
  const misread: MisreadOffer[] = []
  for (const value of values) {
    const { data, error } = schema.safeParse(value)
    if (data) accepts.push(data)
    else {
      const { scheme, network } = Object(value) as Record<string, unknown>
      misread.push({
        members: new Set(error?.issues.map(({ path }) => String(path[0]))),
        scheme: schema.shape.scheme.safeParse(scheme).data,
        network: schema.shape.network.safeParse(network).data,
      })
    }
  }
  return { accepts, ...(misread.length > 0 ? { misread } : {}) }
}

function decodeHeader(header: string, maxChars: number): unknown {
  if (header.length > maxChars || !/^[A-Za-z0-9+/]*={0,2}$/.test(header)) throw malformed()
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as unknown
  } catch (cause) {
    throw malformed(cause)
  }
}

/** Length as JSON; infinite for what is nested too deep to be written at all. */
function lengthOf(value: unknown): number {
  try {
    return (JSON.stringify(value) ?? '').length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

function malformed(cause?: unknown): OperationError {
  return new OperationError('invalid_input', 'The payment is malformed.', {
    hint: 'Send an x402 version 2 payment of scheme exact (EIP-3009), made for the challenge of this call.',
    cause,
  })
}
