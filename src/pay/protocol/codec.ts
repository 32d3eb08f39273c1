import { Buffer } from 'node:buffer'
import type { z } from 'zod'
import { OperationError } from '../../contract/errors.ts'
import {
  offeredSchema,
  type Payment,
  type PaymentRequired,
  paymentRequiredSchema,
  type PaymentRequiredV1,
  paymentRequiredV1Schema,
  type PaymentRequirements,
  type PaymentRequirementsV1,
  paymentSchema,
  requirementsV1Schema,
  type Settlement,
  settlementSchema,
} from './messages.ts'

/** Longest payment message that is read, in characters of JSON or of its base64. */
export const PAYMENT_MAX_CHARS = 16 * 1024

/** Longest challenge that the buyer reads: sellers put whole input schemas into them. */
export const CHALLENGE_MAX_CHARS = 64 * 1024

/** Writes one x402 header: standard base64 of UTF-8 JSON. */
export function encodeHeader(message: object): string {
  return Buffer.from(JSON.stringify(message)).toString('base64')
}

/** Reads a PAYMENT-SIGNATURE header. Throws `invalid_input` for anything but a payment. */
export function decodePayment(header: string): Payment {
  return readPayment(decodeHeader(header, PAYMENT_MAX_CHARS))
}

/** Reads a payment that came as an object, as the MCP transport sends it. Throws `invalid_input`. */
export function readPayment(value: unknown): Payment {
  if (lengthOf(value) > PAYMENT_MAX_CHARS) throw malformed()
  const parsed = paymentSchema.safeParse(value)
  if (!parsed.success) throw malformed(parsed.error)
  return parsed.data
}

/** Reads a PAYMENT-REQUIRED header; undefined unless it is a version 2 challenge. */
export function decodeChallenge(header: string): PaymentRequired | undefined {
  try {
    const value = decodeHeader(header, CHALLENGE_MAX_CHARS)
    return lengthOf(value) > CHALLENGE_MAX_CHARS ? undefined : readV2(value)
  } catch {
    return undefined
  }
}

/**
 * Reads a challenge that came as JSON: the body of a 402, or the result of an unpaid MCP call. Undefined when it is none. Payment
 * options that cannot be read are left out, so `accepts` may be empty.
 */
export function readChallenge(value: unknown): PaymentRequired | PaymentRequiredV1 | undefined {
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

function readV2(value: unknown): PaymentRequired | undefined {
  const { data } = paymentRequiredSchema.safeParse(value)
  if (!data) return undefined
  const { error, extensions, accepts, ...rest } = data
  return {
    ...rest,
    ...(error === undefined ? {} : { error }),
    ...(extensions === undefined ? {} : { extensions }),
    accepts: readable<PaymentRequirements>(offeredSchema, accepts),
  }
}

function readV1(value: unknown): PaymentRequiredV1 | undefined {
  const { data } = paymentRequiredV1Schema.safeParse(value)
  if (!data) return undefined
  return {
    x402Version: 1,
    ...(data.error === undefined ? {} : { error: data.error }),
    accepts: readable<PaymentRequirementsV1>(requirementsV1Schema, data.accepts),
  }
}

/** A seller may offer unknown payment options; they are ignored. */
function readable<T>(schema: z.ZodType<T>, values: readonly unknown[]): T[] {
  return values.flatMap((value) => schema.safeParse(value).data ?? [])
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
