/** Bytes of a decoded body, and of its coded form on the wire, unless the caller sets another cap. */
export const HTML_BODY_MAX_BYTES = 5_000_000

/** Milliseconds for one fetch: name lookup, connection, every redirect and the whole body. */
export const FETCH_DEADLINE_MS = 15_000

/** Milliseconds of a fetch for a name server to answer. */
export const LOOKUP_MAX_MS = 5_000

/** Milliseconds of a fetch until a connection stands, the name lookup included. */
export const CONNECT_MAX_MS = 10_000

/** Fetches under way at once in one process, unless set otherwise. */
export const FETCHES_MAX_COUNT = 64

/** Fetches of one principal under way at once. */
export const FETCHES_PER_PRINCIPAL_MAX_COUNT = 24

/** Fetches under way that only principals without another one may begin. */
export const FETCHES_RESERVED_COUNT = 16

/** Fetches that wait for their turn, of all principals and of one. */
export const FETCHES_WAITING_MAX_COUNT = 512
export const FETCHES_WAITING_PER_PRINCIPAL_MAX_COUNT = 40

/** Milliseconds that a fetch may wait for its turn. */
export const FETCH_WAIT_MAX_MS = 10_000

/** Redirects followed in one fetch. */
export const REDIRECTS_MAX_HOPS = 5

/** Bytes of all header lines of one answer. */
export const RESPONSE_HEADERS_MAX_BYTES = 32 * 1024

/** Interim (1xx) answers accepted before the real one, for all hops of one fetch. */
export const INTERIM_ANSWERS_MAX_COUNT = 16

/** Characters of an address, first or redirected to. */
export const URL_MAX_CHARS = 8192

/** Bytes of an answer of an endpoint that the operator configured, unless the caller sets another cap. */
export const OPERATOR_BODY_MAX_BYTES = 2 * 1024 * 1024

/** Milliseconds for one request to such an endpoint, unless the caller sets another deadline. */
export const OPERATOR_DEADLINE_MS = 10_000

/** Milliseconds until a connection to such an endpoint stands, TLS included. */
export const OPERATOR_CONNECT_MAX_MS = 5000

/** Connections to one such endpoint; further requests wait for one. */
export const OPERATOR_CONNECTIONS_MAX_COUNT = 32

/** Bytes of all bodies that one process holds in memory, unless set otherwise. */
export const BODY_MEMORY_MAX_BYTES = 256_000_000

/** Bytes of all bodies that one process keeps in files until they are parsed, unless set otherwise. */
export const SPOOL_MAX_BYTES = 1_000_000_000

/** Part of this memory and of these files that the bodies of one principal may take. */
export const PRINCIPAL_SHARE = 1 / 4

/** Bytes of a body from which on it is kept in a file, where its reader takes it from there. */
export const MEMORY_BODY_MAX_BYTES = 1_000_000

/** First bytes of such a body that stay in memory: what tells its kind. */
export const HELD_HEAD_BYTES = 16_384

/** Milliseconds that a fetch may wait for room for its body; they do not count for its deadline. */
export const ROOM_WAIT_MAX_MS = 10_000

/** Hosts of which a proxy remembers why they could not be reached. */
export const REFUSALS_KEPT_MAX_COUNT = 200
