import { HOUR_MS, HOUR_SECONDS, MINUTE_MS } from '../lib/durations.ts'
/** Concurrent calls of one payer: bounds the work that a drained wallet can get for free. */
export const PAYER_MAX_CALLS = 32

/** Failed settlements of one payer per hour, after which its payments are refused. */
export const PAYER_MAX_REFUSALS_PER_HOUR = 3

/** Payments that are verified at once. */
export const VERIFY_MAX_CALLS = 64

/** Those that came from one network: until it is known who pays, anybody can make up payers. */
export const VERIFY_PER_NETWORK_MAX_CALLS = 32

/** Unpaid calls of one address: burst size and refill per second. */
export const UNPAID_BURST_CALLS = 600
/** See `UNPAID_BURST_CALLS`. */
export const UNPAID_CALLS_PER_SECOND = 60

/** Payments of one address that nobody has signed: burst size and refill per second. */
export const REJECTED_BURST_PAYMENTS = 30
/** See `REJECTED_BURST_PAYMENTS`. */
export const REJECTED_PAYMENTS_PER_SECOND = 1

/** Payments of one payer that fail verification though it has signed them: burst size and refill per second. */
export const PAYER_REJECTED_BURST_PAYMENTS = 30
/** See `PAYER_REJECTED_BURST_PAYMENTS`. */
export const PAYER_REJECTED_PAYMENTS_PER_SECOND = 1

/** Gas that the contract of a wallet may use to judge a signature. */
export const SIGNATURE_CALL_GAS = 500_000n

/** Addresses counted; the least recently seen is dropped first. */
export const PEERS_MAX_COUNT = 10_000

/** How long a result can be fetched again with its payment, if that carries a payment id. */
export const ANSWER_WITH_ID_MS = HOUR_MS

/** The same without an id: the signature is public once it has been settled. */
export const ANSWER_WITHOUT_ID_MS = 2 * MINUTE_MS

/** How long a call waits for its settlement before it gets a pending response. */
export const SETTLE_WAIT_MS = 15_000

/** Remaining lifetime that an authorization must have when received, beside the longest work of the operation. */
export const LIFE_MIN_MS = 6_000

/** Longest lifetime of an authorization: an unknown outcome stays open until then. */
export const LIFE_MAX_MS = 15 * MINUTE_MS

/** Longest reason of a refusal that a buyer is told; those of the protocol have 60 characters at most. */
export const TOLD_REASON_MAX_CHARS = 64

/** Longest lifetime of a signed authorization. A seller that asks for more gets this much. */
export const LIFETIME_MAX_S = 300

/** A seller that asks for a lifetime outside of these bounds is not paid at all. */
export const LIFETIME_ASKED_MIN_S = 10
/** See `LIFETIME_ASKED_MIN_S`. */
export const LIFETIME_ASKED_MAX_S = HOUR_SECONDS

/** Attempts to send one payment within one call; then the outcome is left to the next call. */
export const SENDINGS_MAX_COUNT = 5

/** Longest time for all sendings of one payment within one call: sellers take a minute for the slowest work. */
export const SENDINGS_MAX_MS = 75_000

/** How long an unanswered payment is sent again: sellers keep results for about that long. */
export const RESEND_MAX_AGE_MS = HOUR_MS

/** Those that a buyer may meet, for documents. */
export const CALLER_LIMITS: readonly { meaning: string; value: number; unit: string }[] = [
  {
    meaning: 'failed settlements of one payer in an hour',
    value: PAYER_MAX_REFUSALS_PER_HOUR,
    unit: 'payments',
  },
  { meaning: 'wait for a settlement', value: SETTLE_WAIT_MS, unit: 'ms' },
  { meaning: 'shortest life left of an authorization', value: LIFE_MIN_MS, unit: 'ms' },
  { meaning: 'longest life of an authorization', value: LIFE_MAX_MS, unit: 'ms' },
  {
    meaning: 'a paid answer can be had again, with a payment id',
    value: ANSWER_WITH_ID_MS,
    unit: 'ms',
  },
  { meaning: 'the same without', value: ANSWER_WITHOUT_ID_MS, unit: 'ms' },
]

/** How long the result of a payment is kept: see the two limits above. */
export function answerKeptMs({ has_id }: { has_id: number }): number {
  return has_id === 1 ? ANSWER_WITH_ID_MS : ANSWER_WITHOUT_ID_MS
}
