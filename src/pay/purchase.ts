import type { OperationError } from '../contract/errors.ts'
import type { PaymentRequired, PaymentRequiredV1, Settlement } from './messages.ts'

/** A payment on its way: the header of its protocol version. */
export interface PaymentHeader {
  name: string
  value: string
}

/** What came of sending a call once, in the protocol's words rather than a transport's. */
export type Exchange<T> =
  /** The answer, and what the seller says of the payment. */
  | { kind: 'answered'; value: T; settlement: Settlement | undefined }
  /** To be paid first; or, where a payment was sent, it was not taken. */
  | {
      kind: 'challenged'
      challenge: PaymentRequired | PaymentRequiredV1 | undefined
      settlement: Settlement | undefined
    }
  /** The seller says that the call failed, in a way that it charges nothing for. */
  | { kind: 'failed'; error: OperationError }
  /** Nobody knows what became of it: no answer, or one that says so. */
  | { kind: 'lost'; error: OperationError; retryAfterMs: number | undefined }

/** One call to be bought. */
export interface Purchase<T> {
  /** Address that is called: its host is what the policy looks at. */
  url: string
  input: unknown
  /** Sends the call, with or without a payment. Throws only when nothing can have happened. */
  exchange(payment: PaymentHeader | undefined, signal: AbortSignal): Promise<Exchange<T>>
}
