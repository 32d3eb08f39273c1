import {
  PAYER_MAX_CALLS,
  REJECTED_BURST_PAYMENTS,
  REJECTED_PAYMENTS_PER_SECOND,
  UNPAID_BURST_CALLS,
  UNPAID_CALLS_PER_SECOND,
  VERIFY_MAX_CALLS,
  VERIFY_PER_NETWORK_MAX_CALLS,
} from '../../pay/limits.ts'
import { FULL, REFUSED, type Share } from './share.ts'

/** What callers of a seller have in common. */
export const payShares: readonly Share[] = [
  {
    meaning: `unpaid calls at once, where calls are sold, and ${UNPAID_CALLS_PER_SECOND} a second after that`,
    value: UNPAID_BURST_CALLS,
    unit: 'calls',
    counts: 'address without a key',
    over: REFUSED,
  },
  {
    meaning: `bad payments at once, and ${REJECTED_PAYMENTS_PER_SECOND} a second after that`,
    value: REJECTED_BURST_PAYMENTS,
    unit: 'payments',
    counts: 'address without a key',
    over: REFUSED,
  },
  {
    meaning: 'payments checked at once, of all callers',
    value: VERIFY_MAX_CALLS,
    unit: 'payments',
    counts: 'server',
    over: FULL,
  },
  {
    meaning: 'payments checked at once that came from one network',
    value: VERIFY_PER_NETWORK_MAX_CALLS,
    unit: 'payments',
    counts: 'address',
    over: REFUSED,
  },
  {
    meaning: 'calls of one payer at once',
    value: PAYER_MAX_CALLS,
    unit: 'calls',
    counts: 'payer',
    over: REFUSED,
  },
]
