import { FULL, REFUSED, type Limits, limitsInto } from '../contract/limits.ts'
import { HOUR_MS, HOUR_SECONDS, MINUTE_MS } from '../lib/durations.ts'

/** Limits of this file that callers may meet, for documents. */
export const PAY_LIMITS: Limits = []
const limit = limitsInto(PAY_LIMITS)

/** Concurrent calls of one payer: bounds the work that a drained wallet can get for free. */
export const PAYER_MAX_CALLS = limit(32, 'calls', 'calls of one payer at once', {
  counts: 'payer',
  over: REFUSED,
})

/** Failed settlements of one payer per hour, after which its payments are refused. */
export const PAYER_MAX_REFUSALS_PER_HOUR = limit(
  3,
  'payments',
  'failed settlements of one payer in an hour',
)

export const VERIFY_MAX_CALLS = limit(64, 'payments', 'payments checked at once, of all callers', {
  counts: 'server',
  over: FULL,
})

/** Payments from one network that are verified at once: until it is known who pays, anybody can make up payers. */
export const VERIFY_PER_NETWORK_MAX_CALLS = limit(
  32,
  'payments',
  'payments checked at once that came from one network',
  { counts: 'address', over: REFUSED },
)

/** Unpaid calls by which the allowance of an address (`UNPAID_BURST_CALLS`) grows again per second. */
export const UNPAID_CALLS_PER_SECOND = 60

export const UNPAID_BURST_CALLS = limit(
  600,
  'calls',
  `unpaid calls of one address at once, where calls are sold, and ${UNPAID_CALLS_PER_SECOND} a second after that`,
  { counts: 'address without a key', over: REFUSED },
)
/** Payments signed by nobody by which the allowance of an address (`REJECTED_BURST_PAYMENTS`) grows again per second. */
export const REJECTED_PAYMENTS_PER_SECOND = 1

export const REJECTED_BURST_PAYMENTS = limit(
  30,
  'payments',
  `invalid payments of one address at once, and ${REJECTED_PAYMENTS_PER_SECOND} a second after that`,
  { counts: 'address without a key', over: REFUSED },
)
/** Payments of one payer that may fail verification at once though it has signed them. */
export const PAYER_REJECTED_BURST_PAYMENTS = 30
/** Payments by which that allowance of a payer grows again per second. */
export const PAYER_REJECTED_PAYMENTS_PER_SECOND = 1

/** Gas that the contract of a wallet may use to judge a signature. */
export const SIGNATURE_CALL_GAS = 500_000n

/** Gas of the same question where the wallet has to be deployed for it. */
export const UNDEPLOYED_CALL_GAS = 3_000_000n

/** Most gas of one transaction of the gas account: what a wallet that is a contract does with it is up to its buyer. */
export const TRANSACTION_MAX_GAS = 1_000_000n

/** Addresses counted; the least recently seen is dropped first. */
export const PEERS_MAX_COUNT = 10_000

export const ANSWER_WITH_ID_MS = limit(
  HOUR_MS,
  'ms',
  'time for which a paid answer can be had again, with a payment id',
)

/** How long a result can be fetched again with a payment without an id: its signature is public once it has been settled. */
export const ANSWER_WITHOUT_ID_MS = limit(
  2 * MINUTE_MS,
  'ms',
  'time for which a paid answer can be had again, without a payment id',
)

/** How long a call waits for its settlement before it gets a pending response. */
export const SETTLE_WAIT_MS = limit(15_000, 'ms', 'wait of a call for its settlement')

export const OVER_AFTER_MS = limit(
  30_000,
  'ms',
  'time after its end from which an authorization that was not used never can be, by the chain and by the clock of this server',
)

export const NODE_OFF_MAX_MS = limit(
  30_000,
  'ms',
  'how far the latest block of a payment’s node may be ahead of the clock of this server, or behind, to count as up to date',
)

/** Remaining lifetime that an authorization must have when received, beside the longest work of the operation. */
export const LIFE_MIN_MS = limit(6_000, 'ms', 'shortest life left to an authorization that arrives')

/** Longest lifetime of an authorization: an unknown outcome stays open until then. */
export const LIFE_MAX_MS = limit(15 * MINUTE_MS, 'ms', 'longest life of an authorization')

/** Longest reason of a refusal that a buyer is told; those of the protocol have 60 characters at most. */
export const TOLD_REASON_MAX_CHARS = 64

/** Longest lifetime of a signed authorization. A seller that asks for more gets this much. */
export const LIFETIME_MAX_S = limit(300, 's', 'life of an authorization that this wallet signs')

/** Shortest lifetime that a seller may ask for; one that asks for less is not paid at all. */
export const LIFETIME_ASKED_MIN_S = 10
/** Longest lifetime that a seller may ask for; one that asks for more is not paid at all. */
export const LIFETIME_ASKED_MAX_S = HOUR_SECONDS

/** Attempts to send one payment within one call; then the outcome is left to the next call. */
export const SENDINGS_MAX_COUNT = limit(5, 'sendings', 'sendings of one payment in one call')

/** Longest time for all sendings of one payment within one call: sellers take a minute for the slowest work. */
export const SENDINGS_MAX_MS = 75_000

/** How long an unanswered payment is sent again: sellers keep results for about that long. */
export const RESEND_MAX_AGE_MS = limit(
  HOUR_MS,
  'ms',
  'time for which a payment that got no answer is sent again',
)

/** How long the result of a payment is kept, with a payment id or without. */
export function answerKeptMs({ has_id }: { has_id: number }): number {
  return has_id === 1 ? ANSWER_WITH_ID_MS : ANSWER_WITHOUT_ID_MS
}
