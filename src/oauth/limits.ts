import { LATER, type Limits, limitsInto, networkRules } from '../contract/limits.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../lib/durations.ts'
import type { RateRule } from '../lib/rate-limit.ts'

/** Limits of this file that callers may meet, for documents. */
export const OAUTH_LIMITS: Limits = []
const limit = limitsInto(OAUTH_LIMITS)

/** Life of an access token. */
export const ACCESS_TOKEN_SECONDS = HOUR_SECONDS

/** Life of a refresh token, which each use renews. */
export const REFRESH_TOKEN_SECONDS = 30 * DAY_SECONDS

/** Time for which a used refresh token is taken again: hosts refresh from several places at once, and repeat lost answers. */
export const REFRESH_GRACE_SECONDS = 60

/** Time after which people are asked again whatever the program does. */
export const GRANT_SECONDS = 365 * DAY_SECONDS

/** Life of a code. */
export const CODE_SECONDS = 60

/** How long somebody may take to sign in and consent. */
export const CONSENT_SECONDS = 900

/** Life of a registration that nobody was let in by. */
export const UNUSED_CLIENT_SECONDS = DAY_SECONDS

/** Life of a registration after the last token that it got. */
export const USED_CLIENT_SECONDS = 120 * DAY_SECONDS

export const UNUSED_CLIENTS_MAX_COUNT = limit(
  5_000,
  'registrations',
  'registrations of programs that nobody has let in yet',
  { counts: 'server', over: 'the oldest one of the network that has most goes' },
)

/** What a client may say of itself. */
export const CLIENT_METADATA_MAX_BYTES = 16_384
export const CLIENT_NAME_MAX_CHARS = 80
export const REDIRECT_URIS_MAX_COUNT = 20
export const REDIRECT_URI_MAX_CHARS = 1_000

/** Length of an address that is the id of a client. */
export const CLIENT_ADDRESS_MAX_CHARS = 1_000

/** How long what a client's document says counts without another look, in seconds; the keys that it names count for less. */
export const DOCUMENT_CACHE_SECONDS = { min: 300, max: DAY_SECONDS } as const
export const CLIENT_KEYS_CACHE_SECONDS = { min: 60, max: HOUR_SECONDS } as const

export const DOCUMENTS_CACHED_MAX_COUNT = limit(
  500,
  'documents',
  'documents of programs that are remembered',
  { counts: 'server', over: 'the one that was looked at first goes, and is looked at again' },
)

/** Time after the last look for which the document of a client that was let in counts, where it cannot be looked at again. */
export const KEPT_DOCUMENT_SECONDS = 30 * DAY_SECONDS

/** Looks at documents of clients that one address, and one network, may cause. */
export const DOCUMENT_FETCHES = networkRules(limit, {
  meaning: 'looks at documents of programs in a minute',
  unit: 'looks',
  address: 20,
  network: 40,
  seconds: 60,
  over: `what is kept of programs that were let in counts, else ${LATER}`,
})

/** How long a document and its keys may take: its client waits, and so does the browser that it sent here. */
export const DOCUMENT_DEADLINE_MS = 5_000

/** Seconds after which a program should try again whose document took too long. */
export const DOCUMENT_RETRY_SECONDS = 10

export const GRANTS_PER_ACCOUNT_MAX_COUNT = limit(
  100,
  'programs',
  'programs that one account has let in',
  { counts: 'chat account', over: 'the one that was quiet for longest goes' },
)

/** Codes and refresh tokens of an account that are taken. */
export const TOKENS_PER_ACCOUNT: RateRule = {
  count: limit(600, 'tokens', 'valid codes and refresh tokens in an hour, of one account', {
    counts: 'chat account',
    over: LATER,
  }),
  seconds: HOUR_SECONDS,
}

/** Rows that one unit of work deletes while it clears what has expired. */
export const SWEEP_BATCH_ROWS = 500
