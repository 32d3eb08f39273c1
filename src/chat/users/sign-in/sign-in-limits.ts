import { DAY_SECONDS } from '../../../lib/durations.ts'
import type { RateRule } from '../../../lib/rate-limit.ts'

/** A browser idle for this long is signed out. */
export const SESSION_IDLE_MAX_SECONDS = 14 * DAY_SECONDS

/** After this time a browser signs in again in any case. */
export const SESSION_MAX_SECONDS = 90 * DAY_SECONDS

/** Browser sessions of one account; the oldest is removed first. */
export const SESSIONS_MAX_PER_USER = 50

/** Life of a link that confirms an address. */
export const EMAIL_LINK_MAX_SECONDS = DAY_SECONDS

/** Pause between two such links of one user, so that nobody can flood a mailbox. */
export const EMAIL_CHANGE_PAUSE_SECONDS = 60

/** Wrong secrets of one caller for one account. */
export const PAIR_GUESSES: RateRule = { count: 5, seconds: 30 * 60 }

/** Wrong secrets of one caller, whichever accounts they are tried for. */
export const CALLER_GUESSES: RateRule = { count: 50, seconds: 30 * 60 }

/** Wrong secrets for one account, whoever tries them. */
export const ACCOUNT_GUESSES: RateRule = { count: 50, seconds: 30 * 60 }
