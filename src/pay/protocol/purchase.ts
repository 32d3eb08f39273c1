import type { OperationError } from '../../contract/errors.ts'
import type { Challenge, Settlement } from './messages.ts'

/** A payment on its way: the header of its protocol version, and the message that it holds. */
export interface PaymentHeader {
  name: string
  value: string
  message: Readonly<Record<string, unknown>>
}

/** The outcome of sending a call once, independent of the transport. */
export type Exchange<T> =
  /** The result, and the seller's settlement. */
  | { kind: 'answered'; value: T; settlement: Settlement | undefined }
  /** Payment required; or, when a payment was sent, it was refused. */
  | {
      kind: 'challenged'
      challenge: Challenge | undefined
      settlement: Settlement | undefined
    }
  /** The seller says that the call failed, in a way that it charges nothing for. */
  | { kind: 'failed'; error: OperationError }
  /** The outcome is unknown: no response, or one that says so. */
  | { kind: 'lost'; error: OperationError; retryAfterMs: number | undefined }

/** One call to be bought. */
export interface Purchase<T> {
  /** Address that is called: its host is what the policy looks at. */
  url: string
  input: unknown
  /** Longest time from the first sending with a payment to the last; default `SENDINGS_MAX_MS`. */
  takesMaxMs?: number
  /** What the caller wants to pay at most, in atomic units; the policy may want less. */
  maxUnits?: number
  /** The owner has not named the host: the user is asked whatever the price, and the host counts as named for this payment. */
  isUnnamedHost?: boolean
  /** Sends the call, with or without a payment. Throws only when nothing can have happened. */
  exchange(payment: PaymentHeader | undefined, signal: AbortSignal): Promise<Exchange<T>>
}
