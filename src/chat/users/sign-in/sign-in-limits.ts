import { type Limits, limitsInto } from '../../../contract/limits.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../../../lib/durations.ts'
import type { RateRule } from '../../../lib/rate-limit.ts'

/** Limits of this file that callers may meet, for documents. */
export const SIGN_IN_LIMITS: Limits = []
const limit = limitsInto(SIGN_IN_LIMITS)

export const SESSION_IDLE_MAX_SECONDS = limit(
  14 * DAY_SECONDS,
  'seconds',
  'time after which an unused browser is signed out',
)
export const SESSION_MAX_SECONDS = limit(
  90 * DAY_SECONDS,
  'seconds',
  'time after which any browser has to sign in again',
)

/** Browser sessions of one account; the oldest is removed first. */
export const SESSIONS_MAX_PER_USER = 50

export const EMAIL_LINK_MAX_SECONDS = limit(
  DAY_SECONDS,
  'seconds',
  'life of a link that confirms an address',
)

/** Pause between two such links of one user, so that nobody can flood a mailbox. */
export const EMAIL_CHANGE_PAUSE_SECONDS = 60

/** Wrong secrets of one caller for one account. */
export const PAIR_GUESSES: RateRule = {
  count: limit(5, 'guesses', 'wrong passwords for one account in half an hour, from one address', {
    counts: 'address',
    over: '429 with `Retry-After`; right passwords of other accounts pass',
  }),
  seconds: HOUR_SECONDS / 2,
}

/** Wrong secrets of one caller, whichever accounts they are tried for. */
export const CALLER_GUESSES: RateRule = { count: 50, seconds: HOUR_SECONDS / 2 }

/** Wrong secrets for one account, whoever tries them. */
export const ACCOUNT_GUESSES: RateRule = {
  count: limit(
    50,
    'guesses',
    'wrong passwords for one account in half an hour, from all addresses',
    {
      counts: 'chat account',
      over: 'passwords are tried one by one, slowly; API keys pass',
    },
  ),
  seconds: HOUR_SECONDS / 2,
}

export const PASSWORD_MIN_CHARS = limit(8, 'characters', 'shortest password of the chat')

/** Longest password: more costs time before it is even tried. */
export const PASSWORD_MAX_CHARS = limit(1_000, 'characters', 'longest password of the chat')

/** API keys of one account from program sign-ins; the oldest is removed first. */
export const SIGN_IN_KEYS_MAX_COUNT = limit(
  20,
  'keys',
  'API keys that one account has from signing in',
)

/** Longest address of an account. */
export const EMAIL_MAX_CHARS = 320

/** Longest JSON web token. */
export const TOKEN_MAX_CHARS = 8_192

/** Longest life of a JSON web token, and its greatest age. */
export const TOKEN_MAX_SECONDS = limit(
  600,
  'seconds',
  'life of a signed token that stands for an account',
)
