import { FULL, REFUSED, WAITED, WAITS, type Limits, limitsInto } from '../contract/limits.ts'

/** Limits of this file that callers may meet, for documents. */
export const NET_LIMITS: Limits = []
const limit = limitsInto(NET_LIMITS)

/** Bytes of a decoded body, and of its coded form on the wire, unless the caller sets another cap. */
export const HTML_BODY_MAX_BYTES = limit(
  5_000_000,
  'bytes',
  'fetched page, on the wire and unpacked',
)

/** Milliseconds for one fetch: name lookup, connection, every redirect and the whole body. */
export const FETCH_DEADLINE_MS = limit(15_000, 'ms', 'one fetch with all its redirects', {
  counts: 'call',
  over: '504 `upstream_timeout`',
})

export const LOOKUP_MAX_MS = limit(5_000, 'ms', 'lookup of a host name, within one fetch', {
  counts: 'call',
  over: '504 `upstream_timeout`',
})
export const CONNECT_MAX_MS = limit(
  10_000,
  'ms',
  'connecting to a host and looking up its name, within one fetch',
  { counts: 'call', over: '502 `upstream_failed`' },
)
export const FETCHES_MAX_COUNT = limit(64, 'fetches', 'fetches at once, of all callers', {
  counts: 'server',
  over: `${WAITS}; the next one is of who has fewest, known callers count four times`,
  setting: 'fetches',
})
export const FETCHES_RESERVED_COUNT = limit(
  16,
  'fetches',
  'fetches at once that are kept for callers who have none yet',
  { counts: 'server', over: WAITS },
)
export const FETCHES_PER_PRINCIPAL_MAX_COUNT = limit(
  24,
  'fetches',
  'fetches at once, of one caller',
  { counts: 'principal', over: WAITS, setting: 'fetches-per-caller' },
)
export const FETCHES_WAITING_MAX_COUNT = limit(
  512,
  'fetches',
  'fetches that wait, of all callers',
  { counts: 'server', over: FULL },
)
export const FETCHES_WAITING_PER_PRINCIPAL_MAX_COUNT = limit(
  40,
  'fetches',
  'fetches that wait, of one caller',
  { counts: 'principal', over: REFUSED },
)
export const FETCH_WAIT_MAX_MS = limit(10_000, 'ms', 'wait for a fetch to begin', {
  counts: 'call',
  over: WAITED,
})
export const REDIRECTS_MAX_HOPS = limit(
  5,
  'hops',
  'redirects, also by pages that send their reader on at once',
)

/** Bytes of all header lines of one answer. */
export const RESPONSE_HEADERS_MAX_BYTES = 32 * 1024

/** Interim (1xx) answers accepted before the real one, for all hops of one fetch. */
export const INTERIM_ANSWERS_MAX_COUNT = 16

/** Characters of an address, first or redirected to. */
export const URL_MAX_CHARS = limit(8192, 'characters', 'address of a page or document')

/** Bytes of an answer of an endpoint that the operator configured, unless the caller sets another cap. */
export const OPERATOR_BODY_MAX_BYTES = 2 * 1024 * 1024

/** Milliseconds for one request to an endpoint that the operator configured, unless the caller sets another deadline. */
export const OPERATOR_DEADLINE_MS = 10_000

/** Milliseconds until a connection to an endpoint of the operator stands, TLS included. */
export const OPERATOR_CONNECT_MAX_MS = 5000

/** Connections to one endpoint of the operator; further requests wait for one. */
export const OPERATOR_CONNECTIONS_MAX_COUNT = 32

export const BODY_MEMORY_MAX_BYTES = limit(
  256_000_000,
  'bytes',
  'bodies of documents in memory while they are fetched',
  {
    counts: 'server',
    over: 'the download pauses, then 503; one caller has a quarter of it',
    setting: 'body-memory-mb',
  },
)
export const SPOOL_MAX_BYTES = limit(
  1_000_000_000,
  'bytes',
  'larger bodies of documents in files until they are parsed',
  {
    counts: 'server',
    over: 'the download pauses, then 503; one caller has a quarter of it',
    setting: 'spool-mb',
  },
)

/** Part of this memory and of these files that the bodies of one principal may take. */
export const PRINCIPAL_SHARE = 1 / 4

/** Bytes of a body from which on it is kept in a file, where its reader takes it from there. */
export const MEMORY_BODY_MAX_BYTES = 1_000_000

/** First bytes of a body kept in a file that stay in memory: they tell its kind. */
export const HELD_HEAD_BYTES = 16_384

/** Milliseconds that a fetch may wait for room for its body; they do not count for its deadline. */
export const ROOM_WAIT_MAX_MS = limit(10_000, 'ms', 'wait of a fetch for room for its body')

/** Hosts of which a proxy remembers why they could not be reached. */
export const REFUSALS_KEPT_MAX_COUNT = 200
