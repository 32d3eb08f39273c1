import { LATER, REFUSED, WAITS, type Limits, limitsInto, networkRules } from '../contract/limits.ts'
import { PACE_BURST_BYTES, PACE_HALF_LIFE_MS } from '../lib/byte-pace.ts'
import { HOUR_SECONDS } from '../lib/durations.ts'
import { BUSY_MIN_LOAD } from '../lib/loop-load.ts'
import type { RateRule } from '../lib/rate-limit.ts'

/** Limits of this file that callers may meet, for documents. */
export const HTTP_LIMITS: Limits = []
const limit = limitsInto(HTTP_LIMITS)

/** Header that names a request, in both directions. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** Calls of one principal, unless set otherwise: bursts, and what an agent does in a busy minute twenty times over. */
export const DEFAULT_CALL_RULES = [
  { count: 300, seconds: 10 },
  { count: 1_200, seconds: 60 },
]
for (const { count, seconds } of DEFAULT_CALL_RULES) {
  limit(count, 'calls', `calls over HTTP in ${seconds} seconds, of one caller`, {
    counts: 'principal',
    over: REFUSED,
    setting: 'rate-limits',
  })
}

export const REQUEST_BODY_MAX_BYTES = limit(
  4 * 1024 * 1024,
  'bytes',
  'request body, but for `/convert` and MCP',
)

/** Bodies up to this size never wait for room. */
export const SMALL_BODY_MAX_BYTES = 64 * 1024

/** Small bodies of one caller, and the beginnings of its larger ones, from before they arrive to the answer. */
export const SMALL_BODIES_PER_PRINCIPAL_MAX_BYTES = limit(
  8_000_000,
  'bytes',
  'small bodies of requests, from before they arrive until they are answered, of one caller',
  { counts: 'principal', over: REFUSED },
)

export const LARGE_BODIES_MAX_BYTES = limit(
  36_000_000,
  'bytes',
  'large bodies of requests, until they are answered, of all callers',
  { counts: 'server', over: `${WAITS}, then 429` },
)
export const LARGE_BODIES_PER_PRINCIPAL_MAX_BYTES = limit(
  18_000_000,
  'bytes',
  'large bodies of requests, until they are answered, of one caller',
  { counts: 'principal', over: `${WAITS}, then 429` },
)
export const LARGE_BODIES_PER_PRINCIPAL_MAX_COUNT = limit(
  12,
  'bodies',
  'large bodies of requests that arrive or wait for room at once, of one caller',
  { counts: 'principal', over: REFUSED },
)
limit(
  PACE_BURST_BYTES,
  'bytes',
  `uploads of one caller, and separately fetched bodies, taken at full speed while the server works for over ${BUSY_MIN_LOAD * 100} % of its time, counting half after ${PACE_HALF_LIFE_MS / 1_000} seconds`,
  { counts: 'principal', over: 'they are taken more slowly' },
)

/** Milliseconds that a large body waits for room, and that it may send nothing. */
export const BODY_WAIT_MAX_MS = 10_000

/** Milliseconds after which a large body without room is refused. */
export const REFUSED_BODY_HELD_MS = 1_000

export const OWN_OPEN_FILES_COUNT = limit(
  512,
  'files',
  'open files (`ulimit -n`) that connections leave to all else; one address may have half of the other files',
  { counts: 'server', over: 'the connection is closed' },
)

/** Connections that there may be however few files may be open. */
export const CONNECTIONS_MIN_COUNT = 8

/** Open connections of one address, or half of all that there may be. */
export const CONNECTIONS_PER_ADDRESS_MAX_COUNT = limit(
  1_000,
  'connections',
  'open connections of one address, where no proxy is trusted',
  { counts: 'address', over: 'the connection is closed' },
)

export const REQUESTS_TURN_MAX_MS = limit(
  3,
  'ms',
  'time for which requests are begun before the event loop does its other work; further ones wait, and the quietest address is next',
  { counts: 'server', over: WAITS },
)

/** Refusals of a caller that count for nothing: after more of them in some seconds, its requests wait before they are read. */
export const REFUSALS_FREE_COUNT = 10

/** Longest such wait in milliseconds, and how many requests wait so at once; more go on. */
export const REFUSED_REQUEST_DELAY_MAX_MS = limit(
  2_000,
  'ms',
  `time for which the next request of a caller waits who was refused more than ${REFUSALS_FREE_COUNT} times within seconds`,
  { counts: 'address and credential', over: WAITS },
)
export const REQUESTS_HELD_MAX_COUNT = 2_000

/** Nesting of JSON in a request; nothing that is called needs a fourth of it. */
export const REQUEST_JSON_MAX_DEPTH = 64

/** Requests without credentials, per address (chat spec leaves it open; the public API's figure). */
export const ANONYMOUS_REQUESTS: RateRule = {
  count: limit(
    100,
    'requests',
    'requests to the chat in a minute without an account, from one address',
    { counts: 'address without a key', over: '429 with `Retry-After`' },
  ),
  seconds: 60,
}

/** Wrong keys, tokens and cookies of one address, at all doors together. */
export const ADDRESS_GUESSES: RateRule = {
  count: limit(100, 'guesses', 'wrong keys, tokens and cookies in a minute, of one address', {
    counts: 'address',
    over: '429 with `Retry-After` for wrong ones; right ones pass',
  }),
  seconds: 60,
}

/** Wrong API keys of one address for one account. */
export const ACCOUNT_GUESSES: RateRule = { count: 5, seconds: HOUR_SECONDS / 2 }

export const LARGE_ANSWERS_WAITING_MAX_COUNT = limit(
  100,
  'calls',
  'calls with large chat answers that wait while another one is sent, of one caller',
  { counts: 'principal', over: REFUSED },
)

/** Large answers of one caller: what is written at once, and of more in a second; UTF-16 units. */
export const LARGE_ANSWERS_BURST_CHARS = limit(
  16_000_000,
  'characters',
  `large chat answers of one caller, written at once while the server works for over ${BUSY_MIN_LOAD * 100} % of its time`,
  { counts: 'principal', over: WAITS },
)
export const LARGE_ANSWERS_CHARS_PER_SECOND = limit(
  4_000_000,
  'characters',
  `large chat answers of one caller, written in each further second while the server works for over ${BUSY_MIN_LOAD * 100} % of its time`,
  { counts: 'principal', over: WAITS },
)
export const ANSWERS_UNREAD_MAX_MB = limit(
  96,
  'MB',
  'answers over HTTP that their clients have not taken yet',
  {
    counts: 'server',
    over: 'one caller has a quarter of it; the newest of who has more, or most, are cut off',
    setting: 'answer-memory-mb',
  },
)

/** A large answer of which the client takes nothing for this long is cut off: until then it is in memory. */
export const ANSWER_STALLED_MAX_MS = limit(
  30_000,
  'ms',
  'time in which a client takes nothing of an answer',
  { counts: 'call', over: 'the answer is cut off' },
)

/** Programs that register themselves: hosts in the cloud register all of their users' from a few addresses. */
export const OAUTH_REGISTRATIONS = networkRules(limit, {
  meaning: 'programs that register in an hour',
  unit: 'registrations',
  address: 60,
  network: 240,
  seconds: HOUR_SECONDS,
})

/** Visits of browsers that programs send. */
export const OAUTH_VISITS = networkRules(limit, {
  meaning: 'browsers sent to let a program in, in a minute',
  unit: 'visits',
  address: ANONYMOUS_REQUESTS.count,
  network: 200,
  seconds: 60,
})

/** What anybody may ask of the authorization server. What it gives is never counted. */
export const OAUTH_REQUESTS = networkRules(limit, {
  meaning: 'OAuth metadata, revocations and refused tokens in a minute',
  unit: 'requests',
  address: 300,
  network: 600,
  seconds: 60,
  over: `${LATER}; right codes and refresh tokens pass`,
})

/** What a program may say of itself as it registers. */
export const REGISTRATION_MAX_BYTES = 16_384

/** How long polls wait for each other, where what they look up is in a database elsewhere. */
export const POLL_GATHER_MS = 2
