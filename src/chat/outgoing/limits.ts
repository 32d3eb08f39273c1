/** Shortest secret that a service signs the events of a webhook with. */
export const WEBHOOK_SECRET_MIN_CHARS = 16

/** Longest of them. */
export const WEBHOOK_SECRET_MAX_CHARS = 256

/** Calls of services that wait; the oldest are dropped first. */
export const WEBHOOK_CALLS_MAX_COUNT = 10_000

/** Attempts at one call of a service. */
export const WEBHOOK_ATTEMPTS_MAX_COUNT = 4

/** Time for a service to answer. */
export const WEBHOOK_TIMEOUT_MS = 10_000

/** Longest answer of a service. */
export const WEBHOOK_ANSWER_MAX_BYTES = 64 * 1024
