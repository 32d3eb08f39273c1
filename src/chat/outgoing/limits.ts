import { type Limits, limitsInto } from '../../contract/limits.ts'

/** Limits of this file that callers may meet, for documents. */
export const WEBHOOK_LIMITS: Limits = []
const limit = limitsInto(WEBHOOK_LIMITS)

export const WEBHOOK_SECRET_MIN_CHARS = limit(16, 'characters', 'shortest secret of a webhook')
export const WEBHOOK_SECRET_MAX_CHARS = limit(256, 'characters', 'longest secret of a webhook')

/** Calls of services that wait; the oldest are dropped first. */
export const WEBHOOK_CALLS_MAX_COUNT = 10_000

/** Attempts at one call of a service. */
export const WEBHOOK_ATTEMPTS_MAX_COUNT = 4

/** Time for a service to answer. */
export const WEBHOOK_TIMEOUT_MS = 10_000

/** Longest answer of a service. */
export const WEBHOOK_ANSWER_MAX_BYTES = 64 * 1024
