import { HOUR_SECONDS } from '../lib/durations.ts'
import type { NetworkRules } from '../lib/network-rate.ts'
import type { RateRule } from '../lib/rate-limit.ts'

/** Cap on the JSON body of a utility call. */
export const REQUEST_BODY_MAX_BYTES = 4 * 1024 * 1024

/** Bodies up to this size never wait for room. */
export const SMALL_BODY_MAX_BYTES = 64 * 1024

/** Such bodies of one caller, and the beginnings of its larger ones, from before they arrive to the answer. */
export const SMALL_BODIES_PER_PRINCIPAL_MAX_BYTES = 8_000_000

/** Larger bodies, from their first byte to the answer: of all callers, and of one. */
export const LARGE_BODIES_MAX_BYTES = 36_000_000
export const LARGE_BODIES_PER_PRINCIPAL_MAX_BYTES = 18_000_000

/** Such bodies of one caller that arrive or wait for room at once. */
export const LARGE_BODIES_PER_PRINCIPAL_MAX_COUNT = 12

/** Milliseconds that such a body waits for room, and that it may send nothing. */
export const BODY_WAIT_MAX_MS = 10_000

/** Milliseconds after which a large body without room is refused. */
export const REFUSED_BODY_HELD_MS = 1_000

/** Of the files that a process may have open, those that connections of callers leave to the store, parsers, fetches and code. */
export const OWN_OPEN_FILES_COUNT = 512

/** Connections that there may be however few files may be open. */
export const CONNECTIONS_MIN_COUNT = 8

/** Open connections of one address, or half of all that there may be. */
export const CONNECTIONS_PER_ADDRESS_MAX_COUNT = 1_000

/** Time for which new requests are begun before everything else that is ready comes first again; milliseconds. */
export const REQUESTS_TURN_MAX_MS = 3

/** Refusals of a caller that count for nothing: after more of them in some seconds, its requests wait before they are read. */
export const REFUSALS_FREE_COUNT = 10

/** Longest such wait in milliseconds, and how many requests wait so at once; more go on. */
export const REFUSED_REQUEST_DELAY_MAX_MS = 2_000
export const REQUESTS_HELD_MAX_COUNT = 2_000

/** Nesting of JSON in a request; nothing that is called needs a fourth of it. */
export const REQUEST_JSON_MAX_DEPTH = 64

/** Requests without credentials, per address (chat spec leaves it open; the public API's figure). */
export const ANONYMOUS_REQUESTS: RateRule = { count: 100, seconds: 60 }

/** Wrong keys, tokens and cookies of one address, at all doors together. */
export const ADDRESS_GUESSES: RateRule = { count: 100, seconds: 60 }

/** Wrong API keys of one address for one account. */
export const ACCOUNT_GUESSES: RateRule = { count: 5, seconds: 30 * 60 }

/** Calls with large answers of one caller that wait while another one is read and sent. */
export const LARGE_ANSWERS_WAITING_MAX_COUNT = 100

/** Large answers of one caller: what is written at once, and of more in a second; UTF-16 units. */
export const LARGE_ANSWERS_BURST_CHARS = 16_000_000
export const LARGE_ANSWERS_CHARS_PER_SECOND = 4_000_000

/** What of answers waits in memory for clients that take it slowly, in MB, unless set otherwise. */
export const ANSWERS_UNREAD_MAX_MB = 96

/** A large answer of which the client takes nothing for this long is cut off: until then it is in memory. */
export const ANSWER_STALLED_MAX_MS = 30_000

/** Programs that register themselves from one address, and from one network: hosts in the cloud register all of their users' from a few. */
export const OAUTH_REGISTRATIONS: NetworkRules = {
  address: { count: 60, seconds: HOUR_SECONDS },
  network: { count: 240, seconds: HOUR_SECONDS },
}

/** Visits of browsers that programs send to be let in. */
export const OAUTH_VISITS: NetworkRules = {
  address: ANONYMOUS_REQUESTS,
  network: { count: 200, seconds: 60 },
}

/** What anybody may ask of the authorization server: its metadata, and for tokens that it refuses. What it gives is never counted. */
export const OAUTH_REQUESTS: NetworkRules = {
  address: { count: 300, seconds: 60 },
  network: { count: 600, seconds: 60 },
}

/** What a program may say of itself as it registers. */
export const REGISTRATION_MAX_BYTES = 16_384

/** How long polls wait for each other, where what they look up is in a database elsewhere. */
export const POLL_GATHER_MS = 2
