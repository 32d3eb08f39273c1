import type { RateLimit, RateVerdict } from '../lib/rate-limit.ts'
import { OperationError } from './errors.ts'

/** The error for too many requests. */
export function rateLimited({
  retryAfterSeconds,
}: Pick<RateVerdict, 'retryAfterSeconds'>): OperationError {
  return new OperationError('rate_limited', 'API usage exceeded rate limit', {
    hint: `Try again in ${Math.ceil(retryAfterSeconds)} seconds.`,
    fields: { 'retry-after': retryAfterSeconds },
  })
}

/** The error for a principal that uses more than its share of what is scarce. */
export function overShare(what: string, retryAfterSeconds: number): OperationError {
  return new OperationError('rate_limited', `Over your share of this server: ${what}.`, {
    hint: `Wait for some of your calls to end, and try again in ${retryAfterSeconds} seconds.`,
    fields: { 'retry-after': retryAfterSeconds },
  })
}

/** Counts one request of an account. Throws `rate_limited`. */
export function admitAccount(limit: RateLimit, userId: number, nowMs: number): void {
  admitCall(limit, String(userId), nowMs)
}

/** Counts one call of a principal. Throws `rate_limited`. */
export function admitCall(limit: RateLimit, id: string, nowMs: number): void {
  const verdict = limit.take(id, nowMs)
  if (verdict?.allowed === false) throw rateLimited(verdict)
}
