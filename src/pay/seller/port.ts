import { OperationError } from '../../contract/errors.ts'
import type { Payment, PaymentRequired, Settlement } from '../protocol/messages.ts'
import type { PriceTable, Transport } from '../protocol/terms.ts'

/** One call of a sold operation, as the gate sees it. */
export interface GateCall {
  operation: string
  transport: Transport
  /** The validated input; undefined for a probe, which only asks for the price. */
  input: Record<string, unknown> | undefined
  /** Undefined where nothing was paid. */
  payment: Payment | undefined
  /** Address of the caller, for limits; undefined for a caller over stdio. */
  peer: string | undefined
  /** Aborts when the caller disconnects. Work stops only when nobody waits for it any more. */
  signal: AbortSignal
}

/** Work that is sold: done once for the address that pays. */
export type PaidWork = (signal: AbortSignal, payer: string) => Promise<Record<string, unknown>>

/** The outcome of a gate. */
export type GateOutcome =
  /** Payment required. `settlement` tells how a payment failed. */
  | { kind: 'challenge'; paymentRequired: PaymentRequired; settlement?: Settlement }
  /** Paid, once. `replayed` says that the answer was bought by an earlier identical call. */
  | { kind: 'sold'; answer: Record<string, unknown>; settlement: Settlement; replayed: boolean }
  /** The outcome is unknown: the same payment is to be sent again after a pause. */
  | { kind: 'pending'; settlement: Settlement; retryAfterSeconds: number }

/** What a caller is told of an outcome that is `pending`. */
export function settlementPending(): OperationError {
  return new OperationError('settlement_pending', 'The payment is on its way to the chain.', {
    hint: 'Send the same call with the same payment again: it is charged once and answered then.',
  })
}

/**
 * The seller's gate, the same for every transport: challenges an unpaid call, does the work of a paid
 * one once, settles it once, and gives the same payment the same answer again. Throws what the work
 * throws (nothing is charged then), `payment_conflict` for a payment that was made for another call,
 * `rate_limited`, and `unavailable` when payments cannot be checked now.
 */
export interface Gate {
  /** The operations sold here, and their prices. */
  readonly prices: PriceTable
  /** Public address of the routes; undefined before there is one, and on stdio. */
  baseUrl(): string | undefined
  pass(call: GateCall, work: PaidWork): Promise<GateOutcome>
}
