import { OperationError } from '../../contract/errors.ts'
import { SECOND_MS } from '../../lib/durations.ts'
import { unitsToUsd } from '../protocol/money.ts'
import { ANSWER_LOST, type JournalRow } from './journal.ts'

/** A challenge in no form that is known. */
export function unreadable(): OperationError {
  return new OperationError('upstream_failed', 'The seller asks for money in no known way.', {
    hint: 'Nothing was paid. The owner should check the address of the seller.',
  })
}

/** The seller asks not to be sent this payment again for a while. */
export function leftAlone(waitMs: number): OperationError {
  return new OperationError('unavailable', 'The seller asks to be left alone for a while.', {
    fields: { 'retry-after': Math.ceil(waitMs / SECOND_MS) },
  })
}

/** The outcome of a payment is unknown. */
export function pending(cause: OperationError | undefined): OperationError {
  const wait = cause?.fields['retry-after']
  return new OperationError(
    'settlement_pending',
    'A payment was sent, and no answer has come yet.',
    {
      hint: 'Make the same call again: it is sent with the same payment, so it is paid once.',
      ...(wait === undefined ? {} : { fields: { 'retry-after': wait } }),
      cause,
    },
  )
}

/** The seller challenges again; `reason` is in its words. */
export function notTaken(reason: string | undefined): OperationError {
  // Text from a seller must not be in an error; the protocol's reason codes may.
  const known = /^([a-z0-9_]{1,80})(?::|$)/.exec(reason ?? '')?.[1] ?? 'unknown'
  return new OperationError('payment_refused', 'The seller did not take the payment.', {
    hint: `Nothing was charged so far. ${known.includes('insufficient') ? 'The wallet needs more USDC.' : 'See wallet_status for the balance.'}`,
    fields: { reason: 'not_taken', seller: known },
  })
}

/** The chain shows that the seller was paid, and it gives no answer. */
export function answerLost({ units }: Pick<JournalRow, 'units'>): OperationError {
  return new OperationError(
    'payment_refused',
    'This call was paid for, and the seller gives no answer.',
    {
      hint: `${unitsToUsd(units)} USD are gone. The same call, made again, is paid for again.`,
      fields: { reason: ANSWER_LOST },
    },
  )
}
